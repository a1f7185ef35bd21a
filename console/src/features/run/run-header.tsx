import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Run } from '../../api/types.ts'
import { formatCost, formatCount, formatDuration, shortId } from '../../model/format.ts'
import type { Trace } from '../../model/spans.ts'
import { CopyIconButton } from '../../ui/copy.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { StatusPill } from '../../ui/status.tsx'
import { Duration, Time } from '../../ui/time.tsx'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex-none border-l border-line px-5.5 first:border-0 first:pl-0">
    <dt className="text-label text-ink-3">{label}</dt>
    <dd className="text-figure font-medium whitespace-nowrap">{children}</dd>
  </div>
)

const Small = ({ children }: { children: ReactNode }) => (
  <span className="text-small font-normal text-ink-3">{children}</span>
)

const readNumber = (usage: Run['usage'], field: string): number | undefined => {
  const value = usage?.[field]
  return typeof value === 'number' ? value : undefined
}

const Tokens = ({ usage }: { usage: Run['usage'] }) => {
  const input = readNumber(usage, 'input_tokens')
  const output = readNumber(usage, 'output_tokens')
  if (input === undefined || output === undefined) return <Small>none</Small>
  return (
    <>
      {formatCount(input)} <Small>in ·</Small> {formatCount(output)} <Small>out</Small>
    </>
  )
}

const costText = (cost: Run['cost'] | undefined): ReactNode => {
  if (cost == null) return <Small>none</Small>
  if (cost.usd === null)
    return (
      <span title={`No price is known for ${cost.unpriced_models.join(', ')}`}>
        <Small>unknown</Small>
      </span>
    )
  return <span title={`$${cost.usd}`}>{formatCost(Number(cost.usd))}</span>
}

/** How often attempts ended without a result, by reason. */
const lostText = ({ spans }: Trace): string => {
  const reasons = spans.flatMap(({ kind, closed, note }) =>
    kind === 'attempt' && closed?.type === 'run.released' ? [note ?? 'released'] : [],
  )
  const [first] = reasons
  if (first === undefined) return ''
  return reasons.length === 1 ? `${first} once` : `${first} ${String(reasons.length)} times`
}

interface RunHeaderProps {
  run: Run
  name: string
  trace: Trace
  actions: ReactNode
}

export const RunHeader = ({ run, name, trace, actions }: RunHeaderProps) => (
  <>
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 pt-4 pb-3">
      <ScreenHeading>{name}</ScreenHeading>
      <span className="text-ink-3">version {run.assistant_version}</span>
      <StatusPill status={run.status} />
      <span className="text-ink-3">
        <Time value={run.created_at} />
        {run.created_by != null && `, by ${run.created_by}`}
        {run.retry_of != null && (
          <>
            , again after{' '}
            <Link
              to="/runs/$runId"
              params={{ runId: run.retry_of }}
              className="font-mono text-small text-accent hover:underline"
            >
              {shortId(run.retry_of)}
            </Link>
          </>
        )}
      </span>
      <div className="ml-auto flex flex-wrap gap-1.5">{actions}</div>
    </div>
    <dl className="flex flex-none gap-y-2 overflow-x-auto border-b border-line px-5 pb-3.5">
      <Fact label="Duration">
        {run.started_at === null ? (
          <Small>not started</Small>
        ) : (
          <Duration ms={run.duration_ms} since={run.started_at} />
        )}{' '}
        {trace.waitedMs > 0 && <Small>of which {formatDuration(trace.waitedMs)} waiting</Small>}
      </Fact>
      <Fact label="Queue">
        {run.queue_ms == null && run.status === 'queued' ? (
          <Duration since={run.available_at ?? run.created_at} />
        ) : (
          formatDuration(run.queue_ms ?? 0)
        )}
      </Fact>
      <Fact label="Attempts">
        {Math.max(trace.attempts, run.attempt > 0 ? 1 : 0)} <Small>{lostText(trace)}</Small>
      </Fact>
      <Fact label="Tokens">
        <Tokens usage={run.usage} />
      </Fact>
      <Fact label="Cost">{costText(run.cost)}</Fact>
      <Fact label="Guardrails">{run.guardrail_outcome ?? <Small>none</Small>}</Fact>
      <Fact label="Thread">
        <span className="inline-flex items-center gap-1">
          <Link
            to="/threads/$threadId"
            params={{ threadId: run.thread_id }}
            className="font-mono text-compact font-normal text-accent hover:underline"
          >
            {shortId(run.thread_id)}
          </Link>
          <CopyIconButton text={run.run_id} label="Copy the id of the run" />
        </span>
      </Fact>
    </dl>
  </>
)
