/** Assistants, as LangGraph's clients manage them. */
import { Type } from 'typebox'
import type { Assistants } from '../../domain/assistants.js'
import type { Only } from '../../langgraph/auth-filters.js'
import { selecting, toLgAssistant, toLgVersion } from '../../langgraph/row-mappers.js'
import { assistantIdOf } from '../../domain/runs/parse-langgraph-run.js'
import { toAssistant } from '../../domain/row-mappers.js'
import type { Threads } from '../../domain/threads.js'
import { AssistantConfig } from '../../schema/assistant.js'
import { JsonObject, Metadata, Nullable, OneOf, Text, Uuid } from '../../schema/common.js'
import type { SearchStore } from '../../store/threads/search.js'
import { dialectRoute, paged, type DialectRoute } from './route.js'

export interface AssistantRouteParts {
  assistants: Assistants
  threads: Threads
  searches: SearchStore
}

const params = Type.Object({ assistant_id: Type.String() })
const FIELDS = [
  'assistant_id',
  'graph_id',
  'name',
  'description',
  'config',
  'context',
  'created_at',
  'updated_at',
  'metadata',
  'version',
]

const described = {
  config: Type.Optional(Nullable(AssistantConfig)),
  context: Type.Optional(Nullable(JsonObject)),
  metadata: Type.Optional(Nullable(Metadata)),
  name: Type.Optional(Nullable(Text({ minLength: 1, maxLength: 256, description: 'What it is called.' }))),
  description: Type.Optional(Nullable(Text({ maxLength: 10_000, description: 'What it is for.' }))),
}
const graphId = Text({ minLength: 1, maxLength: 256, description: 'The graph that it runs.' })
const paging = {
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  offset: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
}
const filter = {
  metadata: Type.Optional(Nullable(JsonObject)),
  graph_id: Type.Optional(Nullable(Type.String())),
  name: Type.Optional(Nullable(Type.String())),
}

/** What is null in JSON is what was not sent. */
const present = <T extends object>(sent: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value != null)) as never

const searchOf = (sent: {
  metadata?: JsonObject | null
  graph_id?: string | null
  name?: string | null
}) => ({
  ...(sent.metadata != null && { metadata: JSON.stringify(sent.metadata) }),
  ...(sent.graph_id != null && { graph_id: sent.graph_id }),
  ...(sent.name != null && sent.name !== '' && { name: sent.name }),
})

/** As many as their column counts. */
const MOST_VERSIONS = 2_147_483_647

/** Threads that are removed at a time. */
const SOME = 100

