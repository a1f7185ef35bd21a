import { useQuery } from '@tanstack/react-query'
import { runCountsQuery } from '../../api/runs.ts'
import type { RunCounts } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'
import { splitList, toCountQuery } from '../../model/run-filters.ts'
import type { Search } from '../../model/search.ts'
import { RUN_STATUSES, StatusGlyph, statusWord } from '../../ui/status.tsx'
import type { SetSearch } from './filter-menus.tsx'

const CHIP_CLASS =
  'inline-flex h-6.5 flex-none items-center gap-1.5 rounded px-2.25 text-compact whitespace-nowrap text-ink-2 hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink'

export const formatCounted = ({ count, capped }: { count: number; capped: boolean }): string =>
  formatCount(count) + (capped ? '+' : '')

const formatScale = (ms: number): string =>
  ms < 60_000 ? `${String(ms / 1_000)} s` : `${String(ms / 60_000)} min`

const findCount = (counts: RunCounts | undefined, status: string): string | undefined => {
  if (counts === undefined) return undefined
  const entry = counts.counts.find(({ value }) => value === status)
  return entry === undefined ? '0' : formatCounted(entry)
}

interface StatusCountsProps {
  search: Search
  now: number
  scale: number
  /** True if rows show the p95 of their assistant. */
  hasUsual: boolean
  setSearch: SetSearch
}

/** The number of runs of each status among those that match the other filters. A press filters by the status. */
export const StatusCounts = ({ search, now, scale, hasUsual, setSearch }: StatusCountsProps) => {
  const { status: _status, ...others } = search
  const { data: counts } = useQuery(runCountsQuery(toCountQuery(others, now), 'status'))
  const chosen = splitList(search['status'])
  return (
    <div className="flex h-9 flex-none items-center gap-0.5 overflow-x-auto border-t border-line bg-surface px-5">
      <button
        type="button"
        aria-pressed={chosen.length === 0}
        onClick={() => setSearch({ status: undefined })}
        className={`-ml-2.25 ${CHIP_CLASS}`}
      >
        All{' '}
        <b className="font-medium text-ink">
          {counts === undefined ? '' : formatCounted({ count: counts.total, capped: counts.capped })}
        </b>
      </button>
      {RUN_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={chosen.includes(status)}
          onClick={() =>
            setSearch({ status: chosen.length === 1 && chosen[0] === status ? undefined : status })
          }
          className={CHIP_CLASS}
        >
          <StatusGlyph status={status} />
          {statusWord(status)} <b className="font-medium text-ink">{findCount(counts, status)}</b>
        </button>
      ))}
      <span className="ml-auto flex flex-none items-center gap-1.5 pl-4 text-small text-ink-3 max-lg:hidden">
        <span className="hatched h-2.25 w-3 rounded-[1.5px]" />
        queue
        <span className="pl-3">bars end at {formatScale(scale)}, longer ones are cut</span>
        {hasUsual && (
          <span
            className="inline-flex items-center gap-2 pl-3"
            title="95 % of the runs of the last 7 days took at most this long"
          >
            <span className="h-3.25 w-0.5 bg-ink" />
            usual p95
          </span>
        )}
      </span>
    </div>
  )
}
