import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { describeError } from '../../api/errors.ts'
import { cancelRun, runsKey } from '../../api/runs.ts'
import { useScope } from '../../api/session.ts'
import type { Run } from '../../api/types.ts'
import { toCurl, toJavaScriptSdk, toPythonSdk } from '../../model/snippets.ts'
import type { Trace } from '../../model/spans.ts'
import { Button } from '../../ui/button.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'

const AddRunToDataset = lazy(async () => ({
  default: (await import('./add-run-to-dataset.tsx')).AddRunToDataset,
}))
const RerunDialog = lazy(async () => ({ default: (await import('./rerun-dialog.tsx')).RerunDialog }))

const isOpen = ({ status }: Run): boolean =>
  status === 'queued' || status === 'in_progress' || status === 'requires_action'

const CopyMenu = ({ run }: { run: Run }) => {
  const { origin } = location
  const body = { assistant_id: run.assistant_id, ...(run.input !== null && { input: run.input }) }
  const call = { origin, assistantId: run.assistant_id, input: run.input ?? {} }
  return (
    <Menu
      trigger={
        <Button>
          Copy as <Icon name="down" size={12} />
        </Button>
      }
    >
      <MenuItem
        onSelect={() =>
          void copyWithToast(
            toCurl(origin, { method: 'POST', path: '/api/v1/runs', body }),
            'the request for curl',
          )
        }
      >
        curl
      </MenuItem>
      <MenuItem onSelect={() => void copyWithToast(toJavaScriptSdk(call), 'the code for JavaScript')}>
        JavaScript, LangGraph SDK
      </MenuItem>
      <MenuItem onSelect={() => void copyWithToast(toPythonSdk(call), 'the code for Python')}>
        Python, LangGraph SDK
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void copyWithToast(run.run_id, 'the id')}>Id of the run</MenuItem>
      <MenuItem onSelect={() => void copyWithToast(location.href, 'the link')}>Link to this page</MenuItem>
    </Menu>
  )
}

interface RunActionsProps {
  run: Run
  trace: Trace
  checkpoint: string | undefined
}

export const RunActions = ({ run, trace, checkpoint }: RunActionsProps) => {
  const client = useQueryClient()
  const canWrite = useScope('write')
  const [dialog, setDialog] = useState<'again' | 'step' | 'dataset'>()
  const cancel = useMutation({
    mutationFn: () => cancelRun(run.run_id),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
    onError: (error) => showToast({ tone: 'fail', text: describeError(error).advice }),
  })
  return (
    <>
      <CopyMenu run={run} />
      {canWrite && (
        <>
          <Button
            reason={isOpen(run) ? 'The run has not ended' : undefined}
            onClick={() => setDialog('dataset')}
          >
            Add to dataset
          </Button>
          <Button
            reason={trace.checkpoints.length === 0 ? 'The run has no checkpoint yet' : undefined}
            onClick={() => setDialog('step')}
          >
            Run from a step
          </Button>
          {isOpen(run) ? (
            <Button variant="danger" icon="stop" busy={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          ) : (
            <Button variant="primary" onClick={() => setDialog('again')}>
              Run again
            </Button>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {dialog === 'dataset' && <AddRunToDataset run={run} onClose={() => setDialog(undefined)} />}
        {(dialog === 'again' || dialog === 'step') && (
          <RerunDialog
            run={run}
            trace={trace}
            fromStep={dialog === 'step'}
            checkpoint={checkpoint}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}
