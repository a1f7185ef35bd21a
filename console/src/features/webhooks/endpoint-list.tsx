import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { Webhook, WebhookFigures } from '../../api/types.ts'
import { formatPercent } from '../../model/format.ts'
import { blockedReason, endpointName, endpointState, hourBars, successShare } from '../../model/webhooks.ts'
import { Time, useNow } from '../../ui/time.tsx'
import { EndpointStateText } from './webhook-state.tsx'

const BAR_WIDTH = 5
const BAR_HEIGHT = 14

/** The events of the last 24 hours by hour. The figures beside it say the same, so it is hidden from screen readers. */
const HourBars = ({ hours }: { hours: WebhookFigures['hours'] }) => {
  const bars = hourBars(hours, Date.now())
  const highest = Math.max(1, ...bars.map(({ total }) => total))
  const toHeight = (count: number): number =>
    count === 0 ? 0 : Math.max(1.5, (count / highest) * BAR_HEIGHT)
  const width = bars.length * BAR_WIDTH
  return (
    <svg width={width} height={BAR_HEIGHT + 2} aria-hidden="true" className="flex-none">
      <path
        d={`M0 ${String(BAR_HEIGHT + 1.5)}H${String(width)}`}
        stroke="var(--line-2)"
        strokeDasharray="2 2"
      />
      {bars.map(({ total, troubled }, index) => (
        <g key={index}>
          <rect
            x={index * BAR_WIDTH}
            y={BAR_HEIGHT + 1 - toHeight(total)}
            width={BAR_WIDTH - 1}
            height={toHeight(total)}
            fill="var(--hatch)"
          />
          <rect
            x={index * BAR_WIDTH}
            y={BAR_HEIGHT + 1 - toHeight(total)}
            width={BAR_WIDTH - 1}
            height={toHeight(troubled)}
            fill="var(--fail)"
          />
        </g>
      ))}
    </svg>
  )
}

const Note = ({ webhook, lastError }: { webhook: Webhook; lastError: string | null }) => {
  const blocked = blockedReason(lastError)
  if (!webhook.enabled && webhook.disabled_reason !== null)
    return <p className="mt-0.5 text-small text-ink-2">{webhook.disabled_reason}. Missed events are kept.</p>
  if (webhook.enabled && webhook.failures > 0 && blocked !== undefined)
    return <p className="mt-0.5 text-small text-fail">Not sent: {blocked}</p>
  return null
}

interface EndpointProps {
  webhook: Webhook
  figures: WebhookFigures | undefined
  isSelected: boolean
}

const Endpoint = ({ webhook, figures, isSelected }: EndpointProps) => {
  const now = useNow()
  const share = figures === undefined ? undefined : successShare(figures)
  const lastError = figures?.last_error ?? null
  return (
    <li className="border-b border-line">
      <Link
        to="/webhooks/$webhookId"
        params={{ webhookId: webhook.webhook_id }}
        search={{}}
        aria-current={isSelected ? 'true' : undefined}
        className={clsx(
          'block px-5 py-2.5',
          isSelected ? 'bg-surface shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-medium">{endpointName(webhook)}</span>
          <span className="ml-auto">
            <EndpointStateText state={endpointState(webhook, lastError, now)} />
          </span>
        </span>
        <span className="block truncate text-small text-ink-2">{webhook.url}</span>
        <span className="mt-1 flex items-center gap-2.5 text-small">
          <HourBars hours={figures?.hours ?? []} />
          <span className="font-medium">{share === undefined ? 'none' : formatPercent(share)}</span>
          <span className="ml-auto text-ink-2">
            {figures?.last_event_at == null ? 'no events' : <Time value={figures.last_event_at} />}
          </span>
        </span>
        <Note webhook={webhook} lastError={lastError} />
      </Link>
    </li>
  )
}

interface EndpointListProps {
  webhooks: Webhook[]
  runWebhooks: Webhook[]
  figures: ReadonlyMap<string, WebhookFigures>
  selected: string | undefined
  className?: string | undefined
}

export const EndpointList = ({ webhooks, runWebhooks, figures, selected, className }: EndpointListProps) => (
  <div
    className={clsx('min-h-0 overflow-y-auto', className)}
    tabIndex={0}
    role="region"
    aria-label="Endpoints"
  >
    <div className="flex h-7.5 items-center border-b border-line px-5 text-label text-ink-3">
      Endpoints<span className="ml-auto">by hour, success in 24 h, last event</span>
    </div>
    <ul>
      {webhooks.map((webhook) => (
        <Endpoint
          key={webhook.webhook_id}
          webhook={webhook}
          figures={figures.get(webhook.webhook_id)}
          isSelected={webhook.webhook_id === selected}
        />
      ))}
    </ul>
    {runWebhooks.length > 0 && (
      <>
        <div className="flex h-7.5 items-center border-b border-line px-5 text-label text-ink-3">
          Webhooks of single runs<span className="ml-auto">by origin, not signed</span>
        </div>
        <ul>
          {runWebhooks.map((webhook) => (
            <Endpoint
              key={webhook.webhook_id}
              webhook={webhook}
              figures={undefined}
              isSelected={webhook.webhook_id === selected}
            />
          ))}
        </ul>
      </>
    )}
  </div>
)
