/**
 * Authorizes requests of project users with the handlers of the project's `auth`. A resource whose metadata does not match the returned
 * filters does not exist for the user. Requests with an API key or token of the service skip these handlers.
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
import { withUnavailableError } from '../project/user-auth.js'

export type Resource = 'assistants' | 'threads' | 'crons' | 'store'

export interface AuthAction {
  resource: Resource
  action: string
  /** The fields of the request that the handlers see and may change. */
  value: JsonObject
  /** The error that hides a resource of another user. */
  hiddenAs?: 'resource_not_found' | 'resource_conflict' | undefined
  /** Reads the metadata of the resource as JSON text if it is neither a thread nor an assistant; undefined if it does not exist. */
  metadata?: () => Promise<string | undefined>
}

export interface AuthGrant {
  /** The value after the handlers changed it. */
  value: JsonObject
  /** The metadata that a resource must contain to be visible to this user; null if every resource is visible. */
  authFilter: AuthFilter
}

/** The fields of a value that identify resources. */
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
    const reply = await withUnavailableError(project.call({ type: 'authorize', request }))
    if ('rejection' in reply) throw new ProjectRejection(reply.rejection)
    const authFilter = 'filters' in reply ? parseAuthFilters(reply.filters) : undefined
    if (!('value' in reply) || authFilter === undefined) {
      const reason = 'failure' in reply ? reply.failure : 'it returned an unknown filter'
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

  /** True if the action targets a single resource that should already exist. */
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
    // A missing resource is allowed here: either the request creates it, or the route itself responds with 404.
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
