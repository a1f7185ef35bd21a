import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { assistantsQuery } from '../../api/assistants.ts'
import { groupFailures, type FailureGroup } from '../../model/failures.ts'
import { formatCount, plural, shortId } from '../../model/format.ts'
import { toRunsSearch } from '../../model/runs-link.ts'
import { resolveRange, toWholeMinutes, type TimeRange } from '../../model/time-range.ts'
import { MiniBars } from '../../ui/spark.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { Time, useNow } from '../../ui/time.tsx'
import { FAILING_MS, failingRunsQuery } from './home-data.ts'
import { HomeList, NOTE_LINK_CLASS, ROW_CLASS } from './home-list.tsx'

const SHOWN = 7

interface FailureRowProps {
  group: FailureGroup
  assistant: string
  lastHour: { from: number; to: number }
}

const FailureRow = ({ group, assistant, lastHour }: FailureRowProps) => (
  <li>
    <Link
      to={group.count === 1 ? '/runs/$runId' : '/runs'}
      params={group.count === 1 ? { runId: group.latestRunId } : {}}
      search={
        group.count === 1
          ? {}
          : toRunsSearch({
              status: 'failed',
              assistantId: group.assistantId,
              errorCode: group.code,
              ended: lastHour,
            })
      }
      className={`${ROW_CLASS} grid-cols-[12px_1fr_48px_22px]`}
    >
      <span className="self-start pt-2.25">
        <StatusGlyph status="failed" />
      </span>
      <span className="min-w-0">
        <span className="block truncate leading-4.5">
          <span className="font-mono text-small">{group.code}</span>&ensp;
          <span className="text-ink-2" title={group.message}>
            {group.message}
          </span>
        </span>
        <span className="block truncate text-small text-ink-3">
          {assistant} v{group.version}, since <Time value={group.since} />
        </span>
      </span>
      <MiniBars values={group.bars} className="text-fail" />
      <span className="text-right text-title font-semibold">
        {formatCount(group.count)}
        <span className="sr-only"> {group.count === 1 ? 'run' : 'runs'}</span>
      </span>
    </Link>
  </li>
)

export const FailingNow = ({ range }: { range: TimeRange }) => {
  const { data, error, isPending } = useQuery(failingRunsQuery)
  const { data: assistants } = useQuery(assistantsQuery)
  const now = useNow()
  const groups = groupFailures(data?.data ?? [], { from: now - FAILING_MS, to: now + 60_000 })
  const failed = groups.reduce((sum, { count }) => sum + count, 0)
  const others = groups.slice(SHOWN).reduce((sum, { count }) => sum + count, 0)
  const nameOf = (id: string): string =>
    assistants?.find(({ assistant_id }) => assistant_id === id)?.name ?? shortId(id)
  return (
    <HomeList
      id="failing"
      title="Failing now"
      isLoading={isPending}
      error={data === undefined ? error : null}
      note={
        <>
          {formatCount(failed)}
          {data?.has_more === true && '+'} in the last hour
          <Link
            to="/runs"
            search={toRunsSearch({ status: 'failed', ended: toWholeMinutes(resolveRange(range, now)) })}
            className={NOTE_LINK_CLASS}
          >
            All failed
          </Link>
        </>
      }
      empty="Nothing failed in the last hour. Failures are grouped here by error and assistant."
      rows={groups.slice(0, SHOWN).map((group) => (
        <FailureRow
          key={group.key}
          group={group}
          assistant={nameOf(group.assistantId)}
          lastHour={toWholeMinutes({ from: now - FAILING_MS, to: now })}
        />
      ))}
      footer={others === 0 ? undefined : `${plural(others, 'more run')} failed for other reasons.`}
    />
  )
}
