import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  cancelEvaluation,
  deleteEvaluation,
  evaluationListQuery,
  evaluationQuery,
  evaluationsKey,
  hasEnded,
  renameEvaluation,
  retryEvaluation,
  runEvaluation,
} from '../../api/evaluations.ts'
import { describeError, problemOf } from '../../api/errors.ts'
import { useScope } from '../../api/session.ts'
import type { Evaluation } from '../../api/types.ts'
import { useRemoval } from '../../api/use-removal.ts'
import { plural } from '../../model/format.ts'
import { Button, buttonClass, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { Field, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Evaluations of the same dataset that have ended, and the assistants of this one. */
const CompareMenu = ({ evaluation }: { evaluation: Evaluation }) => {
  const navigate = useNavigate()
  const { eval_id: evalId, dataset_id } = evaluation
  const list = useInfiniteQuery(evaluationListQuery({ dataset_id }))
  const others = (list.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    (other) => other.eval_id !== evalId && other.summary !== null,
  )
  const baselines = evaluation.assistants.slice(0, -1)
  const compare = (against: string): void =>
    void navigate({ to: '/evaluations/$evalId/compare', params: { evalId }, search: { against } })
  const reason = !hasEnded(evaluation)
    ? 'The evaluation has not ended'
    : others.length + baselines.length === 0
      ? 'No other evaluation of this dataset has ended'
      : undefined
  return (
    <Menu
      trigger={
        <Button reason={reason}>
          Compare <Icon name="down" size={12} />
        </Button>
      }
    >
      {baselines.length > 0 && <MenuLabel>Assistants of this evaluation</MenuLabel>}
      {baselines.map(({ label }, index) => (
        <MenuItem key={label} onSelect={() => compare(`${evalId}:${String(index)}`)}>
          {label}
        </MenuItem>
      ))}
      {others.length > 0 && <MenuLabel>Evaluations of this dataset</MenuLabel>}
      {others.slice(0, 30).map((other) => (
        <MenuItem key={other.eval_id} onSelect={() => compare(other.eval_id)}>
          {other.name}
        </MenuItem>
      ))}
    </Menu>
  )
}

const RenameDialog = ({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) => {
  const client = useQueryClient()
  const [name, setName] = useState(evaluation.name)
  const rename = useMutation({
    mutationFn: () => renameEvaluation(evaluation.eval_id, name.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: evaluationsKey })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename the evaluation"
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={rename.isPending}
            reason={name.trim() === '' ? 'The evaluation needs a name' : undefined}
            onClick={() => rename.mutate()}
          >
            Rename
          </Button>
        </>
      }
    >
      <Field
        label="Name"
        error={
          problemOf(rename.error, 'name') ??
          (rename.error === null ? undefined : describeError(rename.error).advice)
        }
      >
        {(ids) => <TextInput {...ids} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
    </Dialog>
  )
}

export const EvaluationActions = ({ evaluation }: { evaluation: Evaluation }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const canWrite = useScope('write')
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'cancel'>()
  const { eval_id: evalId, status, progress } = evaluation
  const act = useMutation({
    mutationFn: async (action: (id: string) => Promise<unknown>) => {
      await action(evalId)
    },
    onSuccess: async () => {
      setDialog(undefined)
      await client.invalidateQueries({ queryKey: evaluationsKey })
    },
    onError: (error) => showToast({ tone: 'fail', text: describeError(error).advice }),
  })
  const remove = useRemoval({
    key: evaluationQuery(evalId).queryKey,
    relatedKey: evaluationsKey,
    remove: () => deleteEvaluation(evalId),
    onRemoved: () => navigate({ to: '/evaluations', search: {} }),
    onError: (error) => showToast({ tone: 'fail', text: describeError(error).advice }),
  })
  const isStopped = status === 'pending' || status === 'cancelled'
  return (
    <>
      <CompareMenu evaluation={evaluation} />
      {canWrite && (
        <>
          {(status === 'awaiting_feedback' || status === 'running') &&
            evaluation.criteria.some(({ scorer }) => scorer === 'human') && (
              <Link
                to="/evaluations/$evalId/review"
                params={{ evalId }}
                search={{}}
                className={buttonClass('primary')}
              >
                Review
              </Link>
            )}
          {isStopped && (
            <Button
              variant="primary"
              icon="play"
              busy={act.isPending}
              onClick={() => act.mutate(runEvaluation)}
            >
              {status === 'pending' ? 'Start' : 'Continue'}
            </Button>
          )}
          {hasEnded(evaluation) && status !== 'cancelled' && progress.errors > 0 && (
            <Button icon="retry" busy={act.isPending} onClick={() => act.mutate(retryEvaluation)}>
              Retry {plural(progress.errors, 'error')}
            </Button>
          )}
          {!hasEnded(evaluation) && !isStopped && (
            <Button variant="danger" icon="stop" onClick={() => setDialog('cancel')}>
              Cancel
            </Button>
          )}
          <Menu trigger={<IconButton icon="more" label="More actions" />}>
            <MenuItem icon="pencil" onSelect={() => setDialog('rename')}>
              Rename
            </MenuItem>
            <MenuItem
              icon="trash"
              danger
              disabled={status === 'running'}
              onSelect={() => setDialog('delete')}
            >
              Delete
            </MenuItem>
          </Menu>
        </>
      )}
      {dialog === 'rename' && <RenameDialog evaluation={evaluation} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        open={dialog === 'cancel'}
        onOpenChange={() => setDialog(undefined)}
        title="Cancel the evaluation"
        description="Runs that are active are cancelled. Results that are done stay, and the evaluation can be continued."
        action="Cancel the evaluation"
        danger
        busy={act.isPending}
        onConfirm={() => act.mutate(cancelEvaluation)}
      />
      <ConfirmDialog
        open={dialog === 'delete'}
        onOpenChange={() => setDialog(undefined)}
        title="Delete the evaluation"
        description={`Its ${plural(progress.done, 'result')} and its summary are deleted; its runs stay. This cannot be undone.`}
        action="Delete the evaluation"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  )
}
