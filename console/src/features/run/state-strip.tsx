import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { checkpointStateQuery } from '../../api/run-details.ts'
import type { Checkpoint } from '../../model/spans.ts'
import { diffFields } from '../../model/state-diff.ts'
import { IconButton } from '../../ui/button.tsx'
import { StateDiffView } from '../../ui/state-diff-view.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'

interface StateStripProps {
  threadId: string
  checkpoints: Checkpoint[]
  /** The position of the selected checkpoint. */
  index: number
  onWholeState: () => void
  onClose: () => void
}

/** What changed in the state between two checkpoints. */
export const StateStrip = ({ threadId, checkpoints, index, onWholeState, onClose }: StateStripProps) => {
  const checkpoint = checkpoints[index]
  const previous = checkpoints[index - 1]
  const current = useQuery(checkpointStateQuery(threadId, checkpoint?.id))
  const before = useQuery(checkpointStateQuery(threadId, previous?.id))
  const nodes = useMemo(
    () => (current.data === undefined ? [] : diffFields(before.data?.values ?? {}, current.data.values)),
    [current.data, before.data],
  )
  const changed = nodes.filter(({ sign }) => sign !== '=')
  const unchanged = nodes.filter(({ sign }) => sign === '=').map(({ name }) => name)
  const error = current.error ?? before.error
  const isLoading = current.isPending || (previous !== undefined && before.isPending)
  return (
    <section
      aria-label="State"
      style={{ height: `min(42%, ${String(66 + Math.max(1, changed.length) * 22)}px)` }}
      className="flex min-h-26 flex-none flex-col border-t border-line bg-surface"
    >
      <div className="flex min-h-8.5 flex-wrap items-center gap-x-3 border-b border-line px-5">
        <h2 className="font-medium">
          {checkpoint?.after === undefined ? 'State' : `State after ${checkpoint.after}`}
        </h2>
        <span className="text-small text-ink-3">
          checkpoint {index + 1}
          {previous === undefined ? ', the first of this run' : `, compared with ${String(index)}`}
        </span>
        <span className="ml-auto flex items-center gap-3 text-compact">
          <Link
            to="/threads/$threadId"
            params={{ threadId }}
            search={checkpoint === undefined ? {} : { checkpoint: checkpoint.id }}
            className="text-accent hover:underline"
          >
            Edit and fork
          </Link>
          <button type="button" className="text-accent hover:underline" onClick={onWholeState}>
            Whole state
          </button>
          <IconButton icon="close" label="Close the state" size="small" onClick={onClose} />
        </span>
      </div>
      {error !== null ? (
        <div className="p-3">
          <ErrorLine error={error} />
        </div>
      ) : isLoading ? (
        <Loading label="Loading the state" lines={3} />
      ) : nodes.length === 0 ? (
        <p className="px-5 py-3 text-ink-3">The state is empty.</p>
      ) : (
        <>
          {changed.length > 0 && (
            <StateDiffView
              key={checkpoint?.id}
              nodes={changed}
              label="Changes of the state"
              changedOnly
              className="min-h-0 flex-1 px-3 pt-1.5 font-mono text-small"
            />
          )}
          {unchanged.length > 0 && (
            <p
              className="flex-none truncate px-5 py-1.5 font-mono text-small text-ink-3"
              title={unchanged.join(', ')}
            >
              = {unchanged.join(', ')} unchanged
            </p>
          )}
        </>
      )}
    </section>
  )
}
