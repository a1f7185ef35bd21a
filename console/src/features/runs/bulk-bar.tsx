import type { BulkAction } from '../../api/runs.ts'
import type { RunSummary } from '../../api/types.ts'
import { formatCount } from '../../model/format.ts'
import { allows } from '../../model/run-rows.ts'
import { Button, Kbd } from '../../ui/button.tsx'

interface BulkBarProps {
  selected: RunSummary[]
  /** True if all runs that match are selected, also those that are not loaded. */
  allMatching: boolean
  total: string | undefined
  onSelectAllMatching: () => void
  onClear: () => void
  onStart: (action: BulkAction) => void
}

export const BulkBar = ({
  selected,
  allMatching,
  total,
  onSelectAllMatching,
  onClear,
  onStart,
}: BulkBarProps) => {
  const open = selected.filter((run) => allows('cancel', run)).length
  const ended = selected.length - open
  const count = (number: number, word: string) =>
    allMatching ? null : (
      <span className="font-normal text-ink-2">
        {formatCount(number)} {word}
      </span>
    )
  return (
    <div
      role="toolbar"
      aria-label="Selected runs"
      className="flex min-h-9.5 flex-none flex-wrap items-center gap-1.5 border-t border-line bg-accent-soft px-5 py-1"
    >
      <strong className="font-semibold">
        {allMatching ? `All ${total ?? ''} selected` : `${formatCount(selected.length)} selected`}
      </strong>
      {!allMatching && total !== undefined && (
        <Button variant="link" className="mr-3.5" onClick={onSelectAllMatching}>
          Select all {total} that match
        </Button>
      )}
      <Button size="small" disabled={!allMatching && open === 0} onClick={() => onStart('cancel')}>
        Cancel {count(open, 'open')}
      </Button>
      <Button size="small" disabled={!allMatching && ended === 0} onClick={() => onStart('rerun')}>
        Run again {count(ended, 'ended')}
      </Button>
      <Button
        size="small"
        variant="danger"
        disabled={!allMatching && ended === 0}
        onClick={() => onStart('delete')}
      >
        Delete {count(ended, 'ended')}
      </Button>
      <Button variant="quiet" size="small" className="ml-auto" onClick={onClear}>
        Clear <Kbd>Esc</Kbd>
      </Button>
    </div>
  )
}
