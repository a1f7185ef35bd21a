/**
 * Asks the handlers of a project's `auth` about what its users do, and holds them to the answer: a thing whose metadata the filters do
 * not match does not exist for them. Whoever has a key of the service itself is not asked about.
 */
import type { Principal } from '../http/auth.js'
import { matchesAuthFilter, parseAuthFilters, type AuthFilter } from '../../langgraph/auth-filters.js'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import type { ProjectHost } from '../../engine/threads/project-host.js'
import { AppError, notFound } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { ProjectRejection } from '../project/project-rejection.js'
import { toUnavailableError } from '../project/user-auth.js'

export type Resource = 'assistants' | 'threads' | 'crons' | 'store'

export interface AuthAction {
  resource: Resource
  action: string
  /** What it is done to, and with what: handlers see it and may change it. */
  value: JsonObject
  /** What a thing of others is said to be. */
  hiddenAs?: 'resource_not_found' | 'resource_conflict' | undefined
  /** The metadata of what it is done to, as text, where that is no thread or assistant; undefined: there is none. */
  metadata?: () => Promise<string | undefined>
}

export interface AuthGrant {
  /** As the handlers left it. */
  value: JsonObject
  /** What the metadata of things must hold for this user to see them; null: anything. */
  authFilter: AuthFilter
}

/** What of a value names things. */
type ResourceIds = Partial<Record<'thread_id' | 'assistant_id' | 'run_id' | 'cron_id', string>>

interface Deps {
  project: ProjectHost
  threadStore: ThreadStore
  assistantStore: AssistantStore
  runStore: RunStore
}

export const makeAuthorize = ({ project, threadStore, assistantStore, runStore }: Deps) => {
  const askProject = async (
    authAction: AuthAction,
    user: NonNullable<Principal['user']>,
  ): Promise<AuthGrant> => {
    const { resource, action, value } = authAction
    const request = { resource, action, value, user }
    const reply = await toUnavailableError(project.call({ type: 'authorize', request }))
    if ('rejection' in reply) throw new ProjectRejection(reply.rejection)
    const authFilter = 'filters' in reply ? parseAuthFilters(reply.filters) : undefined
    if (!('value' in reply) || authFilter === undefined) {
      const reason = 'failure' in reply ? reply.failure : 'it returned no filter that is known'
      throw new Error(`the project's auth failed on ${resource}:${action}: ${reason}`)
    }
    return { value: reply.value, authFilter }
  }

  const readMetadata = async (tenant_id: string, authAction: AuthAction): Promise<string | undefined> => {
    if (authAction.metadata !== undefined) return authAction.metadata()
    const { thread_id, assistant_id, run_id } = authAction.value as ResourceIds
    if (authAction.resource === 'assistants')
      return (await assistantStore.get({ tenant_id, assistant_id: toAssistantId(assistant_id ?? '') }))
        ?.metadata
    const id = thread_id ?? (await findThreadId(tenant_id, run_id ?? ''))
    if (id === undefined) return undefined
    return (await threadStore.get({ tenant_id, thread_id: id.toLowerCase() }))?.metadata
  }
  const findThreadId = async (tenant_id: string, run_id: string): Promise<string | undefined> =>
    (await runStore.get({ tenant_id, run_id }))?.thread_id

  /** Whether it is about one thing, which exists already. */
  const targetsExistingResource = ({ resource, action, value, metadata }: AuthAction): boolean => {
    if (metadata !== undefined) return true
    if (action === 'search' || (resource !== 'threads' && resource !== 'assistants')) return false
    return (value['thread_id'] ?? value['assistant_id'] ?? value['run_id']) != null
  }

  return async ({ tenant_id, user }: Principal, authAction: AuthAction): Promise<AuthGrant> => {
    if (user === undefined) return { value: authAction.value, authFilter: null }
    const granted = await askProject(authAction, user)
    if (granted.authFilter === null || !targetsExistingResource(authAction)) return granted
    const metadata = await readMetadata(tenant_id, authAction)
    // What is to be made, or made if it is not there, need not exist; the rest says itself that it does not.
    if (metadata === undefined || matchesAuthFilter(metadata, granted.authFilter)) return granted
    throw toHiddenError(authAction)
  }
}

export type Authorize = ReturnType<typeof makeAuthorize>

const toHiddenError = ({ resource, action, value, hiddenAs }: AuthAction): AppError => {
  const { thread_id, assistant_id, run_id = '', cron_id } = value as ResourceIds
  const [resourceName, id] =
    resource === 'assistants'
      ? ['Assistant', assistant_id ?? '']
      : resource === 'crons'
        ? ['Cron', cron_id ?? '']
        : thread_id !== undefined
          ? ['Thread', thread_id]
          : ['Run', run_id]
  if (hiddenAs === 'resource_conflict' || (hiddenAs === undefined && action === 'create'))
    return new AppError('resource_conflict', `${resourceName} ${id} already exists`)
  return notFound(resourceName, id)
}
