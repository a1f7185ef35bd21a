import { Link } from '@tanstack/react-router'
import { formatCount, formatDuration, formatPercent, formatShortCount } from '../../model/format.ts'
import { errorShare, type NodeRow } from '../../model/graph-figures.ts'
import { toRunsSearch } from '../../model/runs-link.ts'
import { describeRange, type TimeRange } from '../../model/time-range.ts'
import { IconButton } from '../../ui/button.tsx'
import { Glyph } from '../../ui/glyphs.tsx'

const KIND_WORDS = { llm: 'Model', tool: 'Tool', person: 'Asks a person', node: 'Code' }

interface NodeDetailsProps {
  row: NodeRow
  assistantId: string
  range: TimeRange
  onClose: () => void
}

export const NodeDetails = ({ row, assistantId, range, onClose }: NodeDetailsProps) => {
  const link = 'text-accent underline underline-offset-3'
  return (
    <section aria-label={row.path} className="border-b border-line bg-surface px-5 py-3.5">
      <div className="flex items-center gap-2">
        <Glyph name={row.kind} />
        <h2 className="min-w-0 truncate text-title font-semibold">{row.path}</h2>
        <IconButton
          icon="close"
          label="Close the node"
          size="small"
          className="-mr-1.5 ml-auto"
          onClick={onClose}
        />
      </div>
      <p className="text-small text-ink-3">
        {KIND_WORDS[row.kind]}, {describeRange(range).toLowerCase()}
      </p>
      {row.count === 0 ? (
        <p className="mt-2 text-ink-2">No execution of this node has ended in this range.</p>
      ) : (
        <dl className="mt-2 grid grid-cols-[110px_1fr] gap-y-1 [&_dt]:text-ink-3">
          <dt>Executions</dt>
          <dd>{formatCount(row.count)}</dd>
          <dt>Errors</dt>
          <dd>
            {formatCount(row.errors)}, {formatPercent(errorShare(row))}{' '}
            <span className="text-ink-3">each attempt counts</span>
          </dd>
          <dt>Median, p95</dt>
          <dd>
            {row.p50 === null ? '–' : formatDuration(row.p50)},{' '}
            {row.p95 === null ? '–' : formatDuration(row.p95)}
          </dd>
          {row.tokens > 0 && (
            <>
              <dt>Tokens</dt>
              <dd>{formatShortCount(row.tokens)}</dd>
            </>
          )}
        </dl>
      )}
      <p className="mt-2.5 flex gap-3 text-small">
        <Link to="/runs" search={toRunsSearch({ assistantId, range })} className={link}>
          Runs of the assistant
        </Link>
        {row.errors > 0 && (
          <Link to="/runs" search={toRunsSearch({ assistantId, range, status: 'failed' })} className={link}>
            Failed runs
          </Link>
        )}
      </p>
    </section>
  )
}
