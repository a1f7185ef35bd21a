import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { assistantsQuery } from '../../api/assistants.ts'
import { formatDuration, plural, shortId } from '../../model/format.ts'
import { writeRange, type TimeRange } from '../../model/time-range.ts'
import { useSlowNodes, type SlowNode } from './home-data.ts'
import { HomeList, NOTE_LINK_CLASS, ROW_CLASS } from './home-list.tsx'

const SHOWN = 7

/** The median as a line and the 95th percentile as a block on a common scale. */
const RangeBar = ({ p50, p95, maximum }: { p50: number; p95: number; maximum: number }) => {
  const share = (value: number): string => `${String((value / maximum) * 100)}%`
  return (
    <span className="relative block h-2.5" aria-hidden="true">
      <span className="absolute top-0.75 left-0 h-1 rounded-sm bg-k-node/40" style={{ width: share(p95) }} />
      <span
        className="absolute top-0 h-2.5 w-2 -translate-x-full rounded-sm bg-k-node"
        style={{ left: `max(8px, ${share(p95)})` }}
      />
      <span className="absolute top-0 h-2.5 w-0.5 bg-ink" style={{ left: share(p50) }} />
    </span>
  )
}

interface SlowRowProps {
  node: SlowNode
  assistant: string
  maximum: number
  range: TimeRange
}

const SlowRow = ({ node, assistant, maximum, range }: SlowRowProps) => {
  const p50 = node.duration_ms.p50 ?? 0
  const p95 = node.duration_ms.p95 ?? 0
  return (
    <li>
      <Link
        to="/assistants/$assistantId/graph"
        params={{ assistantId: node.assistantId }}
        search={{ ...writeRange(range), node: node.node_id }}
        className={`${ROW_CLASS} grid-cols-[1fr_84px_56px]`}
      >
        <span className="min-w-0">
          <span className="block truncate leading-4.5">{node.node_id.replaceAll('/', ' / ')}</span>
          <span className="block truncate text-small text-ink-3">
            {assistant}, {plural(node.count, 'time')}
          </span>
        </span>
        <RangeBar p50={p50} p95={p95} maximum={maximum} />
        <span className="text-right font-medium">
          <span className="sr-only">median {formatDuration(p50)}, p95 </span>
          {formatDuration(p95)}
        </span>
      </Link>
    </li>
  )
}

export const SlowestNodes = ({ range }: { range: TimeRange }) => {
  const { data, error, isPending } = useSlowNodes(range)
  const { data: assistants } = useQuery(assistantsQuery)
  const nodes = (data ?? []).slice(0, SHOWN)
  const maximum = Math.max(1, ...nodes.map(({ duration_ms }) => duration_ms.p95 ?? 0))
  return (
    <HomeList
      id="slowest"
      title="Slowest nodes"
      isLoading={isPending}
      error={data === undefined ? error : null}
      note={
        <>
          median and p95
          <Link to="/assistants" className={NOTE_LINK_CLASS}>
            All graphs
          </Link>
        </>
      }
      empty="No node has ended in this range. The nodes of the assistants with the most runs are compared here."
      rows={nodes.map((node) => (
        <SlowRow
          key={`${node.assistantId} ${node.node_id}`}
          node={node}
          range={range}
          maximum={maximum}
          assistant={
            assistants?.find(({ assistant_id }) => assistant_id === node.assistantId)?.name ??
            shortId(node.assistantId)
          }
        />
      ))}
    />
  )
}
