/** Sums the deliveries of webhooks by hour. Pure, except for reading the counts. */
import type { Clock } from '../../platform/clock.js'
import type { WebhookFigures, WebhookFiguresList } from '../../schema/webhook.js'
import {
  HOUR_MS,
  type DeliveryCount,
  type DeliveryFiguresStore,
} from '../../store/webhooks/delivery-figures.js'
import { toIso } from '../row-mappers.js'

interface Deps {
  deliveryFigures: DeliveryFiguresStore
  clock: Clock
}

const DEFAULT_HOURS = 24

export const makeDeliveryFigures = ({ deliveryFigures, clock }: Deps) => ({
  async list(tenant_id: string, { hours = DEFAULT_HOURS }: { hours?: number }): Promise<WebhookFiguresList> {
    const firstHour = Math.floor(clock.now() / HOUR_MS) - hours + 1
    const [counts, errors] = await Promise.all([
      deliveryFigures.count(tenant_id, firstHour * HOUR_MS),
      deliveryFigures.listErrors(tenant_id),
    ])
    const errorsById = new Map(errors.map(({ webhook_id, last_error }) => [webhook_id, last_error]))
    const countsById = groupBy(counts, ({ webhook_id }) => webhook_id)
    const ids = [...new Set([...countsById.keys(), ...errorsById.keys()])]
    return {
      data: ids.map((webhook_id) => ({
        webhook_id,
        ...toFigures(countsById.get(webhook_id) ?? []),
        last_error: errorsById.get(webhook_id) ?? null,
      })),
    }
  },
})

export type DeliveryFigures = ReturnType<typeof makeDeliveryFigures>

const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

const sumByStatus = (rows: readonly DeliveryCount[]) => {
  const sum = { delivered: 0, failed: 0, pending: 0 }
  for (const { status, count } of rows) sum[status] += count
  return sum
}

const toFigures = (rows: readonly DeliveryCount[]): Omit<WebhookFigures, 'webhook_id' | 'last_error'> => ({
  ...sumByStatus(rows),
  first_attempt: rows
    .filter(({ status }) => status === 'delivered')
    .reduce((total, { attempted_once }) => total + attempted_once, 0),
  last_event_at:
    rows.length === 0 ? null : toIso(Math.max(...rows.map(({ last_event_at }) => last_event_at))),
  hours: [...groupBy(rows, ({ hour }) => hour)]
    .toSorted(([a], [b]) => a - b)
    .map(([hour, hourRows]) => ({ from: toIso(hour * HOUR_MS), ...sumByStatus(hourRows) })),
})
