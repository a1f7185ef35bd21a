import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { resumeRun, reviewRun, runsKey, submitToolOutputs } from '../../api/runs.ts'
import type { RequiredAction, Run } from '../../api/types.ts'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseResponse, readInterrupt, toResumeValue, type InterruptView } from '../../model/interrupts.ts'
import { previewJson } from '../../model/json-rows.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { StatusGlyph } from '../../ui/status.tsx'
import { ErrorLine } from '../../ui/states.tsx'
import { Duration } from '../../ui/time.tsx'

type Send = (action: () => Promise<unknown>) => void

interface PanelProps {
  run: Run
  isPending: boolean
  send: Send
}

const InterruptForm = ({
  run,
  view,
  id,
  isPending,
  send,
}: PanelProps & { view: InterruptView; id: string; several: boolean }) => {
  const [text, setText] = useState('')
  const resume = (value: unknown): void => send(() => resumeRun(run.run_id, { inputs: { [id]: value } }))
  const can = (kind: InterruptView['allowed'][number]): boolean => view.allowed.includes(kind)
  return (
    <div className="flex flex-col gap-2.5">
      <div>
        <p className="font-medium">{view.title}</p>
        {view.description !== undefined && (
          <p className="mt-0.5 whitespace-pre-wrap text-ink-2">{view.description}</p>
        )}
      </div>
      {view.actions.map(({ name, args }) => (
        <div key={name} className="rounded border border-line bg-surface">
          <div className="border-b border-line px-2.5 py-1 font-mono text-small">{name}</div>
          <JsonView value={args} label={`Arguments of ${name}`} className="max-h-50 min-h-8 px-1.5 py-1" />
        </div>
      ))}
      {view.shape === 'unknown' && (
        <JsonView
          value={view.value}
          label="What the run asks"
          className="max-h-50 min-h-8 rounded border border-line bg-surface px-1.5 py-1"
        />
      )}
      {can('respond') && view.options.length === 0 && (
        <Field label="Your answer" hint="Text, or JSON for another kind of value.">
          {(ids) => (
            <TextArea {...ids} rows={2} value={text} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
      )}
      <div className="flex flex-wrap gap-1.5">
        {view.options.map((option) => (
          <Button
            key={option}
            busy={isPending}
            onClick={() => resume(toResumeValue(view, { kind: 'respond', value: option }))}
          >
            {option}
          </Button>
        ))}
        {can('approve') && (
          <Button
            variant="primary"
            busy={isPending}
            onClick={() => resume(toResumeValue(view, { kind: 'approve' }))}
          >
            Approve
          </Button>
        )}
        {can('respond') && view.options.length === 0 && (
          <Button
            busy={isPending}
            disabled={text.trim() === ''}
            onClick={() => resume(toResumeValue(view, { kind: 'respond', value: parseResponse(text) }))}
          >
            Respond
          </Button>
        )}
        {can('reject') && (
          <Button
            variant="danger"
            busy={isPending}
            onClick={() => resume(toResumeValue(view, { kind: 'reject', reason: text }))}
          >
            Reject
          </Button>
        )}
      </div>
    </div>
  )
}

const ToolOutputsForm = ({ run, action, isPending, send }: PanelProps & { action: RequiredAction }) => {
  const calls = action.tool_calls ?? []
  const [outputs, setOutputs] = useState<Record<string, string>>({})
  const isComplete = calls.every(({ id }) => (outputs[id] ?? '').trim() !== '')
  const submit = (): void =>
    send(() =>
      submitToolOutputs(
        run.run_id,
        calls.map(({ id }) => ({ tool_call_id: id, output: parseResponse(outputs[id] ?? '') })),
      ),
    )
  return (
    <div className="flex flex-col gap-2.5">
      {calls.map(({ id, name, arguments: args }) => (
        <Field
          key={id}
          label={<code className="font-mono">{name}</code>}
          note={previewJson(args, 60)}
          hint="Text, or JSON for another kind of value."
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={2}
              value={outputs[id] ?? ''}
              onChange={(event) => setOutputs({ ...outputs, [id]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <div>
        <Button variant="primary" busy={isPending} disabled={!isComplete} onClick={submit}>
          Send {calls.length === 1 ? 'the output' : `${String(calls.length)} outputs`}
        </Button>
      </div>
    </div>
  )
}

const ReviewForm = ({ run, action, isPending, send }: PanelProps & { action: RequiredAction }) => {
  const [reason, setReason] = useState('')
  return (
    <div className="flex flex-col gap-3">
      {(action.reviews ?? []).map((review) => {
        const decide = (decision: 'approve' | 'reject'): void =>
          send(() => reviewRun(run.run_id, { id: review.id, decision, ...(reason !== '' && { reason }) }))
        return (
          <div key={review.id} className="flex flex-col gap-2">
            <p>
              <span className="font-medium">{review.guardrail}</span> holds{' '}
              {review.stage === 'output' ? 'the output' : 'a tool call'}: {review.reason}
            </p>
            <pre className="max-h-50 overflow-auto rounded border border-line bg-surface px-2.5 py-1.5 font-mono text-small whitespace-pre-wrap">
              {review.content ??
                `${review.tool_call?.name ?? ''} ${stringifyExact(review.tool_call?.arguments ?? {}, 2)}`}
            </pre>
            <Field label="Reason" hint="Stored in the audit.">
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={1}
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              )}
            </Field>
            <div className="flex gap-1.5">
              <Button variant="primary" busy={isPending} onClick={() => decide('approve')}>
                Approve
              </Button>
              <Button variant="danger" busy={isPending} onClick={() => decide('reject')}>
                Reject
              </Button>
            </div>
          </div>
        )
      })}
    </div>
  )
}

/** What the run waits for, and the controls that let it continue. */
export const ActionPanel = ({ run }: { run: Run }) => {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  })
  const action = run.required_action
  if (action === null) return null
  const props = { run, isPending, send: (act: () => Promise<unknown>) => mutate(act) }
  const interrupts = action.interrupts ?? []
  return (
    <section
      aria-label="The run needs a person"
      className="flex-none border-b border-line bg-wait-soft/60 px-5 py-3 max-md:px-3"
    >
      <h2 className="mb-2 flex items-center gap-2 font-medium text-wait">
        <StatusGlyph status="requires_action" />
        {action.type === 'submit_tool_outputs'
          ? 'Waits for the outputs of tools'
          : action.type === 'review'
            ? 'Waits for a review'
            : 'Waits for a person'}
        {run.waiting_since != null && (
          <span className="font-normal text-ink-2">
            for <Duration since={run.waiting_since} />
          </span>
        )}
        {run.reserved_by != null && (
          <span className="font-normal text-ink-2">reserved by {run.reserved_by}</span>
        )}
      </h2>
      <div className="max-w-180">
        {action.type === 'submit_tool_outputs' ? (
          <ToolOutputsForm {...props} action={action} />
        ) : action.type === 'review' ? (
          <ReviewForm {...props} action={action} />
        ) : (
          interrupts.map(({ id, value }) => (
            <InterruptForm
              key={id}
              {...props}
              id={id}
              view={readInterrupt(value)}
              several={interrupts.length > 1}
            />
          ))
        )}
        {error !== null && (
          <div className="mt-2">
            <ErrorLine error={error} />
          </div>
        )}
      </div>
    </section>
  )
}
