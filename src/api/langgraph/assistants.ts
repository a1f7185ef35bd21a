/** LangGraph API: endpoints for assistants. */
import { Type } from 'typebox'
import type { Assistants } from '../../domain/assistants.js'
import type { AuthFilter } from '../../langgraph/auth-filters.js'
import {
  makeFieldSelector,
  toLangGraphAssistant,
  toLangGraphAssistantVersion,
} from '../../langgraph/row-mappers.js'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { toAssistant, toAssistantVersion } from '../../domain/row-mappers.js'
import type { Threads } from '../../domain/threads.js'
import { AssistantConfig } from '../../schema/assistant.js'
import { JsonObject, Metadata, Nullable, OneOf, Text, Uuid } from '../../schema/common.js'
import {
  LangGraphAssistant,
  LangGraphAssistantSelection,
  LangGraphAssistantVersion,
} from '../../schema/langgraph-assistant.js'
import type { AssistantSearch } from '../../store/assistants/search.js'
import type { ThreadSearch } from '../../store/threads/search.js'
import { describeJson } from '../http/describe-response.js'
import { AssistantOrGraphId, Count, PAGE_HEADERS, pageFields, selectField } from './describe.js'
import { paginate } from './paginate.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'

export interface AssistantRouteDeps {
  assistants: Assistants
  threads: Threads
  assistantSearch: AssistantSearch
  threadSearch: ThreadSearch
}

const params = Type.Object({ assistant_id: AssistantOrGraphId })
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

const assistantFields = {
  config: Type.Optional(Nullable(AssistantConfig)),
  context: Type.Optional(Nullable(JsonObject)),
  metadata: Type.Optional(Nullable(Metadata)),
  name: Type.Optional(
    Nullable(Text({ minLength: 1, maxLength: 256, description: 'The name of the assistant.' })),
  ),
  description: Type.Optional(
    Nullable(Text({ maxLength: 10_000, description: 'What the assistant is for.' })),
  ),
}
const graphId = Text({
  minLength: 1,
  maxLength: 256,
  description: 'The ID of the graph that the assistant runs.',
})
const filterFields = {
  metadata: Type.Optional(Nullable(JsonObject)),
  graph_id: Type.Optional(Nullable(Type.String())),
  name: Type.Optional(Nullable(Type.String())),
}

/** Removes null fields: a null in the body means the same as an absent field. */
const dropNulls = <T extends object>(body: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value != null)) as never

const toSearch = (body: {
  metadata?: JsonObject | null
  graph_id?: string | null
  name?: string | null
}) => ({
  ...(body.metadata != null && { metadata: JSON.stringify(body.metadata) }),
  ...(body.graph_id != null && { graph_id: body.graph_id }),
  ...(body.name != null && body.name !== '' && { name: body.name }),
})

/** The maximum of the 32-bit integer column that stores versions. */
const MAX_VERSION = 2_147_483_647

const THREAD_BATCH_SIZE = 100

