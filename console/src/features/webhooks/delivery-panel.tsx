import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useScope } from '../../api/session.ts'
import { deliveryQuery, type DeliveryDetail } from '../../api/webhooks.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { formatDuration } from '../../model/format.ts'
import { blockedReason, deliveryState } from '../../model/webhooks.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { LongText } from '../../ui/text.tsx'
import { Time } from '../../ui/time.tsx'
import { useRedeliver } from './use-webhook-actions.ts'
import { DeliveryStateText } from './webhook-state.tsx'

type Attempt = DeliveryDetail['attempt_log'][number]

const outcomeOf = ({ status_code, error }: Attempt): string =>
  status_code === null ? (error ?? 'no response') : String(status_code)

interface AttemptsProps {
  delivery: DeliveryDetail
  selected: number
  onSelect: (index: number) => void
}

/** The attempts at equal steps, with the waits between them, and the next one at the end. */
const Attempts = ({ delivery, selected, onSelect }: AttemptsProps) => (
  <ol className="flex flex-wrap items-stretch gap-x-1 gap-y-2" aria-label="Attempts">
    {delivery.attempt_log.map((attempt, index) => {
      const previous = delivery.attempt_log[index - 1]
      return (
        <li key={attempt.attempt} className="flex items-center gap-1">
          {previous !== undefined && (
            <span className="px-1 text-small text-ink-3">
              {formatDuration(Date.parse(attempt.attempted_at) - Date.parse(previous.attempted_at))} →
            </span>
          )}
          <button
            type="button"
            aria-pressed={index === selected}
            onClick={() => onSelect(index)}
            className="rounded border border-line px-2 py-1 text-left text-small hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            <span
              className={clsx(
                'block max-w-48 truncate font-medium',
                attempt.error === null ? 'text-ok' : 'text-fail',
              )}
            >
              {attempt.error === null ? '✓' : '✕'} {outcomeOf(attempt)}
            </span>
            <span className="text-ink-2">
              <Time value={attempt.attempted_at} />, {formatDuration(attempt.latency_ms)}
            </span>
          </button>
        </li>
      )
    })}
    {delivery.next_attempt_at !== null && (
      <li className="flex items-center gap-1 text-small text-ink-2">
        {delivery.attempt_log.length > 0 && <span className="px-1 text-ink-3">→</span>}
        <span className="rounded border border-dashed border-line-2 px-2 py-1">
          <span className="block font-medium">Next attempt</span>
          <Time value={delivery.next_attempt_at} />
        </span>
      </li>
    )}
  </ol>
)

const Request = ({ delivery, attempt }: { delivery: DeliveryDetail; attempt: Attempt | undefined }) => (
  <section aria-label="Request" className="min-w-0">
    <h3 className="font-medium">
      Request <span className="text-small font-normal text-ink-2">POST {delivery.url}</span>
    </h3>
    <div className="mt-1 rounded border border-line bg-surface px-3 py-2 font-mono text-small">
      {Object.entries(attempt?.request_headers ?? {}).map(([name, value]) => (
        <div key={name}>
          <span className="text-ink-2">{name}:</span> {value}
        </div>
      ))}
      {attempt !== undefined && (
        <div className="text-ink-3">webhook-signature: not stored, computed for each attempt</div>
      )}
      <JsonView value={delivery.payload} label="Body of the request" depth={1} className="mt-2 h-44" />
    </div>
  </section>
)

const Response = ({ attempt }: { attempt: Attempt | undefined }) => {
  const blocked = blockedReason(attempt?.error)
  return (
    <section aria-label="Response" className="min-w-0">
      <h3 className="font-medium">Response</h3>
      <div className="mt-1 rounded border border-line bg-surface px-3 py-2 text-small">
        {attempt === undefined ? (
          <span className="text-ink-2">There was no attempt yet.</span>
        ) : (
          <>
            <div className={clsx('font-mono', attempt.error === null ? 'text-ok' : 'text-fail')}>
              {attempt.status_code === null ? attempt.error : `HTTP ${String(attempt.status_code)}`}
            </div>
            {attempt.response !== null && <LongText text={attempt.response} className="mt-1 font-mono" />}
          </>
        )}
      </div>
      <p className="mt-1 text-small text-ink-3">
        {blocked === undefined
          ? 'The beginning of the response is kept. Any 2xx in time counts as delivered.'
          : 'The request was not sent: the service does not call private or loopback addresses, unless it is configured to (docs: webhooks).'}
      </p>
    </section>
  )
}

const toCurl = ({ url, payload }: DeliveryDetail, attempt: Attempt | undefined): string => {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const headers = Object.entries(attempt?.request_headers ?? { 'content-type': 'application/json' })
  const lines = headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`)
  return [`curl -X POST ${quote(url)}`, ...lines, `-d ${quote(stringifyExact(payload))}`].join(' \\\n  ')
}

interface DeliveryPanelProps {
  webhookId: string
  deliveryId: string
  onClose: () => void
}

export const DeliveryPanel = ({ webhookId, deliveryId, onClose }: DeliveryPanelProps) => {
  const canWrite = useScope('write')
  const { data, error, refetch } = useQuery(deliveryQuery(webhookId, deliveryId))
  const [chosen, setChosen] = useState<number>()
  const redeliver = useRedeliver()
  const selected = chosen ?? (data === undefined ? 0 : data.attempt_log.length - 1)
  const attempt = data?.attempt_log[selected]
  return (
    <section
      aria-label="Delivery"
      className="max-h-[55%] min-h-52 flex-none overflow-y-auto max-lg:max-h-none border-t border-line-2 bg-bg shadow-[inset_2px_0_0_var(--accent)]"
    >
      <div className="flex flex-wrap items-center gap-2 px-5 pt-2.5 pb-2">
        <h2 className="font-semibold">{data?.event_type ?? 'Delivery'}</h2>
        {data !== undefined && <DeliveryStateText state={deliveryState(data)} />}
        <span className="min-w-0 truncate font-mono text-small text-ink-2">{deliveryId}</span>
        <div className="ml-auto flex gap-1.5">
          {data !== undefined && (
            <Button size="small" onClick={() => void copyWithToast(toCurl(data, attempt), 'the request')}>
              Copy as curl
            </Button>
          )}
          {data !== undefined && canWrite && (
            <Button size="small" busy={redeliver.isPending} onClick={() => redeliver.mutate(data)}>
              Redeliver now
            </Button>
          )}
          <IconButton icon="close" label="Close the delivery" size="small" onClick={onClose} />
        </div>
      </div>
      {error !== null && data === undefined ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label="Loading the delivery" lines={4} />
      ) : (
        <div className="flex flex-col gap-3 px-5 pb-4">
          <Attempts delivery={data} selected={selected} onSelect={setChosen} />
          <div className="grid grid-cols-[1.6fr_1fr] gap-4 max-md:grid-cols-1">
            <Request delivery={data} attempt={attempt} />
            <Response attempt={attempt} />
          </div>
        </div>
      )}
    </section>
  )
}
