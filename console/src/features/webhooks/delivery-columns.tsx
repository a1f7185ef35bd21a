import { Link } from '@tanstack/react-router'
import type { Delivery, Webhook } from '../../api/types.ts'
import { shortId } from '../../model/format.ts'
import { deliveryState, endpointName } from '../../model/webhooks.ts'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { DeliveryStateText } from './webhook-state.tsx'

const outcomeOf = ({ last_status, last_error }: Delivery): string =>
  last_status === null ? (last_error ?? '–') : String(last_status)

/** With `webhooks`, each row names its endpoint. */
export const makeDeliveryColumns = (webhooks: Webhook[] | undefined): Column<Delivery>[] => {
  const names = new Map(webhooks?.map((webhook) => [webhook.webhook_id, endpointName(webhook)]))
  const endpoint: Column<Delivery> = {
    id: 'endpoint',
    header: 'Endpoint',
    width: 'minmax(76px, 0.6fr)',
    cell: ({ webhook_id }) => <span className="truncate">{names.get(webhook_id) ?? 'of a run'}</span>,
  }
  return [
    {
      id: 'state',
      header: <span className="pl-5">State</span>,
      width: '114px',
      cell: (delivery) => (
        <span className="pl-5">
          <DeliveryStateText state={deliveryState(delivery)} />
        </span>
      ),
    },
    {
      id: 'event',
      header: 'Event',
      width: 'minmax(140px, 1.2fr)',
      cell: ({ event_type, webhook_id, delivery_id }) => (
        <Link
          to="."
          search={(old: Record<string, string | undefined>) => ({
            ...old,
            delivery: delivery_id,
            endpoint: webhook_id,
          })}
          className="truncate font-mono text-small hover:underline"
        >
          {event_type}
        </Link>
      ),
    },
    ...(webhooks === undefined ? [] : [endpoint]),
    {
      id: 'run',
      header: 'Run',
      width: '62px',
      cell: ({ run_id }) =>
        run_id === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Link
            to="/runs/$runId"
            params={{ runId: run_id }}
            className="font-mono text-small text-accent hover:underline"
          >
            {shortId(run_id)}
          </Link>
        ),
    },
    {
      id: 'attempts',
      header: 'Attempts',
      width: '62px',
      align: 'right',
      cell: ({ attempts }) => attempts,
    },
    {
      id: 'last',
      header: 'Last response',
      width: '96px',
      cell: (delivery) => (
        <span className={delivery.last_error === null ? 'truncate' : 'truncate text-fail'}>
          {outcomeOf(delivery)}
        </span>
      ),
    },
    {
      id: 'next',
      header: 'Next attempt',
      width: '84px',
      cell: ({ next_attempt_at }) =>
        next_attempt_at === null ? (
          <span className="text-ink-3">–</span>
        ) : (
          <Time value={next_attempt_at} className="text-ink-2" />
        ),
    },
    {
      id: 'created',
      header: 'When',
      width: '88px',
      align: 'right',
      cell: ({ created_at }) => <Time value={created_at} className="text-ink-2" />,
    },
  ]
}
