import { useQuery } from '@tanstack/react-query'
import { checkpointStateQuery } from '../../api/run-details.ts'
import { formatCount, formatDuration } from '../../model/format.ts'
import { nearestRange } from '../../model/nearest-range.ts'
import type { Checkpoint } from '../../model/spans.ts'
import { Select, TextInput } from '../../ui/field.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'

/** A run can have thousands of checkpoints, and each option is an element of the page. */
const MAX_OPTIONS = 200

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
  const position = index === -1 ? checkpoints.length - 1 : index
  const checkpoint = checkpoints[position]
  const [first, last] = nearestRange(checkpoints.length, position, MAX_OPTIONS)
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
      <div className="flex flex-none items-center gap-3 border-b border-line px-5 py-2">
        <Select
          aria-label="Checkpoint"
          value={checkpoint.id}
          onChange={(event) => onSelect(event.target.value)}
          className="max-w-90"
        >
          {checkpoints.slice(first, last).map((item, offset) => (
            <option key={item.id} value={item.id}>
              {first + offset + 1}.{' '}
              {item.after === undefined ? `step ${String(item.step)}` : `after ${item.after}`},{' '}
              {formatDuration(item.at - start)}
            </option>
          ))}
        </Select>
        {checkpoints.length > last - first && (
          <label className="inline-flex flex-none items-center gap-1.75 text-small text-ink-2">
            Number
            <TextInput
              key={position}
              type="number"
              min={1}
              max={checkpoints.length}
              defaultValue={position + 1}
              onChange={(event) => {
                const target = checkpoints[event.target.valueAsNumber - 1]
                if (target !== undefined) onSelect(target.id)
              }}
              className="w-20!"
            />
            of {formatCount(checkpoints.length)}
          </label>
        )}
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
