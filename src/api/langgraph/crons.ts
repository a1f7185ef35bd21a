/** Runs that are made at dates, as LangGraph's clients manage them. */
import { Type } from 'typebox'
import type { Clock } from '../../platform/clock.js'
import type { Only } from '../../langgraph/auth-filters.js'
import type { Crons } from '../../domain/crons/crons.js'
import { selecting } from '../../langgraph/row-mappers.js'
import { assistantIdOf } from '../../domain/runs/parse-langgraph-run.js'
import { JsonObject, Nullable, OneOf, Uuid } from '../../schema/common.js'
import { Cron, CRON_SORTS, CronCreate, CronUpdate } from '../../schema/cron.js'
import { dialectRoute, paged, type DialectRoute } from './route.js'

export interface CronRouteParts {
  crons: Crons
  clock: Clock
}

const params = Type.Object({ cron_id: Uuid })
const FIELDS = [...Object.keys(Cron.properties), 'now']

const filter = {
  assistant_id: Type.Optional(Nullable(Type.String({ minLength: 1 }))),
  thread_id: Type.Optional(Nullable(Uuid)),
  enabled: Type.Optional(Nullable(Type.Boolean())),
  metadata: Type.Optional(Nullable(JsonObject)),
}

interface Wanted {
  assistant_id?: string | null
  thread_id?: string | null
  enabled?: boolean | null
  metadata?: JsonObject | null
}

const searchOf = (sent: Wanted, only: Only) => ({
  ...(sent.assistant_id != null && { assistant_id: assistantIdOf(sent.assistant_id) }),
  ...(sent.thread_id != null && { thread_id: sent.thread_id.toLowerCase() }),
  ...(sent.enabled != null && { enabled: sent.enabled }),
  // What a user may see counts more than what is asked for.
  metadata: JSON.stringify({ ...sent.metadata, ...(only !== null && (JSON.parse(only) as JsonObject)) }),
})

export const cronRoutes = ({ crons, clock }: CronRouteParts): DialectRoute[] => {
  const one = (action: 'update' | 'delete', tenant: string, cron_id: string) => ({
    resource: 'crons' as const,
    action,
    value: { cron_id },
    metadata: () => crons.metadataOf(tenant, cron_id),
  })
  return [
    dialectRoute({
      method: 'POST',
      path: '/threads/{thread_id}/runs/crons',
      operationId: 'lgCreateThreadCron',
      summary: 'Make a cron whose runs are in a thread',
      params: Type.Object({ thread_id: Uuid }),
      body: CronCreate,
      bodyFactor: 10,
      auth: [
        { resource: 'threads', action: 'create_run' },
        { resource: 'crons', action: 'create' },
      ],
      handle: ({ tenant, caller, params: { thread_id }, body, configurable, receipt }) =>
        crons.create(tenant, body, { thread_id, user_id: caller, configurable }, receipt),
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/crons',
      operationId: 'lgCreateCron',
      summary: 'Make a cron whose runs have threads of their own',
      body: CronCreate,
      bodyFactor: 10,
      auth: { resource: 'crons', action: 'create' },
      handle: ({ tenant, caller, body, configurable, receipt }) =>
        crons.create(tenant, body, { user_id: caller, configurable }, receipt),
    }),
    dialectRoute({
      method: 'PATCH',
      path: '/runs/crons/{cron_id}',
      operationId: 'lgUpdateCron',
      summary: 'Change a cron',
      params,
      body: CronUpdate,
      bodyFactor: 10,
      auth: 'own',
      handle: async ({ tenant, params: { cron_id }, body, authorise, isUser }) => {
        const { value } = await authorise({
          ...one('update', tenant, cron_id),
          value: { ...body, cron_id, metadata: body.metadata ?? {} },
        })
        const metadata = value['metadata'] as JsonObject
        return crons.update(tenant, cron_id, isUser ? { ...body, metadata } : body)
      },
    }),
    dialectRoute({
      method: 'DELETE',
      path: '/runs/crons/{cron_id}',
      operationId: 'lgDeleteCron',
      summary: 'Delete a cron; its runs stay',
      params,
      status: 204,
      auth: 'own',
      handle: async ({ tenant, params: { cron_id }, authorise }) => {
        await authorise(one('delete', tenant, cron_id))
        await crons.remove(tenant, cron_id)
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/crons/search',
      operationId: 'lgSearchCrons',
      summary: 'Find crons',
      scope: 'read',
      body: Type.Object({
        ...filter,
        limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
        offset: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
        sort_by: Type.Optional(Nullable(OneOf(CRON_SORTS, 'By what.'))),
        sort_order: Type.Optional(Nullable(OneOf(['asc', 'desc'], 'Which first.'))),
        select: Type.Optional(Nullable(Type.Array(Type.String()))),
      }),
      auth: { resource: 'crons', action: 'search' },
      handle: async ({ tenant, body, header, granted: { only } }) => {
        const select = selecting(body.select, FIELDS)
        const page = { limit: body.limit ?? 10, offset: body.offset ?? 0 }
        const sort = { sort: body.sort_by ?? 'created_at', order: body.sort_order ?? ('desc' as const) }
        const found = await crons.search(tenant, searchOf(body, only), { ...page, ...sort })
        // Told only to those who ask for it by name.
        const now = body.select == null ? {} : { now: new Date(clock.now()).toISOString() }
        return paged(found, page, header).map((cron) => select({ ...cron, ...now }))
      },
    }),
    dialectRoute({
      method: 'POST',
      path: '/runs/crons/count',
      operationId: 'lgCountCrons',
      summary: 'Count crons',
      scope: 'read',
      body: Type.Object(filter),
      auth: { resource: 'crons', action: 'search' },
      handle: ({ tenant, body, granted: { only } }) => crons.count(tenant, searchOf(body, only)),
    }),
  ]
}
