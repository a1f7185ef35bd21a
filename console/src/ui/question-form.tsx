import { useState } from 'react'
import { plural } from '../model/format.ts'
import { isApproval, type Decision, type Question } from '../model/question.ts'
import { changeDraft, listEdits, type PreparedReply, type QuestionDrafts } from '../model/replies.ts'
import { Button, Kbd, Segmented } from './button.tsx'
import { Icon } from './icons.tsx'
import { QuestionView } from './question-view.tsx'
import { modKey } from './shortcuts.ts'
import { useQuestionForm, type QuestionFormState } from './use-question-form.ts'

const DECISION_WORDS: Record<Decision, string> = { approve: 'Approve', respond: 'Respond', reject: 'Reject' }

/** The questions of a run. Each of several approvals has its own choice. */
export const QuestionList = ({ form, look }: { form: QuestionFormState; look: 'panel' | 'card' }) => {
  const { questions, drafts, isLocked, single, onChange } = form
  return (
    <div ref={form.content} onKeyDown={form.onKeyDown}>
      {questions.map((question) => {
        const draft = drafts[question.id]
        if (draft === undefined) return null
        return (
          <QuestionView
            key={question.id}
            question={question}
            draft={draft}
            look={look}
            isOnly={single !== undefined}
            // Several questions have no button that opens the fields of one of them.
            isEditing={form.isEditing || single === undefined}
            disabled={isLocked}
            onChange={(change) => onChange(question, change)}
          >
            {single === undefined && isApproval(question) && question.decisions.length > 1 && (
              <div className="flex items-center gap-3">
                <span className="text-label text-ink-2">Decision</span>
                <Segmented
                  label={`Decision for ${question.title}`}
                  value={draft.decision}
                  options={question.decisions.map((value) => ({ value, label: DECISION_WORDS[value] }))}
                  onChange={(value) => !isLocked && onChange(question, { decision: value })}
                />
              </div>
            )}
          </QuestionView>
        )
      })}
    </div>
  )
}

const approveLabel = (questions: Question[], drafts: QuestionDrafts): string => {
  const [question] = questions
  if (question === undefined) return 'Send'
  if (question.protocol === 'breakpoint') return 'Continue'
  const isDecision = isApproval(question)
  if (questions.length > 1)
    return `Send ${plural(questions.length, isDecision ? 'decision' : 'reply', isDecision ? 'decisions' : 'replies')}`
  if (!isDecision) return question.protocol === 'tool_outputs' ? 'Send the output' : 'Send the reply'
  const draft = drafts[question.id]
  return draft === undefined || listEdits(question, draft).length === 0 ? 'Approve' : 'Approve as changed'
}

const KEYS: Record<Decision, string> = { approve: 'A', respond: 'R', reject: 'X' }

/** The buttons below the questions. A decision that needs words is chosen first and then sent. */
export const DecisionButtons = ({ form, size }: { form: QuestionFormState; size?: 'small' }) => {
  const { questions, drafts, decision, start, single, blocked, isBusy } = form
  const isChosen = decision !== start
  const label =
    decision === 'approve'
      ? approveLabel(questions, drafts)
      : decision === 'reject'
        ? 'Reject'
        : 'Send the response'
  const others = isChosen ? [] : (single?.decisions ?? []).filter((other) => other !== decision)
  const key = decision === 'approve' ? 'A' : `${modKey} ↵`
  return (
    <>
      <Button
        size={size ?? 'normal'}
        variant={decision === 'reject' ? 'danger' : 'primary'}
        busy={isBusy}
        reason={blocked}
        onClick={form.submit}
      >
        {label} {form.hasKeys && <Kbd>{key}</Kbd>}
      </Button>
      {isChosen && (
        <Button size={size ?? 'normal'} onClick={form.goBack}>
          Go back {form.hasKeys && <Kbd>Esc</Kbd>}
        </Button>
      )}
      {form.canEdit && !isChosen && (
        <Button size={size ?? 'normal'} aria-pressed={form.isEditing} onClick={form.edit}>
          Edit {form.hasKeys && <Kbd>E</Kbd>}
        </Button>
      )}
      {!form.isLocked &&
        others.map((other) => (
          <Button
            key={other}
            size={size ?? 'normal'}
            variant={other === 'reject' ? 'danger' : 'default'}
            onClick={() => form.decide(other)}
          >
            {DECISION_WORDS[other]} {form.hasKeys && <Kbd>{KEYS[other]}</Kbd>}
          </Button>
        ))}
    </>
  )
}

/** Why nothing can be sent. What was not entered yet is no mistake. */
export const BlockedReason = ({ form }: { form: QuestionFormState }) => (
  <span role="status" className="ml-2 min-w-0">
    {form.blocked !== undefined &&
      (form.isUntouched ? (
        <span className="text-small text-ink-3">{form.blocked}</span>
      ) : (
        <span className="flex items-center gap-1.5 text-fail">
          <Icon name="warning" size={14} /> {form.blocked}
        </span>
      ))}
  </span>
)

interface QuestionFormProps {
  questions: Question[]
  obstacle: string | undefined
  isBusy: boolean
  keys: 'letters' | 'none'
  onSend: (prepared: PreparedReply) => void
}

/** Questions with their buttons as a card. What is entered lives as long as the card. */
export const QuestionForm = ({ questions, obstacle, isBusy, keys, onSend }: QuestionFormProps) => {
  const [entered, setEntered] = useState<QuestionDrafts>({})
  const form = useQuestionForm({
    questions,
    entered,
    obstacle,
    isBusy,
    keys,
    onChange: (question, change) => setEntered((known) => changeDraft(known, question, change)),
    onSend,
  })
  return (
    <>
      <QuestionList form={form} look="card" />
      <footer className="flex flex-wrap items-center gap-1.5 border-t border-line px-3 py-1.75">
        {obstacle === undefined ? (
          <>
            <DecisionButtons form={form} size="small" />
            <BlockedReason form={form} />
          </>
        ) : (
          <p className="text-small text-ink-3">{obstacle}</p>
        )}
      </footer>
    </>
  )
}
