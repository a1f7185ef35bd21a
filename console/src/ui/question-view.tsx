import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { plural } from '../model/format.ts'
import { kindOf, previewJson } from '../model/json-rows.ts'
import type { Question } from '../model/question.ts'
import { listEdits, type QuestionDraft } from '../model/replies.ts'
import { Glyph } from './glyphs.tsx'
import { JsonView } from './json-view.tsx'
import { FieldsPart, FreePart, OptionsPart, WordsPart, type PartProps } from './question-parts.tsx'
import { LongText } from './text.tsx'
import { isRecord } from '../model/is-record.ts'

const PARTS = { fields: FieldsPart, options: OptionsPart, free: FreePart, none: () => null }

const describeArguments = (question: Question, draft: QuestionDraft): string => {
  if (question.form === undefined) return ''
  const fields = question.form.fields.length
  const edits = listEdits(question, draft).length
  const hasArguments = question.tool !== undefined && question.protocol !== 'tool_outputs'
  const parts = [question.form.isSingle ? '' : plural(fields, hasArguments ? 'argument' : 'field')]
  if (edits > 0) parts.push(question.form.isSingle ? 'changed by you' : `${String(edits)} changed by you`)
  if (!question.canEdit) parts.push('the graph allows no changes')
  return parts.filter((part) => part !== '').join(', ')
}

const Heading = ({ question, isOnly }: { question: Question; isOnly: boolean }) => {
  const tool = <code className="font-mono text-small">{question.tool}</code>
  if (question.protocol === 'tool_outputs') return <>The run waits for the output of {tool}</>
  if (question.tool !== undefined) return <>The agent wants to call {tool}</>
  if (question.protocol === 'breakpoint') return 'The graph is paused'
  // The page already has the only question as its title.
  return isOnly && question.protocol !== 'review' ? 'The graph asks for a reply' : question.title
}

/** Short values stand side by side; anything larger is shown as JSON. */
const ArgumentList = ({ value, label }: { value: unknown; label: string }) => {
  const entries = isRecord(value) ? Object.entries(value) : []
  const isShort =
    entries.length > 0 &&
    entries.length <= 8 &&
    entries.every(([, item]) => !['object', 'array'].includes(kindOf(item)) && String(item).length <= 120)
  if (typeof value === 'string') return <LongText text={value} />
  if (!isShort) return <JsonView value={value} label={label} className="max-h-60" />
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1">
      {entries.map(([name, item]) => (
        <div key={name} className="min-w-0">
          <dt className="text-label text-ink-3">{name}</dt>
          <dd className="font-mono text-small">{previewJson(item, 130)}</dd>
        </div>
      ))}
    </dl>
  )
}

const SentValue = ({ question }: { question: Question }) => {
  if (question.protocol !== 'unknown' && question.protocol !== 'tool_outputs') return null
  // A value with nothing but the question is the title already.
  const values = isRecord(question.raw) ? Object.values(question.raw) : [question.raw]
  if (question.protocol === 'unknown' && values.length === 1 && values[0] === question.title) return null
  const label = question.protocol === 'unknown' ? 'What the graph sent' : 'Arguments of the call'
  return (
    <div>
      <div className="mb-1 text-label text-ink-2">{label}</div>
      <JsonView
        value={question.raw}
        label={`${label}: ${question.title}`}
        depth={3}
        className="max-h-70 rounded-[6px] border border-line p-2"
      />
    </div>
  )
}

interface QuestionViewProps extends PartProps {
  /** A card inside of another page shows the arguments as a list until they are edited. */
  look: 'panel' | 'card'
  isEditing: boolean
  /** True if the run asks nothing else. */
  isOnly: boolean
  children?: ReactNode
}

/** One question of a run: what the agent wants, and the fields for the reply. */
export const QuestionView = ({ children, look, isEditing, isOnly, ...props }: QuestionViewProps) => {
  const { question, draft } = props
  const Part = PARTS[question.input]
  const isCard = look === 'card'
  const isList = isCard && !isEditing && question.input === 'fields' && question.proposed !== undefined
  const note = describeArguments(question, draft)
  return (
    <section aria-label={question.title} className={isCard ? undefined : 'border-b border-line'}>
      {(!isCard || question.tool !== undefined) && (
        <div
          className={clsx(
            'flex flex-wrap items-center gap-x-2',
            isCard ? 'px-3 pb-1.5' : 'min-h-9 border-b border-line px-5 py-1.5',
          )}
        >
          <Glyph
            name={
              question.tool === undefined ? (question.protocol === 'unknown' ? 'json' : 'person') : 'tool'
            }
          />
          <h3 className={clsx('min-w-0 flex-1', !isCard && 'font-medium')}>
            <Heading question={question} isOnly={isOnly} />
          </h3>
          {(!isCard || isEditing) && <span className="ml-auto text-small text-ink-3">{note}</span>}
        </div>
      )}
      <div className={clsx('grid bg-surface', isCard ? 'gap-2.5 px-3 pb-2.5' : 'gap-3.5 px-5 py-4')}>
        {question.text !== undefined && <LongText text={question.text} className="text-ink-2" />}
        {question.guardrail !== undefined && isCard && (
          <p className="text-ink-2">
            <span className="font-medium text-ink">{question.guardrail.name}</span> holds it:{' '}
            {question.guardrail.reason}
          </p>
        )}
        {question.problem !== undefined && (
          <p className="rounded bg-wait-soft px-3 py-2 text-wait">
            The reply before was not accepted: {question.problem}
          </p>
        )}
        <SentValue question={question} />
        {isList ? (
          <ArgumentList value={question.proposed} label={`Arguments of ${question.tool ?? question.title}`} />
        ) : (
          <Part {...props} />
        )}
        {children}
        <WordsPart {...props} />
      </div>
    </section>
  )
}
