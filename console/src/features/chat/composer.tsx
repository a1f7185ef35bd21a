import { useEffect, useEffectEvent, useState } from 'react'
import {
  prepareInput,
  toInputJson,
  type InputDraft,
  type InputForm,
  type InputMode,
  type PreparedInput,
} from '../../model/input-form.ts'
import { Button, Kbd, Segmented } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Select } from '../../ui/field.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { fitsLine, InlineFields, InputFields } from './input-fields.tsx'

export type Multitask = 'enqueue' | 'interrupt'

export const EMPTY_DRAFT: InputDraft = { text: '', fields: {}, json: '' }

interface ComposerProps {
  input: InputForm
  mode: InputMode
  onModeChange: (mode: InputMode) => void
  draft: InputDraft
  onDraftChange: (draft: InputDraft) => void
  /** Texts that were sent in this thread, newest first. */
  earlier: string[]
  isRunning: boolean
  cancelling: boolean
  sending: boolean
  /** Why nothing can be sent, for example because no assistant exists. */
  blocked: string | undefined
  /** Why nothing can be sent yet. What the person sends until then is sent afterwards. */
  pending: string | undefined
  onSend: (input: PreparedInput, multitask: Multitask) => void
  onCancel: () => void
}

export const Composer = (props: ComposerProps) => {
  const { input, mode, draft, onDraftChange, isRunning, blocked, pending } = props
  const [multitask, setMultitask] = useState<Multitask>('enqueue')
  /** The draft that is sent as soon as nothing is pending. A change of the draft withdraws it. */
  const [requested, setRequested] = useState<InputDraft>()
  const { hasMessages } = input
  const jsonOnly = hasMessages ? input.form.fields.filter((field) => !fitsLine(field)).length : 0
  const prepared = prepareInput(input, draft, mode)
  const reason = blocked ?? pending ?? prepared.problem
  const isRequested = requested === draft
  const send = (): void => {
    if (blocked === undefined && pending !== undefined) setRequested(draft)
    else if (reason === undefined && !props.sending) props.onSend(prepared, multitask)
  }
  const sendRequested = useEffectEvent(() => {
    setRequested(undefined)
    send()
  })
  useEffect(() => {
    if (isRequested && pending === undefined) sendRequested()
  }, [isRequested, pending])
  useShortcuts('Playground', [
    { keys: ['mod+Enter'], label: isRunning ? 'Send next' : 'Send', run: send },
    ...(isRunning ? [{ keys: ['Escape'], label: 'Cancel the run', run: props.onCancel }] : []),
  ])
  const switchMode = (next: InputMode): void => {
    if (next === 'json' && draft.json.trim() === '')
      onDraftChange({ ...draft, json: toInputJson(input, draft) })
    props.onModeChange(next)
  }
  const fields = {
    input,
    drafts: draft.fields,
    problems: prepared.problems,
    onChange: (next: InputDraft['fields']) => onDraftChange({ ...draft, fields: next }),
  }
  return (
    <form
      aria-label="Input"
      className="flex flex-none flex-col gap-2 border-t border-line bg-bg px-5 pt-2.25 pb-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Segmented
          label="Input as"
          value={mode}
          options={[
            { value: 'form', label: hasMessages ? 'Message' : 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={switchMode}
        />
        <span className="text-small text-ink-3">
          {mode === 'json' ? 'the whole input of the graph' : 'made from the input schema'}
          {mode === 'form' && jsonOnly > 0 && `, ${String(jsonOnly)} more only as JSON`}
        </span>
        {props.earlier.length > 0 && mode === 'form' && hasMessages && (
          <select
            aria-label="Earlier inputs"
            value=""
            onChange={(event) => onDraftChange({ ...draft, text: event.target.value })}
            className="ml-auto max-w-36 cursor-pointer truncate bg-transparent [field-sizing:content] text-small text-accent"
          >
            <option value="">Earlier inputs</option>
            {props.earlier.slice(0, 12).map((text) => (
              <option key={text} value={text}>
                {text.slice(0, 60)}
              </option>
            ))}
          </select>
        )}
      </div>
      {mode === 'json' ? (
        <CodeEditor
          label="Input as JSON"
          value={draft.json}
          onChange={(json) => onDraftChange({ ...draft, json })}
          className="max-h-70"
        />
      ) : hasMessages ? (
        <textarea
          aria-label="Message"
          placeholder={isRunning ? 'Write the next message; it is sent after this run' : 'Write a message'}
          rows={2}
          value={draft.text}
          onChange={(event) => onDraftChange({ ...draft, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && isRunning) props.onCancel()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
          className="block max-h-60 min-h-12.5 w-full resize-y rounded-[6px] border border-line-2 bg-surface px-2.5 py-1.25"
        />
      ) : (
        <InputFields {...fields} />
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {mode === 'form' && hasMessages && <InlineFields {...fields} />}
        <div className="ml-auto flex flex-wrap items-center gap-2">
          {isRunning && (
            <label className="inline-flex items-center gap-1.75 text-small text-ink-2">
              If running
              <Select
                className="w-auto! text-compact"
                value={multitask}
                onChange={(event) => setMultitask(event.target.value as Multitask)}
              >
                <option value="enqueue">wait in line</option>
                <option value="interrupt">cancel it and send</option>
              </Select>
            </label>
          )}
          <Button
            type="submit"
            variant={isRunning ? 'default' : 'primary'}
            busy={props.sending || isRequested}
            reason={reason}
          >
            {isRunning ? 'Send next' : 'Send'} <Kbd>↵</Kbd>
          </Button>
          {isRunning && (
            <Button variant="primary" icon="stop" busy={props.cancelling} onClick={props.onCancel}>
              {props.cancelling ? 'Cancelling' : 'Cancel'} <Kbd>Esc</Kbd>
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
