import { expect, test } from 'vitest'
import type { Delivery } from '../api/types.ts'
import { toWebhookSpans } from './webhook-spans.ts'

const makeDelivery = (fields: Partial<Delivery>): Delivery => ({
  id: 'd',
  delivery_id: 'd',
  webhook_id: 'w',
  event_type: 'run.completed',
  run_id: 'r',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_status: 200,
  last_error: null,
  created_at: '2026-11-17T10:00:00.000Z',
  delivered_at: '2026-11-17T10:00:00.142Z',
  ...fields,
})

test('a delivery lasts from the event to the response', () => {
  const [span] = toWebhookSpans([makeDelivery({})], 1)
  expect(span).toMatchObject({ kind: 'webhook', name: 'run.completed', status: 'ok', note: undefined })
  expect((span?.end ?? 0) - (span?.start ?? 0)).toBe(142)
})

test('a delivery that failed or waits says why', () => {
  const spans = toWebhookSpans(
    [
      makeDelivery({
        delivery_id: 'b',
        status: 'failed',
        delivered_at: null,
        last_error: 'HTTP 503',
        created_at: '2026-11-17T10:00:01.000Z',
      }),
      makeDelivery({ delivery_id: 'a', status: 'pending', delivered_at: null }),
    ],
    1,
  )
  expect(spans.map(({ id, status, note, end }) => [id, status, note, end === undefined])).toEqual([
    ['webhook-a', 'open', 'not delivered yet', true],
    ['webhook-b', 'failed', 'HTTP 503', false],
  ])
})
