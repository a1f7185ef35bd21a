/**
 * Asks the handlers of a project's `auth` about what its users do, and holds them to the answer: a thing whose metadata the filters do
 * not match does not exist for them. Whoever has a key of the service itself is not asked about.
 */
import type { Principal } from '../http/auth.js'
import { isWithin, readFilters, type Only } from '../../langgraph/auth-filters.js'
import { assistantIdOf } from '../../domain/runs/parse-langgraph-run.js'
import type { ProjectHost } from '../../engine/threads/project-host.js'
import { AppError, notFound } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { Refusal } from '../project/project-rejection.js'
import { orUnavailable } from '../project/user-auth.js'

export type Resource = 'assistants' | 'threads' | 'crons' | 'store'

export interface Deed {
  resource: Resource
  action: string
  /** What it is done to, and with what: handlers see it and may change it. */
  value: JsonObject
  /** What a thing of others is said to be. */
  hiddenAs?: 'resource_not_found' | 'resource_conflict' | undefined
  /** The metadata of what it is done to, as text, where that is no thread or assistant; undefined: there is none. */
  metadata?: () => Promise<string | undefined>
}

export interface Granted {
  /** As the handlers left it. */
  value: JsonObject
  /** What the metadata of things must hold for this user to see them; null: anything. */
  only: Only
}

/** What of a value names things. */
type Ids = Partial<Record<'thread_id' | 'assistant_id' | 'run_id' | 'cron_id', string>>

interface Parts {
  project: ProjectHost
  threadStore: ThreadStore
  assistantStore: AssistantStore
  runStore: RunStore
}

export const makeAuthorise = ({ project, threadStore, assistantStore, runStore }: Parts) => {
  const ask = async (deed: Deed, user: NonNullable<Principal['user']>): Promise<Granted> => {
    const { resource, action, value } = deed
    const question = { resource, action, value, user }
    const answer = await orUnavailable(project.ask({ type: 'authorise', question }))
    if ('refused' in answer) throw new Refusal(answer.refused)
    const only = 'filters' in answer ? readFilters(answer.filters) : undefined
    if (!('value' in answer) || only === undefined) {
      const reason = 'broken' in answer ? answer.broken : 'it returned no filter that is known'
      throw new Error(`the project's auth failed on ${resource}:${action}: ${reason}`)
    }
    return { value: answer.value, only }
  }

  const metadataOf = async (tenant_id: string, deed: Deed): Promise<string | undefined> => {
    if (deed.metadata !== undefined) return deed.metadata()
    const { thread_id, assistant_id, run_id } = deed.value as Ids
    if (deed.resource === 'assistants')
      return (await assistantStore.get({ tenant_id, assistant_id: assistantIdOf(assistant_id ?? '') }))
        ?.metadata
    const id = thread_id ?? (await threadOf(tenant_id, run_id ?? ''))
    if (id === undefined) return undefined
    return (await threadStore.get({ tenant_id, thread_id: id.toLowerCase() }))?.metadata
  }
  const threadOf = async (tenant_id: string, run_id: string): Promise<string | undefined> =>
    (await runStore.get({ tenant_id, run_id }))?.thread_id

  /** Whether it is about one thing, which exists already. */
  const isAboutOne = ({ resource, action, value, metadata }: Deed): boolean => {
    if (metadata !== undefined) return true
    if (action === 'search' || (resource !== 'threads' && resource !== 'assistants')) return false
    return (value['thread_id'] ?? value['assistant_id'] ?? value['run_id']) != null
  }

  return async ({ tenant_id, user }: Principal, deed: Deed): Promise<Granted> => {
    if (user === undefined) return { value: deed.value, only: null }
    const granted = await ask(deed, user)
    if (granted.only === null || !isAboutOne(deed)) return granted
    const metadata = await metadataOf(tenant_id, deed)
    // What is to be made, or made if it is not there, need not exist; the rest says itself that it does not.
    if (metadata === undefined || isWithin(metadata, granted.only)) return granted
    throw hidden(deed)
  }
}

export type Authorise = ReturnType<typeof makeAuthorise>

const hidden = ({ resource, action, value, hiddenAs }: Deed): AppError => {
  const { thread_id, assistant_id, run_id = '', cron_id } = value as Ids
  const [what, id] =
    resource === 'assistants'
      ? ['Assistant', assistant_id ?? '']
      : resource === 'crons'
        ? ['Cron', cron_id ?? '']
        : thread_id !== undefined
          ? ['Thread', thread_id]
          : ['Run', run_id]
  if (hiddenAs === 'resource_conflict' || (hiddenAs === undefined && action === 'create'))
    return new AppError('resource_conflict', `${what} ${id} already exists`)
  return notFound(what, id)
}
