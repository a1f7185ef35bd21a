/** LangGraph API: endpoints for threads. Their states are in states.ts, their runs in runs.ts. */
import { Type, type Static } from 'typebox'
import {
  extractValues,
  makeFieldSelector,
  toLangGraphThread,
  toThreadTtl,
} from '../../langgraph/row-mappers.js'
import type { LangGraphThreads } from '../../langgraph/threads.js'
import { requireThread } from '../../domain/require-resource.js'
import type { Threads } from '../../domain/threads.js'
import { AppError } from '../../errors.js'
import { JsonObject, Metadata, Nullable, OneOf, Uuid } from '../../schema/common.js'
import { LangGraphThread, LangGraphThreadSelection, ThreadsPruned } from '../../schema/langgraph-thread.js'
import { THREAD_STATUSES } from '../../schema/thread.js'
import type { ThreadSearch } from '../../store/threads/search.js'
import { describeHeaders, describeJson, NO_BODY } from '../http/describe-response.js'
import { Count, PAGE_HEADERS, pageFields, selectField } from './describe.js'
import { paginate } from './paginate.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { makeThreadGraph, type ThreadGraphDeps } from './thread-graph.js'

export interface ThreadRouteDeps extends ThreadGraphDeps {
  threads: Threads
  langGraphThreads: LangGraphThreads
  threadSearch: ThreadSearch
}

const params = Type.Object({ thread_id: Uuid })
const FIELDS = [
  'thread_id',
  'created_at',
  'updated_at',
  'state_updated_at',
  'metadata',
  'config',
  'status',
  'values',
  'interrupts',
]
const SORT_FIELDS = ['thread_id', 'status', 'created_at', 'updated_at', 'state_updated_at'] as const

const filterFields = {
  metadata: Type.Optional(Nullable(JsonObject)),
  values: Type.Optional(Nullable(JsonObject)),
  status: Type.Optional(Nullable(OneOf(THREAD_STATUSES, 'Only threads with this status.'))),
}

/** Minutes without use, as a number or in an object with a strategy. `delete` is the only supported strategy. */
const ttl = Type.Optional(
  Nullable(
    Type.Union([
      Type.Number({ exclusiveMinimum: 0, maximum: 5_256_000 }),
      Type.Object({
        ttl: Type.Number({ exclusiveMinimum: 0, maximum: 5_256_000 }),
        strategy: Type.Optional(OneOf(['delete'], 'What happens when the TTL has passed.')),
      }),
    ]),
  ),
)
const toMinutes = (value: Static<typeof ttl> | undefined): number | undefined =>
  typeof value === 'object' ? value?.ttl : value

const superstep = Type.Object({
  updates: Type.Array(
    Type.Object({
      values: Type.Optional(Type.Unknown()),
      command: Type.Optional(Type.Unknown()),
      as_node: Type.String(),
    }),
    { minItems: 1 },
  ),
})

const toSearch = (body: {
  metadata?: JsonObject | null
  values?: JsonObject | null
  status?: (typeof THREAD_STATUSES)[number] | null
  ids?: string[] | null
}) => ({
  ...(body.metadata != null && { metadata: JSON.stringify(body.metadata) }),
  ...(body.values != null && { values: JSON.stringify(body.values) }),
  ...(body.status != null && { status: body.status }),
  ...(body.ids != null && { ids: body.ids.map((id) => id.toLowerCase()) }),
})

/** Paths that contain no `values` cannot reach the state. */
const readsState = ({
  select,
  extract,
}: {
  select?: readonly string[] | null
  extract?: Record<string, string> | null
}): boolean =>
  select == null ||
  select.includes('values') ||
  Object.values(extract ?? {}).some((path) => path.includes('values'))

