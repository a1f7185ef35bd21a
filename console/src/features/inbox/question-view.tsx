import type { ReactNode } from 'react'
import { plural } from '../../model/format.ts'
import { listEdits, type QuestionDraft } from '../../model/inbox-replies.ts'
import type { Question } from '../../model/inbox-questions.ts'
import { readForm, toDrafts } from '../../model/form-drafts.ts'
import { Segmented } from '../../ui/button.tsx'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyphs.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SchemaFields } from '../../ui/schema-fields.tsx'
import { LongText } from '../../ui/text.tsx'

interface PartProps {
  question: Question
  draft: QuestionDraft
  disabled: boolean
  onChange: (change: Partial<QuestionDraft>) => void
}

const FieldsPart = ({ question, draft, disabled, onChange }: PartProps) => {
  if (question.form === undefined) return null
  const initial = toDrafts(question.form, question.proposed)
  // A field that is still empty is no mistake yet; the bar below says what is missing.
  const shownProblems = Object.fromEntries(
    Object.entries(readForm(question.form, draft.fields).problems).filter(
      ([name]) => draft.fields[name] !== '' || initial[name] !== '',
    ),
  )
  return (
    <SchemaFields
      form={question.form}
      drafts={draft.fields}
      initial={initial}
      problems={shownProblems}
      disabled={disabled || !question.canEdit}
      onChange={(fields) => onChange({ fields, decision: 'approve' })}
    />
  )
}

const OptionsPart = ({ question, draft, disabled, onChange }: PartProps) => (
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

const FreePart = ({ question, draft, disabled, onChange }: PartProps) => (
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
        aria-label="Reply"
        rows={4}
        disabled={disabled}
        value={draft.free}
        onChange={(event) => onChange({ free: event.target.value, decision: 'approve' })}
      />
    ) : (
      <CodeEditor
        label="Reply as JSON"
        value={draft.free}
        readOnly={disabled}
        onChange={(free) => onChange({ free, decision: 'approve' })}
      />
    )}
  </div>
)

const PARTS = { fields: FieldsPart, options: OptionsPart, free: FreePart }

const WordsPart = ({ question, draft, disabled, onChange }: PartProps) => {
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

const describeArguments = (question: Question, draft: QuestionDraft): string => {
  if (question.form === undefined) return ''
  const fields = question.form.fields.length
  const edits = listEdits(question, draft).length
  const parts = [
    question.form.isSingle ? '' : plural(fields, question.tool === undefined ? 'field' : 'argument'),
  ]
  if (edits > 0) parts.push(question.form.isSingle ? 'changed by you' : `${String(edits)} changed by you`)
  if (!question.canEdit) parts.push('the graph allows no changes')
  return parts.filter((part) => part !== '').join(', ')
}

const Heading = ({ question }: { question: Question }) => {
  if (question.protocol === 'tool_outputs')
    return (
      <>
        The run waits for the output of <code className="font-mono text-small">{question.tool}</code>
      </>
    )
  if (question.tool !== undefined)
    return (
      <>
        The agent wants to call <code className="font-mono text-small">{question.tool}</code>
      </>
    )
  return question.title
}

/** One question of a run: what the agent wants, and the fields for the reply. */
export const QuestionView = ({ children, ...props }: PartProps & { children?: ReactNode }) => {
  const { question, draft } = props
  const Part = PARTS[question.input]
  const showsValue = question.protocol === 'unknown' || question.protocol === 'tool_outputs'
  return (
    <section aria-label={question.title} className="border-b border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 border-b border-line px-5 py-1.5">
        <Glyph
          name={question.tool === undefined ? (question.protocol === 'unknown' ? 'json' : 'person') : 'tool'}
        />
        <h3 className="min-w-0 font-medium">
          <Heading question={question} />
        </h3>
        <span className="ml-auto text-small text-ink-3">{describeArguments(question, draft)}</span>
      </div>
      <div className="grid gap-3.5 bg-surface px-5 py-4">
        {question.text !== undefined && <LongText text={question.text} className="text-ink-2" />}
        {question.problem !== undefined && (
          <p className="rounded bg-wait-soft px-3 py-2 text-wait">
            The reply before was not accepted: {question.problem}
          </p>
        )}
        {showsValue && (
          <div>
            <div className="mb-1 text-label text-ink-2">
              {question.protocol === 'unknown' ? 'What the graph sent' : 'Arguments of the call'}
            </div>
            <JsonView
              value={question.raw}
              label="What the graph sent"
              depth={3}
              className="max-h-70 rounded-[6px] border border-line p-2"
            />
          </div>
        )}
        <Part {...props} />
        {children}
        <WordsPart {...props} />
      </div>
    </section>
  )
}
