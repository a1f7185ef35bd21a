import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { healthQuery, infoQuery, nodesQuery } from '../../api/system.ts'
import { webhooksQuery } from '../../api/webhooks.ts'
import { useScope } from '../../api/session.ts'
import { describeLength, type TimeRange } from '../../model/time-range.ts'
import { formatCount, plural } from '../../model/format.ts'
import { buttonClass } from '../../ui/button.tsx'
import { RangeMenu } from '../../ui/range-menu.tsx'
import { ScreenHeading } from '../../ui/screen.tsx'
import { StatusGlyph } from '../../ui/status.tsx'

const DATABASES = { sqlite: 'SQLite', postgres: 'PostgreSQL' }

const HealthPill = () => {
  const { data: health, isError } = useQuery(healthQuery)
  if (health === undefined && !isError) return null
  const healthy = !isError && health.status === 'ok'
  return (
    <span
      className={`inline-flex h-5.5 flex-none items-center gap-1.5 rounded-full pr-2.5 pl-2 text-small font-medium ${healthy ? 'bg-ok-soft text-ok' : 'bg-fail-soft text-fail'}`}
      title={health?.message}
    >
      <StatusGlyph status={healthy ? 'completed' : 'failed'} />
      {healthy ? 'Healthy' : isError ? 'Not reachable' : (health.message ?? 'Cannot write')}
    </span>
  )
}

const Facts = () => {
  const { data: health } = useQuery(healthQuery)
  const { data: info } = useQuery(infoQuery)
  const { data: nodes } = useQuery({ ...nodesQuery, enabled: useScope('admin'), retry: false })
  const alive = nodes?.filter(({ is_alive, draining }) => is_alive && !draining).length
  const facts = [
    nodes === undefined || nodes.length === 0 ? undefined : (
      <>
        <b className="font-medium text-ink">{formatCount(alive ?? 0)}</b> of {plural(nodes.length, 'node')}{' '}
        ready
      </>
    ),
    info === undefined ? undefined : (
      <>
        version <b className="font-medium text-ink">{info.version}</b>
      </>
    ),
    info === undefined ? undefined : DATABASES[info.database],
    health === undefined ? undefined : (
      <>
        up{' '}
        <b className="font-medium text-ink">{describeLength(Math.max(60, health.uptime_seconds) * 1_000)}</b>
      </>
    ),
  ].filter((fact) => fact !== undefined)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-ink-3">
      {facts.map((fact, index) => (
        <span key={index} className={index > 0 ? 'border-l border-line-2 pl-3 leading-3' : 'leading-3'}>
          {fact}
        </span>
      ))}
    </div>
  )
}

/** Webhooks whose deliveries fail, or that the service has disabled because of it. */
const FailingWebhooks = () => {
  const { data } = useQuery({ ...webhooksQuery, enabled: useScope('admin'), retry: false })
  const failing = (data ?? []).filter(
    ({ failing_since, disabled_reason }) => failing_since !== null || disabled_reason !== null,
  )
  if (failing.length === 0) return null
  const names = failing.map(
    ({ url, disabled_reason }) => `${url}${disabled_reason === null ? '' : ` (${disabled_reason})`}`,
  )
  return (
    <Link
      to="/webhooks"
      className="inline-flex items-center gap-1.5 text-compact font-medium text-fail hover:underline"
      title={names.join('\n')}
    >
      <StatusGlyph status="failed" />
      {plural(failing.length, 'webhook')} failing
    </Link>
  )
}

interface HomeHeaderProps {
  range: TimeRange
  onRangeChange: (range: TimeRange) => void
}

export const HomeHeader = ({ range, onRangeChange }: HomeHeaderProps) => {
  const canWrite = useScope('write')
  return (
    <div className="flex min-h-14.5 flex-none flex-wrap items-center gap-x-3 gap-y-2 px-5 py-3.5">
      <ScreenHeading>Home</ScreenHeading>
      <HealthPill />
      <Facts />
      <div className="ml-auto flex flex-wrap items-center gap-1.5">
        <span className="mr-1.5">
          <FailingWebhooks />
        </span>
        <RangeMenu range={range} onChange={onRangeChange} />
        {canWrite && (
          <Link to="/chat" className={buttonClass('primary')}>
            New run
          </Link>
        )}
      </div>
    </div>
  )
}