export const langGraphThreadRoutes = (deps: ThreadRouteDeps): LangGraphRoute[] => {
  const { threads, langGraphThreads, threadStore, threadSearch } = deps
  const { update } = makeThreadGraph(deps)
  const requireThreadWithState = async (tenant: string, thread_id: string) =>
    threadStore.expandState(await requireThread(threadStore, tenant, thread_id))
  const readThread = async (tenant: string, thread_id: string) =>
    toLangGraphThread(await requireThreadWithState(tenant, thread_id))
  /** If the supersteps cannot be applied, the new thread is removed again. */
  const applySupersteps = async (
    tenant: string,
    thread_id: string,
    supersteps: Static<typeof superstep>[],
  ): Promise<void> => {
    try {
      await update(tenant, thread_id, { kind: 'supersteps', supersteps })
    } catch (error) {
      await threads.remove(tenant, thread_id)
      throw error
    }
  }

  return [
    langGraphRoute({
      method: 'POST',
      path: '/threads',
      operationId: 'langGraphCreateThread',
      summary: 'Create a thread',
      description:
        '`supersteps` create the state of the thread as if nodes had run; they need `metadata.graph_id`. `ttl` is in minutes.',
      tag: 'LangGraph threads',
      response: LangGraphThread,
      auth: { resource: 'threads', action: 'create' },
      body: Type.Object({
        thread_id: Type.Optional(Nullable(Uuid)),
        metadata: Type.Optional(Nullable(Metadata)),
        if_exists: Type.Optional(
          Nullable(OneOf(['raise', 'do_nothing'], 'What happens if the ID already exists.')),
        ),
        ttl,
        supersteps: Type.Optional(Nullable(Type.Array(superstep, { maxItems: 1000 }))),
      }),
      bodyLimitFactor: 10,
      errors: ['state_too_large'],
      handle: async ({ tenant, body }) => {
        const { thread_id, metadata, if_exists, supersteps } = body
        const ttl_minutes = toMinutes(body.ttl)
        const thread = await threads.create(tenant, {
          ...(thread_id != null && { thread_id }),
          ...(metadata != null && { metadata }),
          ...(if_exists != null && { if_exists }),
          ...(ttl_minutes !== undefined && { ttl_minutes }),
        })
        if (supersteps != null && supersteps.length > 0)
          await applySupersteps(tenant, thread.thread_id, supersteps)
        return readThread(tenant, thread.thread_id)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/prune',
      operationId: 'langGraphPruneThreads',
      summary: 'Delete threads, or all but their latest states',
      description: 'Threads that do not exist or are busy are skipped.',
      tag: 'LangGraph threads',
      response: ThreadsPruned,
      body: Type.Object({
        thread_ids: Type.Array(Uuid, { maxItems: 1000 }),
        strategy: Type.Optional(
          OneOf(['delete', 'keep_latest'], 'Whether the threads or only their older states are deleted.'),
        ),
      }),
      auth: 'in_handler',
      handle: async ({ tenant, body: { thread_ids, strategy = 'delete' }, authorize }) => {
        const action = strategy === 'delete' ? 'delete' : 'update'
        for (const thread_id of thread_ids)
          await authorize({ resource: 'threads', action, value: { thread_id } })
        return { pruned_count: await langGraphThreads.prune(tenant, thread_ids, strategy) }
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/copy',
      operationId: 'langGraphCopyThread',
      summary: 'Copy a thread with its state and history',
      description: 'Copies the checkpoints and the messages, but not the runs.',
      tag: 'LangGraph threads',
      response: LangGraphThread,
      params,
      auth: [
        { resource: 'threads', action: 'read' },
        { resource: 'threads', action: 'create', value: () => ({ metadata: {} }) },
      ],
      handle: async ({ tenant, params: { thread_id }, granted }) =>
        toLangGraphThread(
          await langGraphThreads.copy(tenant, thread_id, granted.value['metadata'] as JsonObject),
        ),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/search',
      operationId: 'langGraphSearchThreads',
      summary: 'Search threads',
      description:
        'Every given filter has to match. `metadata` and `values` match threads that contain them. `extract` returns values at paths such as `values.messages[-1].content`, and the `title` and `assistant_id` that only the native API has.',
      tag: 'LangGraph threads',
      response: describeJson(Type.Array(LangGraphThreadSelection), PAGE_HEADERS),
      auth: { resource: 'threads', action: 'search' },
      scope: 'read',
      body: Type.Object({
        ...filterFields,
        ids: Type.Optional(Nullable(Type.Array(Uuid, { maxItems: 1000 }))),
        ...pageFields,
        sort_by: Type.Optional(Nullable(OneOf(SORT_FIELDS, 'The sort field.'))),
        sort_order: Type.Optional(Nullable(OneOf(['asc', 'desc'], 'The sort direction.'))),
        select: selectField,
        extract: Type.Optional(Nullable(Type.Record(Type.String(), Type.String()))),
      }),
      handle: async ({ tenant, body, header, granted: { authFilter } }) => {
        const select = makeFieldSelector(body.select, FIELDS)
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
        const sort = { sort: body.sort_by ?? 'updated_at', order: body.sort_order ?? ('desc' as const) }
        const rows = await threadSearch.search(
          tenant,
          { ...toSearch(body), authFilter },
          { ...page, ...sort },
          readsState(body),
        )
        return paginate(rows, page, header).map((row) => {
          const record = toLangGraphThread(row)
          const extractable = { ...record, title: row.title, assistant_id: row.assistant_id }
          return {
            ...select(record),
            ...(body.extract != null && { extracted: extractValues(extractable, body.extract) }),
          }
        })
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/threads/count',
      operationId: 'langGraphCountThreads',
      summary: 'Count threads',
      description: 'Counts the threads that a search with the same filters finds.',
      tag: 'LangGraph threads',
      response: Count,
      auth: { resource: 'threads', action: 'search' },
      scope: 'read',
      body: Type.Object(filterFields),
      handle: ({ tenant, body, granted: { authFilter } }) =>
        threadSearch.count(tenant, { ...toSearch(body), authFilter }),
    }),
    langGraphRoute({
      method: 'GET',
      path: '/threads/{thread_id}',
      operationId: 'langGraphGetThread',
      summary: 'Get a thread',
      description:
        '`values` and `interrupts` are those of the latest state. `include=ttl` adds the time to live.',
      tag: 'LangGraph threads',
      response: LangGraphThread,
      auth: { resource: 'threads', action: 'read' },
      params,
      query: Type.Object({
        include: Type.Optional(Type.Unsafe<string | string[]>({ type: ['string', 'array'] })),
      }),
      handle: async ({ tenant, params: { thread_id }, query: { include = [] } }) => {
        const row = await requireThreadWithState(tenant, thread_id)
        const included = Array.isArray(include) ? include : include.split(',')
        const unknownField = included.find((name) => name !== 'ttl')
        if (unknownField !== undefined)
          throw new AppError('validation_error', `include must be ttl, not ${unknownField}`, {
            include: 'must be ttl',
          })
        return { ...toLangGraphThread(row), ...(included.includes('ttl') && { ttl: toThreadTtl(row) }) }
      },
    }),
    langGraphRoute({
      method: 'PATCH',
      path: '/threads/{thread_id}',
      operationId: 'langGraphUpdateThread',
      summary: 'Update the metadata and TTL of a thread',
      description:
        '`metadata` is merged key by key. With the header `Prefer: return=minimal`, the response is a 204 without a body.',
      tag: 'LangGraph threads',
      response: LangGraphThread,
      headers: describeHeaders({ Prefer: '`return=minimal` for a response without a body.' }),
      otherResponses: { 204: NO_BODY },
      auth: { resource: 'threads', action: 'update' },
      params,
      body: Type.Object({ metadata: Type.Optional(Nullable(Metadata)), ttl }),
      handle: async ({ tenant, params: { thread_id }, body, request, reply }) => {
        const ttl_minutes = toMinutes(body.ttl)
        await threads.update(tenant, thread_id, {
          ...(body.metadata != null && { metadata: body.metadata }),
          ...(ttl_minutes !== undefined && { ttl_minutes }),
        })
        if (request.headers['prefer'] === 'return=minimal') return reply.code(204).send()
        return readThread(tenant, thread_id)
      },
    }),
    langGraphRoute({
      method: 'DELETE',
      path: '/threads/{thread_id}',
      operationId: 'langGraphDeleteThread',
      summary: 'Delete a thread',
      description:
        'Deletes the thread with its states, messages and runs. Runs that are in progress are cancelled.',
      tag: 'LangGraph threads',
      auth: { resource: 'threads', action: 'delete' },
      params,
      status: 204,
      handle: ({ tenant, params: { thread_id } }) => threads.remove(tenant, thread_id),
    }),
  ]
}
