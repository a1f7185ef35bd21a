import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { assistantVersionsQuery } from '../../api/assistants.ts'
import { rerunRun, runsKey } from '../../api/runs.ts'
import type { Run } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { formatDuration } from '../../model/format.ts'
import { parseObject } from '../../model/json-object.ts'
import type { Trace } from '../../model/spans.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { JsonObjectField } from '../../ui/json-object-field.tsx'
import { ErrorLine } from '../../ui/states.tsx'

interface VersionFieldProps {
  run: Run
  value: number
  onChange: (version: number) => void
}

const VersionField = ({ run, value, onChange }: VersionFieldProps) => {
  const { data = [] } = useQuery(assistantVersionsQuery(run.assistant_id))
  const versions = new Set([run.assistant_version, ...data.map(({ version }) => version)])
  return (
    <Field label="Version of the assistant">
      {(ids) => (
        <Select {...ids} value={value} onChange={(event) => onChange(Number(event.target.value))}>
          {[...versions]
            .toSorted((a, b) => b - a)
            .map((version) => (
              <option key={version} value={version}>
                {version === run.assistant_version
                  ? `Version ${String(version)}, as this run`
                  : `Version ${String(version)}`}
              </option>
            ))}
        </Select>
      )}
    </Field>
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

export const RerunDialog = ({ run, trace, fromStep, checkpoint, onClose }: RerunDialogProps) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const original = fromStep || run.input === null ? '' : stringifyExact(run.input, 2)
  const [input, setInput] = useState(original)
  const [from, setFrom] = useState(checkpoint ?? trace.checkpoints.at(-1)?.id ?? '')
  const [version, setVersion] = useState(run.assistant_version)
  const isEmpty = input.trim() === ''
  const { value, problem } = isEmpty
    ? { value: undefined, problem: undefined }
    : parseObject(input, 'The input')
  const start = useMutation({
    mutationFn: () =>
      rerunRun(run.run_id, {
        ...(fromStep && { from_checkpoint_id: from }),
        ...(value !== undefined && input !== original && { input: value }),
        ...(version !== run.assistant_version && { assistant_version: version }),
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
          : 'A new run with this input. This run stays as it is.'
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
        <VersionField run={run} value={version} onChange={setVersion} />
        <JsonObjectField
          label="Input"
          value={input}
          onChange={setInput}
          problem={problem}
          hint={fromStep ? 'Leave it empty to continue with the stored state.' : undefined}
        />
        {start.error !== null && <ErrorLine error={start.error} />}
      </div>
    </Dialog>
  )
}
