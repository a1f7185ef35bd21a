import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelRun, rerunRun, runsKey } from '../../api/runs.ts'
import { useScope } from '../../api/session.ts'
import type { Run } from '../../api/types.ts'
import { parseExact, stringifyExact } from '../../model/exact-json.ts'
import { formatDuration } from '../../model/format.ts'
import { toCurl, toJavaScriptSdk, toPythonSdk } from '../../model/snippets.ts'
import type { Trace } from '../../model/spans.ts'
import { Button } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { copyWithToast } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeError } from '../../api/errors.ts'

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

interface RerunDialogProps {
  run: Run
  trace: Trace
  /** With a step, the run continues from a checkpoint instead of starting again. */
  fromStep: boolean
  checkpoint: string | undefined
  onClose: () => void
}

const findProblem = (text: string): string | undefined => {
  if (text.trim() === '') return undefined
  try {
    const value = parseExact(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? undefined
      : 'The input has to be a JSON object.'
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.'
  }
}

const RerunDialog = ({ run, trace, fromStep, checkpoint, onClose }: RerunDialogProps) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const original = fromStep || run.input === null ? '' : stringifyExact(run.input, 2)
  const [input, setInput] = useState(original)
  const [from, setFrom] = useState(checkpoint ?? trace.checkpoints.at(-1)?.id ?? '')
  const problem = findProblem(input)
  const start = useMutation({
    mutationFn: () =>
      rerunRun(run.run_id, {
        ...(fromStep && { from_checkpoint_id: from }),
        ...(input.trim() !== '' && input !== original && { input: parseExact(input) }),
      }),
    onSuccess: async ({ run_id }) => {
      await client.invalidateQueries({ queryKey: [...runsKey, 'list'] })
      onClose()
      void navigate({ to: '/runs/$runId', params: { runId: run_id } })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={fromStep ? 'Run from a step' : 'Run again'}
      description={
        fromStep
          ? 'A new run continues from the chosen checkpoint in a new branch of the thread. This run stays as it is.'
          : `A new run with version ${String(run.assistant_version)} and this input. This run stays as it is.`
      }
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={problem !== undefined || (fromStep && from === '')}
            onClick={() => start.mutate()}
          >
            Start
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fromStep && (
          <Field label="Continue after">
            {(ids) => (
              <Select {...ids} value={from} onChange={(event) => setFrom(event.target.value)}>
                {trace.checkpoints.map(({ id, after, step, at }, index) => (
                  <option key={id} value={id}>
                    {index + 1}. {after ?? `step ${String(step)}`}, {formatDuration(at - trace.start)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field
          label="Input"
          note="JSON object"
          hint={fromStep ? 'Leave it empty to continue with the stored state.' : undefined}
          error={problem}
        >
          {() => (
            <CodeEditor
              label="Input"
              value={input}
              onChange={setInput}
              invalid={problem !== undefined}
              className="h-50"
            />
          )}
        </Field>
        {start.error !== null && <ErrorLine error={start.error} />}
      </div>
    </Dialog>
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
  const [dialog, setDialog] = useState<'again' | 'step'>()
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
      {dialog !== undefined && (
        <RerunDialog
          run={run}
          trace={trace}
          fromStep={dialog === 'step'}
          checkpoint={checkpoint}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}
