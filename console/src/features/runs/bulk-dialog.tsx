import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { operationQuery, runsKey, startBulk, type BulkAction, type BulkTarget } from '../../api/runs.ts'
import type { Operation } from '../../api/types.ts'
import { plural, shortId } from '../../model/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'

const TEXTS: Record<BulkAction, { title: string; verb: string; done: string; effect: string }> = {
  cancel: {
    title: 'Cancel runs',
    verb: 'Cancel',
    done: 'cancelled',
    effect: 'Runs that have not ended stop at once. What their nodes have done so far stays.',
  },
  rerun: {
    title: 'Run again',
    verb: 'Run again',
    done: 'started again',
    effect: 'Each run that has ended starts again as a new run with the same input and version.',
  },
  delete: {
    title: 'Delete runs',
    verb: 'Delete',
    done: 'deleted',
    effect: 'Runs that have ended are deleted with their events. This cannot be undone.',
  },
}

export interface Bulk {
  action: BulkAction
  target: BulkTarget
}

const Progress = ({ operation }: { operation: Operation }) => {
  const handled = operation.done + operation.failed
  const share = operation.total === 0 ? 1 : handled / operation.total
  return (
    <div className="flex flex-col gap-3">
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={operation.total}
        aria-valuenow={handled}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full bg-accent transition-[width] duration-120"
          style={{ width: `${String(share * 100)}%` }}
        />
      </div>
      <p aria-live="polite">
        {plural(operation.done, 'run')} of {operation.total} {TEXTS[operation.action].done}
        {operation.failed > 0 && `, ${plural(operation.failed, 'run')} could not be`}.
        {operation.status === 'running' && ' You can close this; the service continues.'}
      </p>
      {operation.errors.length > 0 && (
        <ul className="flex flex-col gap-1 text-small text-ink-2">
          {operation.errors.map((error) => (
            <li key={error.run_id}>
              <code className="font-mono">{shortId(error.run_id)}</code> {error.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Counts first what would happen, asks, and then shows the progress. */
export const BulkDialog = ({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) => {
  const { action, target } = bulk
  const text = TEXTS[action]
  const client = useQueryClient()
  const preview = useQuery({
    queryKey: ['bulk-preview', action, target],
    queryFn: () => startBulk(action, target, true),
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({ mutationFn: () => startBulk(action, target, false) })
  const id = start.data?.operation_id
  const { data: operation = start.data } = useQuery({
    ...operationQuery(id ?? ''),
    enabled: id !== undefined,
  })
  const isDone = operation?.status === 'completed'
  const reload = useEffectEvent(() => void client.invalidateQueries({ queryKey: runsKey }))
  useEffect(() => {
    if (isDone) reload()
  }, [isDone])

  const total = preview.data?.total
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.title}
      description={operation === undefined ? text.effect : undefined}
      size="small"
      footer={
        operation === undefined ? (
          <>
            <Button onClick={onClose}>Go back</Button>
            <Button
              variant={action === 'delete' ? 'danger' : 'primary'}
              busy={start.isPending}
              disabled={total === undefined || total === 0}
              onClick={() => start.mutate()}
            >
              {total === undefined ? text.verb : `${text.verb} ${plural(total, 'run')}`}
            </Button>
          </>
        ) : (
          <Button variant={isDone ? 'primary' : 'default'} onClick={onClose}>
            {isDone ? 'Done' : 'Close'}
          </Button>
        )
      }
    >
      {operation !== undefined ? (
        <Progress operation={operation} />
      ) : preview.error !== null ? (
        <ErrorLine error={preview.error} />
      ) : total === undefined ? (
        <Loading label="Counting" lines={1} />
      ) : (
        <p>
          {total === 0
            ? 'None of the selected runs is in a state that allows this.'
            : `This applies to ${plural(total, 'run')}.`}
          {preview.data?.capped === true &&
            ' More runs match; an operation processes at most 10,000, newest first.'}
        </p>
      )}
      {start.error !== null && <ErrorLine error={start.error} />}
    </Dialog>
  )
}
