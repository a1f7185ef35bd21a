/**
 * Lists the deliveries of all webhooks of a tenant. The newest deliveries of each webhook are found by its index and merged, because an
 * index over all deliveries of a tenant would have to be kept up to date by every delivery.
 */
import { sql } from 'kysely'
import type { DeliveryStatus } from '../../schema/webhook.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { toPageParams, type PageRequest } from '../sql/page.js'
import { bindLimit, prepare, type SqlValue } from '../sql/statement.js'
import type { DeliveryRow } from './deliveries.js'

export interface DeliveryFilter {
  run_id?: string | undefined
  webhook_id?: string | undefined
  event_type?: string | undefined
  status?: DeliveryStatus | undefined
  /** The times between which the events were created. */
  between?: { from: number; to: number } | undefined
}

interface Shape {
  count: number
  continued: boolean
  filters: ('run_id' | 'event_type')[]
  hasTimes: boolean
  status: DeliveryStatus | undefined
}

const WEBHOOKS_PER_READ = 20
/** Tenants with more webhooks, which are those of single runs, see the deliveries of the newest ones. */
const MAX_WEBHOOKS = 1_000

/** An event has a delivery for each webhook, so a position consists of both IDs. */
const toPosition = ({ event_id, webhook_id }: Pick<DeliveryRow, 'event_id' | 'webhook_id'>): string =>
  `${event_id}/${webhook_id}`

export const toDeliveryPosition = (row: DeliveryRow): { at: number; id: string } => ({
  at: row.created_at,
  id: toPosition(row),
})

export const makeAllDeliveriesStore = (db: Database) => {
  const { kysely } = db.dialect

  const selectWebhookIds = prepare<{ tenant_id: string }>()((p) =>
    kysely
      .selectFrom('webhooks')
      .select('webhook_id')
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at', 'desc')
      .limit(sql.lit(MAX_WEBHOOKS)),
  )

  const selectNewest = memoizeByShape((shape: Shape) =>
    prepare<Record<string, SqlValue>>()((p) => {
      const selectOfWebhook = (index: number) =>
        kysely
          .selectFrom((eb) =>
            eb
              .selectFrom('webhook_deliveries')
              .selectAll()
              .where('tenant_id', '=', p['tenant_id'] as string)
              .where('webhook_id', '=', p[`webhook${String(index)}`] as string)
              .$if(shape.hasTimes, (query) =>
                query
                  .where('created_at', '>=', p['from'] as number)
                  .where('created_at', '<=', p['to'] as number),
              )
              .$if(shape.filters.includes('run_id'), (query) =>
                query.where('run_id', '=', p['run_id'] as string),
              )
              .$if(shape.filters.includes('event_type'), (query) =>
                query.where('event_type', '=', p['event_type'] as string),
              )
              .$if(shape.status !== undefined, (query) =>
                query.where('status', '=', sql.lit(shape.status ?? 'pending')),
              )
              .$if(shape.continued, (query) =>
                query.where(
                  sql<boolean>`(created_at, event_id, webhook_id) < (${p['at']}, ${p['event_id']}, ${p['webhook_id']})`,
                ),
              )
              .orderBy('created_at', 'desc')
              .orderBy('event_id', 'desc')
              .limit(bindLimit(p['limit'] as number))
              .as(`d${String(index)}`),
          )
          .selectAll()
      return Array.from({ length: shape.count - 1 }, (_, index) => index + 1).reduce(
        (query, index) => query.unionAll(selectOfWebhook(index)),
        selectOfWebhook(0),
      )
    }),
  )

  return {
    /** Newest first. */
    async list(
      tenant_id: string,
      { webhook_id, status, between, ...filter }: DeliveryFilter,
      page: PageRequest,
    ): Promise<DeliveryRow[]> {
      const ids =
        webhook_id === undefined
          ? (await db.read(selectWebhookIds({ tenant_id }))).map((row) => row.webhook_id)
          : [webhook_id]
      const { limit, at, id } = toPageParams(page)
      const [lastEvent = '', lastWebhook = ''] = id.split('/')
      const filters = (['run_id', 'event_type'] as const).filter((name) => filter[name] !== undefined)
      const shape = { continued: page.after !== undefined, filters, hasTimes: between !== undefined, status }
      const params = {
        tenant_id,
        limit,
        at,
        event_id: lastEvent,
        webhook_id: lastWebhook,
        run_id: filter.run_id ?? '',
        event_type: filter.event_type ?? '',
        ...between,
      }
      let newest: DeliveryRow[] = []
      for (let start = 0; start < ids.length; start += WEBHOOKS_PER_READ) {
        const chunk = ids.slice(start, start + WEBHOOKS_PER_READ)
        const webhooks = Object.fromEntries(chunk.map((key, index) => [`webhook${String(index)}`, key]))
        const rows = await db.read(
          selectNewest({ count: chunk.length, ...shape })({ ...params, ...webhooks }),
        )
        newest = [...newest, ...rows].sort(compareNewestFirst).slice(0, limit)
      }
      return newest
    },
  }
}

export type AllDeliveriesStore = ReturnType<typeof makeAllDeliveriesStore>

const compareNewestFirst = (a: DeliveryRow, b: DeliveryRow): number =>
  b.created_at - a.created_at || (toPosition(a) < toPosition(b) ? 1 : -1)
