/** Assistants as tools of an MCP server. */
import type { AssistantNames, NamedAssistant } from '../../domain/assistant-lookup.js'
import { BUILT_IN_GRAPH } from '../../domain/built-in-graph.js'
import { AppError } from '../../errors.js'
import type { Inspect } from '../../engine/graph-inspector.js'
import { definitionOf } from '../../engine/assistant-definitions.js'
import { makeRecent } from '../../platform/lru-cache.js'
import { isUuid } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'

type AssistantRow = Row<'assistants'>

interface Parts {
  names: AssistantNames
  inspect: Inspect
}

/** What models can be told: hosts put more than this into prompts, and providers refuse other characters. */
const SAFE = /^[\w-]{1,64}$/
const WITH_ID = /^(?:.*_)?([0-9a-f]{32})$/
const ID_CHARS = 33
const KEPT = 1_000

const CHAT: JsonObject = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1, description: 'What to say to the assistant.' } },
  required: ['message'],
}

export const makeAssistantTools = ({ names, inspect }: Parts) => {
  const schemas = makeRecent<Promise<JsonObject>>(KEPT)

  const askSchema = async (row: AssistantRow): Promise<JsonObject> => {
    const subject = { tenant_id: row.tenant_id, thread_id: null, assistant: definitionOf(row) }
    const { input_schema } = (await inspect.read(subject, { kind: 'schemas' })) as {
      input_schema?: { properties?: JsonObject } | null
    }
    if (input_schema == null || 'messages' in (input_schema.properties ?? {})) return CHAT
    return { ...input_schema, type: 'object' }
  }

  /** A graph is asked once for each version of an assistant; one that cannot say what it takes takes anything. */
  const schemaOf = (row: AssistantRow): Promise<JsonObject> => {
    if (row.graph_id === BUILT_IN_GRAPH && row.graph_schema === '{}') return Promise.resolve(CHAT)
    const key = `${row.tenant_id}\n${row.assistant_id}\n${String(row.version)}`
    const known = schemas.get(key)
    if (known !== undefined) return known
    const asked = askSchema(row).catch((error: unknown) => {
      schemas.remove(key)
      if (error instanceof AppError) return { type: 'object' }
      throw error
    })
    schemas.set(key, asked)
    return asked
  }

  return {
    list: async (tenant_id: string): Promise<JsonObject[]> =>
      Promise.all(
        (await names.list(tenant_id)).map(async (named) => ({
          name: toolName(named),
          title: named.assistant.name,
          description: named.assistant.description ?? `Asks the assistant ${named.assistant.name}.`,
          inputSchema: await schemaOf(named.assistant),
        })),
      ),

    find: (tenant_id: string, name: string): Promise<AssistantRow> =>
      names.find(tenant_id, idIn(name) ?? name),

    /** What a tool is missing; undefined: nothing. */
    async problemWith(row: AssistantRow, { message }: JsonObject): Promise<string | undefined> {
      if ((await schemaOf(row)) !== CHAT) return undefined
      return typeof message === 'string' && message !== '' ? undefined : 'message must be a text'
    },
  }
}

/** The assistant's own name where that is safe and only its own; otherwise what is safe of it, and its id. */
export const toolName = ({ called, assistant }: NamedAssistant): string => {
  if (SAFE.test(called) && !isUuid(called) && idIn(called) === undefined) return called
  const safe = assistant.name
    .replace(/[^\w-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64 - ID_CHARS)
  return `${safe === '' ? 'assistant' : safe}_${assistant.assistant_id.replaceAll('-', '')}`
}

const idIn = (name: string): string | undefined =>
  WITH_ID.exec(name)?.[1]?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