export const langGraphAssistantRoutes = ({
  assistants,
  threads,
  assistantSearch,
  threadSearch,
}: AssistantRouteDeps): LangGraphRoute[] => {
  const removeThreads = async (
    tenant: string,
    assistant_id: string,
    authFilter: AuthFilter,
  ): Promise<void> => {
    const page = { sort: 'created_at', order: 'asc', limit: THREAD_BATCH_SIZE, offset: 0 } as const
    for (;;) {
      const rows = await threadSearch.search(
        tenant,
        { metadata: JSON.stringify({ assistant_id }), authFilter },
        page,
        false,
      )
      if (rows.length === 0) return
      // Another request may have removed the thread already.
      await Promise.all(rows.map((row) => threads.remove(tenant, row.thread_id).catch(() => undefined)))
    }
  }

  return [
    langGraphRoute({
      method: 'POST',
      path: '/assistants',
      operationId: 'langGraphCreateAssistant',
      audit: 'assistant.create',
      summary: 'Create an assistant',
      description:
        'Without `name`, the assistant is named `Untitled`. With `if_exists: do_nothing`, an existing assistant with this ID is returned unchanged; otherwise it is a 409.',
      tag: 'LangGraph assistants',
      response: LangGraphAssistant,
      auth: { resource: 'assistants', action: 'create' },
      body: Type.Object({
        graph_id: graphId,
        assistant_id: Type.Optional(Nullable(Uuid)),
        if_exists: Type.Optional(
          Nullable(OneOf(['raise', 'do_nothing'], 'What happens if the ID already exists.')),
        ),
        ...assistantFields,
      }),
      handle: async ({ tenant, body }) =>
        toLangGraphAssistant(await assistants.create(tenant, { name: 'Untitled', ...dropNulls(body) })),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/assistants/search',
      operationId: 'langGraphSearchAssistants',
      summary: 'Search assistants',
      description:
        'Every given filter has to match. `metadata` matches assistants whose metadata contains it; `name` matches a part of the name, in any case. Without filters, all assistants are listed.',
      tag: 'LangGraph assistants',
      response: describeJson(Type.Array(LangGraphAssistantSelection), PAGE_HEADERS),
      auth: { resource: 'assistants', action: 'search' },
      scope: 'read',
      body: Type.Object({
        ...filterFields,
        ...pageFields,
        sort_by: Type.Optional(
          Nullable(
            OneOf(['assistant_id', 'graph_id', 'name', 'created_at', 'updated_at'], 'The sort field.'),
          ),
        ),
        sort_order: Type.Optional(Nullable(OneOf(['asc', 'desc'], 'The sort direction.'))),
        select: selectField,
      }),
      handle: async ({ tenant, body, header, granted: { authFilter } }) => {
        const select = makeFieldSelector(body.select, FIELDS)
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
        const sort = { sort: body.sort_by ?? 'created_at', order: body.sort_order ?? ('desc' as const) }
        const rows = await assistantSearch.search(
          tenant,
          { ...toSearch(body), authFilter },
          { ...page, ...sort },
        )
        return paginate(rows, page, header).map((row) => select(toLangGraphAssistant(toAssistant(row))))
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/assistants/count',
      operationId: 'langGraphCountAssistants',
      summary: 'Count assistants',
      description: 'Counts the assistants that a search with the same filters finds.',
      tag: 'LangGraph assistants',
      response: Count,
      auth: { resource: 'assistants', action: 'search' },
      scope: 'read',
      body: Type.Object(filterFields),
      handle: ({ tenant, body, granted: { authFilter } }) =>
        assistantSearch.count(tenant, { ...toSearch(body), authFilter }),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/assistants/{assistant_id}',
      operationId: 'langGraphGetAssistant',
      summary: 'Get an assistant',
      description:
        'The ID is that of an assistant, or the ID of a graph, which names the assistant that is created for each graph.',
      tag: 'LangGraph assistants',
      response: LangGraphAssistant,
      auth: { resource: 'assistants', action: 'read' },
      params,
      handle: async ({ tenant, params: { assistant_id } }) =>
        toLangGraphAssistant(await assistants.get(tenant, toAssistantId(assistant_id))),
    }),
    langGraphRoute({
      method: 'PATCH',
      path: '/assistants/{assistant_id}',
      operationId: 'langGraphUpdateAssistant',
      audit: 'assistant.update',
      summary: 'Update an assistant, which creates a new version',
      description:
        'Fields that are absent or null keep their values. `metadata` is merged, other fields are replaced.',
      tag: 'LangGraph assistants',
      response: LangGraphAssistant,
      auth: { resource: 'assistants', action: 'update' },
      params,
      body: Type.Object({ graph_id: Type.Optional(Nullable(graphId)), ...assistantFields }),
      handle: async ({ tenant, params: { assistant_id }, body }) =>
        toLangGraphAssistant(await assistants.update(tenant, toAssistantId(assistant_id), dropNulls(body))),
    }),
    langGraphRoute({
      method: 'DELETE',
      path: '/assistants/{assistant_id}',
      operationId: 'langGraphDeleteAssistant',
      audit: 'assistant.delete',
      summary: 'Delete an assistant and, with delete_threads, its threads',
      description:
        'Deletes its versions and its crons, and cancels its waiting runs. Its other runs are kept.',
      tag: 'LangGraph assistants',
      auth: { resource: 'assistants', action: 'delete' },
      params,
      query: Type.Object({ delete_threads: Type.Optional(Type.Boolean()) }),
      status: 204,
      handle: async ({ tenant, params: { assistant_id }, query, authorize }) => {
        const id = toAssistantId(assistant_id)
        const deletesThreads = query.delete_threads === true
        const threadFilter = deletesThreads
          ? (await authorize({ resource: 'threads', action: 'delete', value: {} })).authFilter
          : null
        await assistants.remove(tenant, id)
        if (deletesThreads) await removeThreads(tenant, id, threadFilter)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/assistants/{assistant_id}/versions',
      operationId: 'langGraphListVersions',
      summary: 'List the versions of an assistant whose metadata contains the given metadata, newest first',
      description:
        'The versions of an assistant are never changed; `POST /assistants/{assistant_id}/latest` makes an earlier version current again.',
      tag: 'LangGraph assistants',
      response: Type.Array(LangGraphAssistantVersion),
      auth: { resource: 'assistants', action: 'read' },
      scope: 'read',
      params,
      body: Type.Object({ ...pageFields, metadata: filterFields.metadata }),
      handle: async ({ tenant, params, body, granted: { authFilter } }) => {
        const { assistant_id } = await assistants.get(tenant, toAssistantId(params.assistant_id))
        const rows = await assistantSearch.searchVersions(
          { tenant_id: tenant, assistant_id },
          { ...toSearch({ metadata: body.metadata ?? null }), authFilter },
          { limit: body.limit ?? 10, offset: body.offset ?? 0 },
        )
        return rows.map((row) => toLangGraphAssistantVersion(toAssistantVersion(row)))
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/assistants/{assistant_id}/latest',
      operationId: 'langGraphSetLatest',
      audit: 'assistant.set_current',
      summary: 'Set the current version of an assistant',
      description: 'New runs use this version. No new version is created.',
      tag: 'LangGraph assistants',
      response: LangGraphAssistant,
      auth: { resource: 'assistants', action: 'update' },
      params,
      body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: MAX_VERSION }) }),
      handle: async ({ tenant, params: { assistant_id }, body }) =>
        toLangGraphAssistant(await assistants.setLatest(tenant, toAssistantId(assistant_id), body.version)),
    }),
  ]
}
