import type { Delivery } from '../api/types.ts'
import type { Span } from './spans.ts'

/** The deliveries of a run as spans after its own. A delivery that failed says why. */
export const toWebhookSpans = (deliveries: Delivery[], attempt: number): Span[] =>
  deliveries
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
    .map((delivery) => {
      const start = Date.parse(delivery.created_at)
      const isPending = delivery.status === 'pending'
      const end = delivery.delivered_at === null ? undefined : Date.parse(delivery.delivered_at)
      const isDelivered = end !== undefined
      const tries = delivery.attempts > 1 ? `${String(delivery.attempts)} tries` : undefined
      return {
        id: `webhook-${delivery.delivery_id}`,
        kind: 'webhook',
        name: delivery.event_type,
        parent: undefined,
        depth: 0,
        start,
        end: isPending ? undefined : (end ?? start),
        status: isDelivered ? 'ok' : isPending ? 'open' : 'failed',
        note: isDelivered ? tries : (delivery.last_error ?? (isPending ? 'not delivered yet' : 'failed')),
        attempt,
        firstTokenMs: undefined,
        taskId: undefined,
        callId: undefined,
        opened: {
          ...delivery,
          seq: 0,
          type: 'webhook',
          run_id: delivery.run_id ?? '',
          thread_id: '',
          timestamp: delivery.created_at,
        },
        closed: undefined,
      }
    })
