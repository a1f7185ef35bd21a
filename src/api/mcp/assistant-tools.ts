/** Lists assistants as MCP tools. */
import type { AssistantLookup, NamedAssistant } from '../../domain/assistant-lookup.js'
import { BUILT_IN_GRAPH } from '../../domain/built-in-graph.js'
import { AppError } from '../../errors.js'
import type { GraphInspector } from '../../engine/graph-inspector.js'
import { toRunAssistant } from '../../engine/assistant-definitions.js'
import { LRUCache } from 'lru-cache'
import { isUuid } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

type AssistantRow = Row<'assistants'>

interface Deps {
  names: AssistantLookup
  graphInspector: GraphInspector
}

/** Model providers reject tool names with other characters, or longer ones. */
const SAFE_NAME = /^[\w-]{1,64}$/
const NAME_WITH_ID = /^(?:.*_)?([0-9a-f]{32})$/
const ID_SUFFIX_CHARS = 33
const MAX_CACHED_SCHEMAS = 1_000

const CHAT_INPUT_SCHEMA: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1, description: 'What to say to the assistant.' } },
  required: ['message'],
}

export const makeAssistantTools = ({ names, graphInspector }: Deps) => {
  const schemaCache = new LRUCache<string, Promise<JsonObject>>({ max: MAX_CACHED_SCHEMAS })

  const loadInputSchema = async (row: AssistantRow): Promise<JsonObject> => {
    const target = { tenant_id: row.tenant_id, thread_id: null, assistant: toRunAssistant(row) }
    const { input_schema } = (await graphInspector.read(target, { kind: 'schemas' })) as {
      input_schema?: { properties?: JsonObject } | null
    }
    if (input_schema == null || 'messages' in (input_schema.properties ?? {})) return CHAT_INPUT_SCHEMA
    return { ...input_schema, type: 'object' }
  }

  /**
   * Cached per version of an assistant with a declarative graph. The inspector caches the schemas of a project's
   * graphs, which change when the project is reloaded. If the graph cannot describe its input, any object is accepted.
   */
  const getInputSchema = (row: AssistantRow): Promise<JsonObject> => {
    if (row.graph_id === BUILT_IN_GRAPH && row.graph_schema === '{}')
      return Promise.resolve(CHAT_INPUT_SCHEMA)
    const key = `${row.tenant_id}\n${row.assistant_id}\n${String(row.version)}`
    const cached = schemaCache.get(key)
    if (cached !== undefined) return cached
    const loading = loadInputSchema(row).catch((error: unknown) => {
      schemaCache.delete(key)
      if (error instanceof AppError) return { type: 'object' }
      throw error
    })
    if (row.graph_schema !== '{}') schemaCache.set(key, loading)
    return loading
  }

  return {
    list: async (tenant_id: string): Promise<JsonObject[]> =>
      Promise.all(
        (await names.list(tenant_id)).map(async (namedAssistant) => ({
          name: toToolName(namedAssistant),
          title: namedAssistant.assistant.name,
          description:
            namedAssistant.assistant.description ?? `Asks the assistant ${namedAssistant.assistant.name}.`,
          inputSchema: await getInputSchema(namedAssistant.assistant),
        })),
      ),

    find: (tenant_id: string, name: string): Promise<AssistantRow> =>
      names.find(tenant_id, assistantIdFrom(name) ?? name),

    /** Describes what is wrong with the input of a tool call; undefined if it is valid. */
    async findInputProblem(row: AssistantRow, { message }: JsonObject): Promise<string | undefined> {
      if ((await getInputSchema(row)) !== CHAT_INPUT_SCHEMA) return undefined
      return typeof message === 'string' && message !== '' ? undefined : 'message must be a non-empty string'
    },
  }
}

/** The name of the assistant if it is safe and unique; otherwise its safe characters followed by the assistant id. */
export const toToolName = ({ nameOrId, assistant }: NamedAssistant): string => {
  if (SAFE_NAME.test(nameOrId) && !isUuid(nameOrId) && assistantIdFrom(nameOrId) === undefined)
    return nameOrId
  const safeName = assistant.name
    .replace(/[^\w-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64 - ID_SUFFIX_CHARS)
  return `${safeName === '' ? 'assistant' : safeName}_${assistant.assistant_id.replaceAll('-', '')}`
}

const assistantIdFrom = (name: string): string | undefined =>
  NAME_WITH_ID.exec(name)?.[1]?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