export const lgAssistantRoutes = ({ assistants, threads, searches }: AssistantRouteParts): DialectRoute[] => {
  const removeThreads = async (tenant: string, assistant_id: string, only: Only): Promise<void> => {
    const page = { sort: 'created_at', order: 'asc', limit: SOME, offset: 0 } as const
    for (;;) {
      const rows = await searches.threads(tenant, { metadata: JSON.stringify({ assistant_id }), only }, page)
      if (rows.length === 0) return
      // One that is gone by now needs no removing.
      await Promise.all(rows.map((row) => threads.remove(tenant, row.thread_id).catch(() => undefined)))
    }
  }

  return [
    dialectRoute({
      method: 'POST',
      path: '/assistants',
      operationId: 'lgCreateAssistant',
      summary: 'Make an assistant',
      auth: { resource: 'assistants', action: 'create' },
      body: Type.Object({
        graph_id: graphId,
        assistant_id: Type.Optional(Nullable(Uuid)),
        if_exists: Type.Optional(Nullable(OneOf(['raise', 'do_nothing'], 'When it exists.'))),
        ...described,
      }),
      handle: async ({ tenant, body }) =>
        toLgAssistant(await assistants.create(tenant, { name: 'Untitled', ...present(body) })),
    }),
    dialectRoute({
      method: 'POST',
      path: '/assistants/search',
      operationId: 'lgSearchAssistants',
      summary: 'Find assistants',
      auth: { resource: 'assistants', action: 'search' },
      scope: 'read',
      body: Type.Object({
        ...filter,
        ...paging,
        sort_by: Type.Optional(
          Nullable(OneOf(['assistant_id', 'graph_id', 'name', 'created_at', 'updated_at'], 'By what.')),
        ),
        sort_order: Type.Optional(Nullable(OneOf(['asc', 'desc'], 'Which first.'))),
        select: Type.Optional(Nullable(Type.Array(Type.String()))),
      }),
      handle: async ({ tenant, body, header, granted: { only } }) => {
        const select = selecting(body.select, FIELDS)
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
        const sort = { sort: body.sort_by ?? 'created_at', order: body.sort_order ?? ('desc' as const) }
        const rows = await searches.assistants(tenant, { ...searchOf(body), only }, { ...page, ...sort })
        return paged(rows, page, header).map((row) => select(toLgAssistant(toAssistant(row))))
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/assistants/count',
      operationId: 'lgCountAssistants',
      summary: 'Count assistants',
      auth: { resource: 'assistants', action: 'search' },
      scope: 'read',
      body: Type.Object(filter),
      handle: ({ tenant, body, granted: { only } }) =>
        searches.countAssistants(tenant, { ...searchOf(body), only }),
    }),
    dialectRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}',
      operationId: 'lgGetAssistant',
      summary: 'Read an assistant',
      auth: { resource: 'assistants', action: 'read' },
      params,
      handle: async ({ tenant, params: { assistant_id } }) =>
        toLgAssistant(await assistants.get(tenant, assistantIdOf(assistant_id))),
    }),
    dialectRoute({
      method: 'PATCH',
      path: '/assistants/{assistant_id}',
      operationId: 'lgUpdateAssistant',
      summary: 'Change an assistant, which makes a version',
      auth: { resource: 'assistants', action: 'update' },
      params,
      body: Type.Object({ graph_id: Type.Optional(Nullable(graphId)), ...described }),
      handle: async ({ tenant, params: { assistant_id }, body }) =>
        toLgAssistant(await assistants.update(tenant, assistantIdOf(assistant_id), present(body))),
    }),
    dialectRoute({
      method: 'DELETE',
      path: '/assistants/{assistant_id}',
      operationId: 'lgDeleteAssistant',
      summary: 'Delete an assistant, and its threads if that is asked for',
      auth: { resource: 'assistants', action: 'delete' },
      params,
      query: Type.Object({ delete_threads: Type.Optional(Type.Boolean()) }),
      status: 204,
      handle: async ({ tenant, params: { assistant_id }, query, authorise }) => {
        const id = assistantIdOf(assistant_id)
        const isThorough = query.delete_threads === true
        const threadsOnly = isThorough
          ? (await authorise({ resource: 'threads', action: 'delete', value: {} })).only
          : null
        await assistants.remove(tenant, id)
        if (isThorough) await removeThreads(tenant, id, threadsOnly)
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/assistants/{assistant_id}/versions',
      operationId: 'lgListVersions',
      summary: 'List the versions of an assistant, newest first',
      auth: { resource: 'assistants', action: 'read' },
      scope: 'read',
      params,
      body: Type.Object({ ...paging, metadata: filter.metadata }),
      handle: async ({ tenant, params: { assistant_id }, body }) => {
        const offset = body.offset ?? 0
        const wanted = offset + (body.limit ?? 10)
        const { data } = await assistants.listVersions(tenant, assistantIdOf(assistant_id), { limit: wanted })
        return data.slice(offset).map(toLgVersion)
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/assistants/{assistant_id}/latest',
      operationId: 'lgSetLatest',
      summary: 'Make a version the current one',
      auth: { resource: 'assistants', action: 'update' },
      params,
      body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: MOST_VERSIONS }) }),
      handle: async ({ tenant, params: { assistant_id }, body }) =>
        toLgAssistant(await assistants.setLatest(tenant, assistantIdOf(assistant_id), body.version)),
    }),
  ]
}
