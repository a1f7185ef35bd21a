/** Assistants as other protocols call them: by id, by graph, or by a name that only one of them has. */
import { AppError, notFound } from '../errors.js'
import { isUuid } from '../platform/ids.js'
import { isStorable } from '../schema/common.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { SearchStore } from '../store/threads/search.js'
import type { Row } from '../store/sql/tables.js'
import { builtInAssistantId } from './built-in-graph.js'

type AssistantRow = Row<'assistants'>

export interface NamedAssistant {
  /** What `find` takes for it: its own name, or its id where the name would not do. */
  called: string
  assistant: AssistantRow
}

interface Parts {
  assistants: AssistantStore
  searches: SearchStore
}

/** Lists of models and tools have no pages that clients follow: older ones are called by their ids. */
const MOST = 1_000
const MAX_NAME = 256

export const makeAssistantNames = ({ assistants, searches }: Parts) => ({
  async find(tenant_id: string, named: string): Promise<AssistantRow> {
    const unknown = notFound('Assistant', named.slice(0, MAX_NAME))
    if (named === '' || named.length > MAX_NAME || !isStorable(named)) throw unknown
    const assistant_id = isUuid(named) ? named.toLowerCase() : builtInAssistantId(named)
    const byId = await assistants.get({ tenant_id, assistant_id })
    if (byId !== undefined) return byId
    const [only, another] = await assistants.findNamed(tenant_id, named)
    if (only === undefined) throw unknown
    if (another === undefined) return only
    throw new AppError('resource_not_found', `several assistants are called ${named}; use the id of one`)
  },

  /** Newest first. */
  async list(tenant_id: string): Promise<NamedAssistant[]> {
    const page = { sort: 'created_at', order: 'desc', limit: MOST, offset: 0 } as const
    const rows = await searches.assistants(tenant_id, {}, page)
    return withNames(rows.slice(0, MOST))
  },
})

export type AssistantNames = ReturnType<typeof makeAssistantNames>

const withNames = (rows: readonly AssistantRow[]): NamedAssistant[] => {
  const owners = new Map<string, string | undefined>()
  for (const { name, assistant_id } of rows) owners.set(name, owners.has(name) ? undefined : assistant_id)
  // The name of a graph is that of its built-in assistant, whoever else has it.
  for (const { graph_id, assistant_id } of rows)
    if (builtInAssistantId(graph_id) === assistant_id) owners.set(graph_id, assistant_id)
  return rows.map((assistant) => {
    const { name, assistant_id } = assistant
    const isItsOwn = owners.get(name) === assistant_id && !isUuid(name)
    return { assistant, called: isItsOwn ? name : assistant_id }
  })
}
