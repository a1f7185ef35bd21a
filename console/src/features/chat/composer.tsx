import { useState } from 'react'
import { stringifyExact } from '../../model/exact-json.ts'
import { parseExact } from '../../model/exact-json.ts'
import { readForm, type FormField, type InputForm } from '../../model/input-form.ts'
import { Button, Kbd, Segmented } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Select, TextInput } from '../../ui/field.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'

export type Multitask = 'enqueue' | 'interrupt'
export type InputMode = 'form' | 'json'

export interface Draft {
  text: string
  fields: Record<string, string>
  json: string
}

export const EMPTY_DRAFT: Draft = { text: '', fields: {}, json: '' }

interface ComposerProps {
  form: InputForm
  mode: InputMode
  onModeChange: (mode: InputMode) => void
  draft: Draft
  onDraftChange: (draft: Draft) => void
  /** Texts that were sent in this thread, newest first. */
  earlier: string[]
  isRunning: boolean
  cancelling: boolean
  sending: boolean
  /** Why nothing can be sent, for example because no assistant exists. */
  blocked: string | undefined
  onSend: (input: { text: string | undefined; values: unknown }, multitask: Multitask) => void
  onStop: () => void
}

const FormInput = ({
  field,
  value,
  problem,
  onChange,
}: {
  field: FormField
  value: string
  problem: string | undefined
  onChange: (value: string) => void
}) => (
  <label
    className="inline-flex items-center gap-1.75 text-small text-ink-2"
    title={problem ?? field.description}
  >
    {field.name}
    {field.required && <span className="text-fail">*</span>}
    {field.type === 'choice' || field.type === 'boolean' ? (
      <Select
        className="w-auto! text-compact"
        aria-invalid={problem !== undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">–</option>
        {(field.type === 'boolean' ? ['true', 'false'] : field.options).map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    ) : (
      <TextInput
        className="w-28! font-mono text-small"
        aria-invalid={problem !== undefined}
        inputMode={field.type === 'number' || field.type === 'integer' ? 'decimal' : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </label>
)

interface Prepared {
  text: string | undefined
  values: unknown
  problem: string | undefined
  problems: Record<string, string>
}

const prepareJson = (json: string): Prepared => {
  try {
    return {
      text: undefined,
      values: parseExact(json),
      problem: json.trim() === '' ? 'Enter the input as JSON' : undefined,
      problems: {},
    }
  } catch {
    return {
      text: undefined,
      values: undefined,
      problem: json.trim() === '' ? 'Enter the input as JSON' : 'The input is not valid JSON',
      problems: {},
    }
  }
}

const prepareForm = (form: InputForm, draft: Draft, shown: FormField[]): Prepared => {
  const { values, problems } = readForm(shown, draft.fields)
  const [wrong] = Object.entries(problems)
  const isEmpty = form.hasMessages ? draft.text.trim() === '' && Object.keys(values).length === 0 : false
  const problem = wrong !== undefined ? `${wrong[0]} ${wrong[1]}` : isEmpty ? 'Enter a message' : undefined
  return {
    text: form.hasMessages && draft.text.trim() !== '' ? draft.text : undefined,
    values,
    problem,
    problems,
  }
}

export const Composer = (props: ComposerProps) => {
  const { form, mode, draft, onDraftChange, isRunning, blocked } = props
  const [multitask, setMultitask] = useState<Multitask>('enqueue')
  const shown = form.fields.filter(({ type, required }) => type !== 'json' || required)
  const jsonOnly = form.fields.length - shown.length
  const prepared = mode === 'json' ? prepareJson(draft.json) : prepareForm(form, draft, shown)
  const reason = blocked ?? prepared.problem
  const send = (): void => {
    if (reason === undefined && !props.sending) props.onSend(prepared, multitask)
  }
  useShortcuts('Playground', [
    { keys: ['mod+Enter'], label: isRunning ? 'Send next' : 'Send', run: send },
    ...(isRunning ? [{ keys: ['Escape'], label: 'Stop the run', run: props.onStop }] : []),
  ])
  const switchMode = (next: InputMode): void => {
    if (next === 'json' && draft.json.trim() === '') {
      const { text, values } = prepareForm(form, draft, shown)
      const messages = text === undefined ? {} : { messages: [{ type: 'human', content: text }] }
      onDraftChange({ ...draft, json: stringifyExact({ ...(values as object), ...messages }, 2) })
    }
    props.onModeChange(next)
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
            { value: 'form', label: form.hasMessages ? 'Message' : 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={switchMode}
        />
        <span className="text-small text-ink-3">
          {mode === 'json' ? 'the whole input of the graph' : 'made from the input schema'}
          {mode === 'form' && jsonOnly > 0 && `, ${String(jsonOnly)} more only as JSON`}
        </span>
        {props.earlier.length > 0 && mode === 'form' && form.hasMessages && (
          <select
            aria-label="Earlier inputs"
            value=""
            onChange={(event) => onDraftChange({ ...draft, text: event.target.value })}
            className="ml-auto max-w-36 cursor-pointer truncate bg-transparent text-small text-accent"
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
      ) : (
        form.hasMessages && (
          <textarea
            aria-label="Message"
            placeholder={isRunning ? 'Write the next message; it is sent after this run' : 'Write a message'}
            rows={2}
            value={draft.text}
            onChange={(event) => onDraftChange({ ...draft, text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && isRunning) props.onStop()
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              send()
            }}
            className="block max-h-60 min-h-12.5 w-full resize-y rounded-[6px] border border-line-2 bg-surface px-2.5 py-1.25"
          />
        )
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {mode === 'form' &&
          shown.map((field) => (
            <FormInput
              key={field.name}
              field={field}
              problem={draft.fields[field.name] === undefined ? undefined : prepared.problems[field.name]}
              value={draft.fields[field.name] ?? field.initial}
              onChange={(value) =>
                onDraftChange({ ...draft, fields: { ...draft.fields, [field.name]: value } })
              }
            />
          ))}
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
                <option value="interrupt">stop and send</option>
              </Select>
            </label>
          )}
          <Button
            type="submit"
            variant={isRunning ? 'default' : 'primary'}
            busy={props.sending}
            reason={reason}
          >
            {isRunning ? 'Send next' : 'Send'} <Kbd>↵</Kbd>
          </Button>
          {isRunning && (
            <Button variant="primary" icon="stop" busy={props.cancelling} onClick={props.onStop}>
              {props.cancelling ? 'Stopping' : 'Stop'} <Kbd>Esc</Kbd>
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}
