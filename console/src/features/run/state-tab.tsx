import { useQuery } from '@tanstack/react-query'
import { checkpointStateQuery } from '../../api/run-details.ts'
import { formatDuration } from '../../model/format.ts'
import type { Checkpoint } from '../../model/spans.ts'
import { Select } from '../../ui/field.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'

interface StateTabProps {
  threadId: string
  checkpoints: Checkpoint[]
  start: number
  selected: string | undefined
  onSelect: (id: string) => void
}

/** The whole state at one checkpoint; the newest unless another is selected. */
export const StateTab = ({ threadId, checkpoints, start, selected, onSelect }: StateTabProps) => {
  const index = checkpoints.findIndex(({ id }) => id === selected)
  const checkpoint = checkpoints[index] ?? checkpoints.at(-1)
  const { data, error, isPending, refetch } = useQuery(checkpointStateQuery(threadId, checkpoint?.id))
  if (checkpoint === undefined)
    return (
      <EmptyState icon="table" title="No state yet">
        <p>
          The state is stored after every step of the graph. The first checkpoint appears when the run starts.
        </p>
      </EmptyState>
    )
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <div className="flex flex-none items-center gap-3 border-b border-line px-5 py-2 max-md:px-3">
        <Select
          aria-label="Checkpoint"
          value={checkpoint.id}
          onChange={(event) => onSelect(event.target.value)}
          className="max-w-90"
        >
          {checkpoints.map((item, position) => (
            <option key={item.id} value={item.id}>
              {position + 1}. {item.after === undefined ? `step ${String(item.step)}` : `after ${item.after}`}
              , {formatDuration(item.at - start)}
            </option>
          ))}
        </Select>
        {data !== undefined && data.next.length > 0 && (
          <span className="text-small text-ink-3">next: {data.next.join(', ')}</span>
        )}
      </div>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading label="Loading the state" />
      ) : (
        <JsonView value={data.values} label="State" depth={3} className="min-h-0 flex-1 px-4 py-3" />
      )}
    </div>
  )
}
