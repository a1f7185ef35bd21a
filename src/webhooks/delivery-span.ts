/** The span of one delivery attempt. It belongs to the trace of the run that the event is about. */
import { toRunTraceContext } from '../domain/runs/run-trace-context.js'
import {
  formatTraceparent,
  newSpanId,
  newTraceId,
  type TraceContext,
} from '../platform/telemetry/trace-context.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import type { RunStore } from '../store/runs/runs.js'
import type { DeliveryRow } from '../store/webhooks/deliveries.js'
import type { WebhookRow } from '../store/webhooks/rows.js'
import type { AttemptResult } from './post-webhook.js'

export interface DeliverySpan {
  headers: Record<string, string>
  record(webhook: WebhookRow, url: string, result: AttemptResult, startMs: number): void
}

export const openDeliverySpan = async (
  tracing: Tracing,
  runs: RunStore,
  delivery: DeliveryRow,
): Promise<DeliverySpan> => {
  const parent = await findParent(tracing, runs, delivery)
  const traceId = parent?.traceId ?? newTraceId()
  const isSampled = parent?.isSampled ?? tracing.shouldSample(undefined, traceId)
  const context = { traceId, spanId: newSpanId(), isSampled }
  return {
    headers: { traceparent: formatTraceparent(context) },
    record({ webhook_id }, url, { status, error, latencyMs }, startMs) {
      tracing.record({
        name: `webhook ${delivery.event_type}`,
        kind: 'client',
        context,
        parent,
        startMs,
        endMs: startMs + latencyMs,
        attributes: {
          'http.request.method': 'POST',
          'http.request.resend_count': delivery.attempts > 1 ? delivery.attempts - 1 : undefined,
          'http.response.status_code': status ?? undefined,
          // The URL of a webhook of the project is a path.
          'server.address': URL.canParse(url) ? new URL(url).hostname : undefined,
          'heddle.webhook.id': webhook_id,
          'heddle.webhook.event_id': delivery.event_id,
          'heddle.run.id': delivery.run_id ?? undefined,
        },
        error:
          error === null
            ? undefined
            : { type: status === null ? 'request_failed' : String(status), message: error },
      })
    },
  }
}

const findParent = async (
  tracing: Tracing,
  runs: RunStore,
  { tenant_id, run_id }: DeliveryRow,
): Promise<TraceContext | undefined> => {
  if (run_id === null) return undefined
  // A delivery is sent whether or not its place in the trace is known.
  const traceparent = await runs.getTraceparent({ tenant_id, run_id }).catch(() => null)
  return toRunTraceContext(tracing, { run_id, traceparent }).context
}
