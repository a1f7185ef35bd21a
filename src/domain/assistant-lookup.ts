/**
 * Finds assistants for protocols without an assistant id (OpenAI, MCP, A2A): by id, by graph id, or by name if the name is unique.
 */
import { AppError, notFound } from '../errors.js'
import { isUuid } from '../platform/ids.js'
import { isStorable } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { AssistantSearch } from '../store/assistants/search.js'
import type { Row } from '../store/sql/tables.js'
import { builtInAssistantId } from './built-in-graph.js'

type AssistantRow = Row<'assistants'>

export interface NamedAssistant {
  /** The name if it is unambiguous, otherwise the id. `find` accepts both. */
  nameOrId: string
  assistant: AssistantRow
}

interface Deps {
  assistants: AssistantStore
  assistantSearch: AssistantSearch
}

/** Clients do not page through lists of models and tools. Assistants beyond this limit can still be found by id. */
const MAX_LISTED = 1_000
const MAX_NAME_LENGTH = 256

export const makeAssistantLookup = ({ assistants, assistantSearch }: Deps) => ({
  async find(tenant_id: string, nameOrId: string): Promise<AssistantRow> {
    const notFoundError = notFound('Assistant', nameOrId.slice(0, MAX_NAME_LENGTH))
    if (nameOrId === '' || nameOrId.length > MAX_NAME_LENGTH || !isStorable(nameOrId)) throw notFoundError
    const assistant_id = isUuid(nameOrId) ? nameOrId.toLowerCase() : builtInAssistantId(nameOrId)
    const byId = await assistants.get({ tenant_id, assistant_id })
    if (byId !== undefined) return byId
    const [match, secondMatch] = await assistants.findByName(tenant_id, nameOrId)
    if (match === undefined) throw notFoundError
    if (secondMatch === undefined) return match
    throw new AppError('resource_not_found', `Several assistants are named ${nameOrId}; use an assistant id`)
  },

  /** Newest first. */
  async list(tenant_id: string): Promise<NamedAssistant[]> {
    const page = { sort: 'created_at', order: 'desc', limit: MAX_LISTED, offset: 0 } as const
    const rows = await assistantSearch.search(tenant_id, {}, page)
    return toNamedAssistants(rows.slice(0, MAX_LISTED))
  },
})

export type AssistantLookup = ReturnType<typeof makeAssistantLookup>

const toNamedAssistants = (rows: readonly AssistantRow[]): NamedAssistant[] => {
  const idByName = new Map<string, string | undefined>()
  for (const { name, assistant_id } of rows) idByName.set(name, idByName.has(name) ? undefined : assistant_id)
  // The id of a graph always refers to its built-in assistant, even if other assistants have the same name.
  for (const { graph_id, assistant_id } of rows)
    if (builtInAssistantId(graph_id) === assistant_id) idByName.set(graph_id, assistant_id)
  return rows.map((assistant) => {
    const { name, assistant_id } = assistant
    const isUnambiguous = idByName.get(name) === assistant_id && !isUuid(name)
    return { assistant, nameOrId: isUnambiguous ? name : assistant_id }
  })
}
