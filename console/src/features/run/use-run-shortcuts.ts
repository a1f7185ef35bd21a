import type { Span } from '../../model/spans.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { RunView } from './use-run-view.ts'

export const useRunShortcuts = (view: RunView): void => {
  const { trace, spans, selected, checkpointIndex } = view
  const { checkpoints, attempts } = trace
  const select = (span: Span | undefined): void => {
    if (span !== undefined) view.selectSpan(span.id)
  }
  const index = selected === undefined ? -1 : spans.indexOf(selected)
  const move = (step: number): void => select(spans[Math.min(spans.length - 1, Math.max(0, index + step))])
  const isSameLevel = ({ depth }: Span): boolean => depth === selected?.depth
  const moveCheckpoint = (step: number): void => {
    const start = checkpointIndex === -1 ? (step > 0 ? -1 : checkpoints.length) : checkpointIndex
    const next = checkpoints[Math.min(checkpoints.length - 1, Math.max(0, start + step))]
    view.selectCheckpoint(next?.id)
  }
  const digits = Array.from({ length: Math.min(attempts, 9) }, (_, number) => String(number + 1))
  useShortcuts('Run', [
    { keys: ['ArrowDown', 'j'], label: 'Next span', run: () => move(1) },
    { keys: ['ArrowUp', 'k'], label: 'Previous span', run: () => move(-1) },
    {
      keys: ['ArrowRight'],
      label: 'Later at the same level',
      run: () => select(spans.slice(index + 1).find(isSameLevel)),
    },
    {
      keys: ['ArrowLeft'],
      label: 'Earlier at the same level',
      run: () => select(spans.slice(0, Math.max(0, index)).findLast(isSameLevel)),
    },
    {
      keys: ['Enter'],
      label: 'Open the details',
      run: () => document.getElementById('span-details')?.focus(),
    },
    { keys: ['['], label: 'Previous checkpoint', run: () => moveCheckpoint(-1) },
    { keys: [']'], label: 'Next checkpoint', run: () => moveCheckpoint(1) },
    { keys: ['f'], label: 'Fold idle time', run: () => view.setFolded(!view.isFolded) },
    { keys: [...digits], label: 'Show one attempt', run: ({ key }) => view.setAttempt(Number(key)) },
    { keys: ['0'], label: 'Show all attempts', run: () => view.setAttempt(0) },
    { keys: ['e'], label: 'Events', run: () => view.setTab('events') },
    { keys: ['t'], label: 'Timeline', run: () => view.setTab('timeline') },
    { keys: ['Escape'], label: 'Close the state', run: () => view.selectCheckpoint(undefined) },
  ])
}
