import type { Checkpoint, Span } from '../../model/spans.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'

type TabName = 'timeline' | 'events' | 'state' | 'io'

interface RunShortcuts {
  spans: Span[]
  selected: Span | undefined
  checkpoints: Checkpoint[]
  checkpointIndex: number
  attempts: number
  selectSpan: (id: string) => void
  selectCheckpoint: (id: string | undefined) => void
  toggleFold: () => void
  setAttempt: (attempt: number) => void
  setTab: (tab: TabName) => void
}

export const useRunShortcuts = (options: RunShortcuts): void => {
  const { spans, selected, checkpoints, checkpointIndex, attempts } = options
  const index = selected === undefined ? -1 : spans.findIndex(({ id }) => id === selected.id)
  const select = (span: Span | undefined): void => {
    if (span !== undefined) options.selectSpan(span.id)
  }
  const move = (step: number): void => select(spans[Math.min(spans.length - 1, Math.max(0, index + step))])
  /** The next span of the same kind of row in time. */
  const moveInTime = (direction: 1 | -1): void => {
    if (selected === undefined) return
    const others = spans.filter(({ depth, id }) => depth === selected.depth && id !== selected.id)
    const next =
      direction === 1
        ? others.filter(({ start }) => start >= selected.start).toSorted((a, b) => a.start - b.start)[0]
        : others.filter(({ start }) => start <= selected.start).toSorted((a, b) => b.start - a.start)[0]
    select(next)
  }
  const moveCheckpoint = (step: number): void => {
    const start = checkpointIndex === -1 ? (step > 0 ? -1 : checkpoints.length) : checkpointIndex
    const next = checkpoints[Math.min(checkpoints.length - 1, Math.max(0, start + step))]
    options.selectCheckpoint(next?.id)
  }
  const digits = Array.from({ length: Math.min(attempts, 9) }, (_, number) => String(number + 1))
  useShortcuts('Run', [
    { keys: ['ArrowDown', 'j'], label: 'Next span', run: () => move(1) },
    { keys: ['ArrowUp', 'k'], label: 'Previous span', run: () => move(-1) },
    { keys: ['ArrowRight'], label: 'Later at the same level', run: () => moveInTime(1) },
    { keys: ['ArrowLeft'], label: 'Earlier at the same level', run: () => moveInTime(-1) },
    {
      keys: ['Enter'],
      label: 'Open the details',
      run: () => document.getElementById('span-details')?.focus(),
    },
    { keys: ['['], label: 'Previous checkpoint', run: () => moveCheckpoint(-1) },
    { keys: [']'], label: 'Next checkpoint', run: () => moveCheckpoint(1) },
    { keys: ['f'], label: 'Fold idle time', run: options.toggleFold },
    { keys: [...digits], label: 'Show one attempt', run: ({ key }) => options.setAttempt(Number(key)) },
    { keys: ['0'], label: 'Show all attempts', run: () => options.setAttempt(0) },
    { keys: ['e'], label: 'Events', run: () => options.setTab('events') },
    { keys: ['t'], label: 'Timeline', run: () => options.setTab('timeline') },
    { keys: ['Escape'], label: 'Close the state', run: () => options.selectCheckpoint(undefined) },
  ])
}
