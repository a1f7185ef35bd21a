import { useState, type ReactNode } from 'react'
import type { BulkAction } from '../../api/runs.ts'
import type { RunSummary } from '../../api/types.ts'
import { Kbd } from '../../ui/button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'

interface ListShortcuts {
  rows: RunSummary[]
  openRun: (run: RunSummary) => void
  toggle: (run: RunSummary) => void
  clear: () => void
  toggleLive: () => void
  startBulk: (action: BulkAction, run: RunSummary) => void
}

/** The row that keys act on is remembered by its id, so that it stays while new runs arrive above it. */
export const useListShortcuts = ({ rows, openRun, toggle, clear, toggleLive, startBulk }: ListShortcuts) => {
  const [id, setId] = useState<string>()
  const index = id === undefined ? -1 : rows.findIndex(({ run_id }) => run_id === id)
  const move = (step: number): void => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index + step))]
    setId(next?.run_id)
  }
  const withRow = (act: (run: RunSummary) => void) => (): void => {
    const row = rows[index]
    if (row !== undefined) act(row)
  }
  useShortcuts('Runs', [
    { keys: ['j', 'ArrowDown'], label: 'Next run', run: () => move(1) },
    { keys: ['k', 'ArrowUp'], label: 'Previous run', run: () => move(-1) },
    { keys: ['x'], label: 'Select', run: withRow(toggle) },
    { keys: ['Enter', 'o'], label: 'Open', run: withRow(openRun) },
    { keys: ['c'], label: 'Cancel', run: withRow((run) => startBulk('cancel', run)) },
    { keys: ['r'], label: 'Run again', run: withRow((run) => startBulk('rerun', run)) },
    { keys: ['/'], label: 'Filter by text', run: () => document.getElementById('runs-text')?.focus() },
    { keys: ['l'], label: 'Live on or off', run: toggleLive },
    { keys: ['Escape'], label: 'Clear the selection', run: clear },
  ])
  return { cursor: index === -1 ? undefined : index }
}

const KEYS: [string[], string][] = [
  [['j', 'k'], 'move'],
  [['x'], 'select'],
  [['Enter'], 'open'],
  [['c'], 'cancel'],
  [['r'], 'run again'],
  [['/'], 'filter'],
  [['l'], 'live on or off'],
  [['?'], 'all keys'],
]

export const ListKeys = ({ end }: { end: ReactNode }) => (
  <div className="flex h-7.5 flex-none items-center gap-4 overflow-hidden border-t border-line bg-bg px-5 text-small whitespace-nowrap text-ink-2">
    <div aria-hidden="true" className="flex gap-4 overflow-hidden max-md:hidden">
      {KEYS.map(([keys, label]) => (
        <span key={label} className="inline-flex items-center gap-1.25">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {label}
        </span>
      ))}
    </div>
    <span className="ml-auto flex-none text-ink-3">{end}</span>
  </div>
)
