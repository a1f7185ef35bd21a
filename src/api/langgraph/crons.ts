/** LangGraph API: endpoints for crons (scheduled runs). */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.js'
import type { AuthFilter } from '../../langgraph/auth-filters.js'
import type { Crons } from '../../domain/crons/crons.js'
import { makeFieldSelector } from '../../langgraph/row-mappers.js'
import { toAssistantId } from '../../domain/runs/parse-langgraph-run.js'
import { JsonObject, Nullable, OneOf, Uuid } from '../../schema/common.js'
import { Cron, CRON_SORTS, CronCreate, CronSelection, CronUpdate } from '../../schema/cron.js'
import { describeJson } from '../http/describe-response.js'
import { Count, PAGE_HEADERS, pageFields, selectField } from './describe.js'
import { paginate } from './paginate.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'

export interface CronRouteDeps {
  crons: Crons
  clock: Clock
}

const params = Type.Object({ cron_id: Uuid })
const FIELDS = [...Object.keys(Cron.properties), 'now']

const filterFields = {
  assistant_id: Type.Optional(Nullable(Type.String({ minLength: 1 }))),
  thread_id: Type.Optional(Nullable(Uuid)),
  enabled: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(JsonObject)),
}

interface CronFilter {
  assistant_id?: string | null
  thread_id?: string | null
  enabled?: boolean | null
  metadata?: JsonObject | null
}

const toSearch = (body: CronFilter, authFilter: AuthFilter) => ({
  ...(body.assistant_id != null && { assistant_id: toAssistantId(body.assistant_id) }),
  ...(body.thread_id != null && { thread_id: body.thread_id.toLowerCase() }),
  ...(body.enabled != null && { enabled: body.enabled }),
  // The filter of the project's auth overrides the filter of the request.
  metadata: JSON.stringify({
    ...body.metadata,
    ...(authFilter !== null && (JSON.parse(authFilter) as JsonObject)),
  }),
})

export const cronRoutes = ({ crons, clock }: CronRouteDeps): LangGraphRoute[] => {
  const toAuthAction = (action: 'update' | 'delete', tenant: string, cron_id: string) => ({
    resource: 'crons' as const,
    action,
    value: { cron_id },
    metadata: () => crons.getMetadata(tenant, cron_id),
  })
  return [
    langGraphRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/crons',
      operationId: 'langGraphCreateThreadCron',
      audit: 'cron.create',
      summary: 'Create a cron whose runs share a thread',
      description: 'The runs continue the conversation of the thread.',
      tag: 'LangGraph crons',
      response: Cron,
      params: Type.Object({ thread_id: Uuid }),
      body: CronCreate,
      bodyLimitFactor: 10,
      auth: [
        { resource: 'threads', action: 'create_run' },
        { resource: 'crons', action: 'create' },
      ],
      handle: ({ tenant, caller, params: { thread_id }, body, configurable, idempotencyStatements }) =>
        crons.create(tenant, body, { thread_id, user_id: caller, configurable }, idempotencyStatements),
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/crons',
      operationId: 'langGraphCreateCron',
      audit: 'cron.create',
      summary: 'Create a cron whose runs each get a new thread',
      description: 'The threads are deleted when the runs have ended, unless `on_run_completed` is `keep`.',
      tag: 'LangGraph crons',
      response: Cron,
      body: CronCreate,
      bodyLimitFactor: 10,
      auth: { resource: 'crons', action: 'create' },
      handle: ({ tenant, caller, body, configurable, idempotencyStatements }) =>
        crons.create(tenant, body, { user_id: caller, configurable }, idempotencyStatements),
    }),
    langGraphRoute({
      method: 'PATCH',
      path: '/runs/crons/{cron_id}',
      operationId: 'langGraphUpdateCron',
      audit: 'cron.update',
      summary: 'Update a cron',
      description: 'Fields that are absent keep their values. A new schedule takes effect at once.',
      tag: 'LangGraph crons',
      response: Cron,
      params,
      body: CronUpdate,
      bodyLimitFactor: 10,
      auth: 'in_handler',
      handle: async ({ tenant, params: { cron_id }, body, authorize, isProjectUser, auditStatements }) => {
        const { value } = await authorize({
          ...toAuthAction('update', tenant, cron_id),
          value: { ...body, cron_id, metadata: body.metadata ?? {} },
        })
        const metadata = value['metadata'] as JsonObject
        return crons.update(tenant, cron_id, isProjectUser ? { ...body, metadata } : body, auditStatements)
      },
    }),
    langGraphRoute({
      method: 'DELETE',
      path: '/runs/crons/{cron_id}',
      operationId: 'langGraphDeleteCron',
      audit: 'cron.delete',
      summary: 'Delete a cron, but not its runs',
      description: 'Runs that the cron has created continue.',
      tag: 'LangGraph crons',
      params,
      status: 204,
      auth: 'in_handler',
      handle: async ({ tenant, params: { cron_id }, authorize, auditStatements }) => {
        await authorize(toAuthAction('delete', tenant, cron_id))
        await crons.remove(tenant, cron_id, auditStatements)
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/crons/search',
      operationId: 'langGraphSearchCrons',
      summary: 'Search crons',
      description: 'Every given filter has to match. `metadata` matches crons whose metadata contains it.',
      tag: 'LangGraph crons',
      response: describeJson(Type.Array(CronSelection), PAGE_HEADERS),
      scope: 'read',
      body: Type.Object({
        ...filterFields,
        ...pageFields,
        sort_by: Type.Optional(Nullable(OneOf(CRON_SORTS, 'The sort field.'))),
        sort_order: Type.Optional(Nullable(OneOf(['asc', 'desc'], 'The sort direction.'))),
        select: selectField,
      }),
      auth: { resource: 'crons', action: 'search' },
      handle: async ({ tenant, body, header, granted: { authFilter } }) => {
        const select = makeFieldSelector(body.select, FIELDS)
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
        const sort = { sort: body.sort_by ?? 'created_at', order: body.sort_order ?? ('desc' as const) }
        const foundCrons = await crons.search(tenant, toSearch(body, authFilter), { ...page, ...sort })
        // `now` is only included if `select` names it.
        const now = body.select == null ? {} : { now: new Date(clock.now()).toISOString() }
        return paginate(foundCrons, page, header).map((cron) => select({ ...cron, ...now }))
      },
    }),
    langGraphRoute({
      method: 'POST',
      path: '/runs/crons/count',
      operationId: 'langGraphCountCrons',
      summary: 'Count crons',
      description: 'Counts the crons that a search with the same filters finds.',
      tag: 'LangGraph crons',
      response: Count,
      scope: 'read',
      body: Type.Object(filterFields),
      auth: { resource: 'crons', action: 'search' },
      handle: ({ tenant, body, granted: { authFilter } }) => crons.count(tenant, toSearch(body, authFilter)),
    }),
  ]
}
