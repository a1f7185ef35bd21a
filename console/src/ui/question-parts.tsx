/** The parts of a question: fields, options, a free reply, and the words for a response or a rejection. */
import { stringifyExact } from '../model/exact-json.ts'
import { readForm, toDrafts, type Drafts } from '../model/form-drafts.ts'
import type { Question } from '../model/question.ts'
import { toFieldDrafts, type QuestionDraft } from '../model/replies.ts'
import type { Form } from '../model/schema-form.ts'
import { Button, Segmented } from './button.tsx'
import { CodeEditor } from './code-editor.tsx'
import { Field, TextArea } from './field.tsx'
import { SchemaFields } from './schema-fields.tsx'

export interface PartProps {
  question: Question
  draft: QuestionDraft
  disabled: boolean
  onChange: (change: Partial<QuestionDraft>) => void
}

/** A field that is still empty is no mistake yet; the buttons below say what is missing. */
const shownProblems = (form: Form, fields: Drafts, initial: Drafts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readForm(form, fields).problems).filter(
      ([name]) => fields[name] !== '' || initial[name] !== '',
    ),
  )

export const FieldsPart = ({ question, draft, disabled, onChange }: PartProps) => {
  const { form, proposed, canEdit } = question
  if (form === undefined) return null
  const initial = toDrafts(form, proposed)
  const isLocked = disabled || !canEdit
  const json = draft.json
  const fromJson = json === undefined ? undefined : toFieldDrafts(form, json)
  return (
    <div>
      {json === undefined ? (
        <SchemaFields
          form={form}
          drafts={draft.fields}
          initial={initial}
          problems={shownProblems(form, draft.fields, initial)}
          disabled={isLocked}
          onChange={(fields) => onChange({ fields, decision: 'approve' })}
        />
      ) : (
        <CodeEditor
          label={`${question.title} as JSON`}
          value={json}
          readOnly={isLocked}
          onChange={(next) => onChange({ json: next, decision: 'approve' })}
        />
      )}
      {!form.isSingle && !isLocked && (
        <div className="mt-2 flex justify-end">
          {json === undefined ? (
            <Button
              variant="link"
              onClick={() => onChange({ json: stringifyExact(readForm(form, draft.fields).value, 2) })}
            >
              Edit as JSON
            </Button>
          ) : (
            <Button
              variant="link"
              reason={
                fromJson === undefined ? 'The JSON has keys or values that no field can show' : undefined
              }
              onClick={() => fromJson !== undefined && onChange({ json: undefined, fields: fromJson })}
            >
              Edit as fields
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export const OptionsPart = ({ question, draft, disabled, onChange }: PartProps) => (
  <fieldset disabled={disabled} className="grid gap-1.5">
    <legend className="sr-only">{question.title}</legend>
    {question.options.map((option, index) => (
      <label
        key={option}
        className="flex h-9 cursor-pointer items-center gap-2.5 rounded-[6px] border border-line-2 px-3 has-checked:border-accent has-checked:bg-accent-soft"
      >
        <input
          type="radio"
          name={question.id}
          checked={draft.option === option}
          onChange={() => onChange({ option, decision: 'approve' })}
          className="accent-(--accent)"
        />
        {option}
        {index < 9 && <span className="ml-auto text-small text-ink-3">{index + 1}</span>}
      </label>
    ))}
  </fieldset>
)

/** True for numbers, objects and other values that a person may not want to send as a text. */
const isOtherJson = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) !== 'string'
  } catch {
    return false
  }
}

export const FreePart = ({ question, draft, disabled, onChange }: PartProps) => (
  <div>
    <div className="mb-1 flex items-center">
      <span className="text-label text-ink-2">
        {question.protocol === 'tool_outputs' ? 'Output' : 'Reply'}
      </span>
      <span className="ml-auto">
        <Segmented
          label="Format of the reply"
          value={draft.mode}
          onChange={(mode) => onChange({ mode })}
          options={[
            { value: 'text', label: 'Text', title: 'The reply is sent as a text' },
            {
              value: 'json',
              label: 'JSON',
              title: 'The reply is sent as a value: an object, a list, a number, true or false',
            },
          ]}
        />
      </span>
    </div>
    {draft.mode === 'text' ? (
      <TextArea
        aria-label={question.protocol === 'tool_outputs' ? question.title : 'Reply'}
        rows={3}
        disabled={disabled}
        value={draft.free}
        onChange={(event) => onChange({ free: event.target.value, decision: 'approve' })}
      />
    ) : (
      <CodeEditor
        label={`${question.protocol === 'tool_outputs' ? question.title : 'Reply'} as JSON`}
        value={draft.free}
        readOnly={disabled}
        onChange={(free) => onChange({ free, decision: 'approve' })}
      />
    )}
    {draft.mode === 'text' && isOtherJson(draft.free) && (
      <p className="mt-1 text-small text-ink-3">This is sent as a text. Choose JSON to send it as a value.</p>
    )}
  </div>
)

export const WordsPart = ({ question, draft, disabled, onChange }: PartProps) => {
  if (draft.decision === 'respond')
    return (
      <Field label="Response" hint="The agent gets these words instead of the result of the action.">
        {(ids) => (
          <TextArea
            {...ids}
            data-words=""
            disabled={disabled}
            value={draft.response}
            onChange={(event) => onChange({ response: event.target.value })}
          />
        )}
      </Field>
    )
  if (draft.decision !== 'reject' || question.protocol === 'agent_inbox') return null
  return (
    <Field
      label="Reason"
      note="optional"
      hint={
        question.protocol === 'review' ? 'Stored in the audit log.' : 'The agent gets it with the refusal.'
      }
    >
      {(ids) => (
        <TextArea
          {...ids}
          data-words=""
          disabled={disabled}
          value={draft.reason}
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      )}
    </Field>
  )
}
