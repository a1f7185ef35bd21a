import type { InboxItem } from '../../model/inbox.ts'
import { listEdits, type QuestionDraft } from '../../model/inbox-replies.ts'
import type { Decision, Question } from '../../model/inbox-questions.ts'
import { plural } from '../../model/format.ts'
import { Button, Kbd } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { modKey } from '../../ui/shortcuts.ts'

export const isApproval = ({ protocol, input }: Question): boolean =>
  protocol === 'agent_inbox' || protocol === 'middleware' || (protocol === 'review' && input === 'fields')

export const approveLabel = ({ questions }: InboxItem, drafts: Record<string, QuestionDraft>): string => {
  const [question] = questions
  if (question === undefined) return 'Send'
  if (questions.length > 1)
    return `Send ${plural(questions.length, isApproval(question) ? 'decision' : 'reply', isApproval(question) ? 'decisions' : 'replies')}`
  if (!isApproval(question))
    return question.protocol === 'tool_outputs' ? 'Send the output' : 'Send the reply'
  const draft = drafts[question.id]
  const edits = draft === undefined ? 0 : listEdits(question, draft).length
  return edits === 0 ? 'Approve' : 'Approve as changed'
}

interface ActionBarProps {
  item: InboxItem
  drafts: Record<string, QuestionDraft>
  decision: Decision
  /** Why nothing can be sent at the moment. */
  blocked: string | undefined
  isBusy: boolean
  canEdit: boolean
  onDecide: (decision: Decision) => void
  onEdit: () => void
  onSend: () => void
}

/** The buttons below an item. A decision that needs words is chosen first and then sent. */
export const ActionBar = ({
  item,
  drafts,
  decision,
  blocked,
  isBusy,
  canEdit,
  onDecide,
  onEdit,
  onSend,
}: ActionBarProps) => {
  const [question] = item.questions
  const isSingle = item.questions.length === 1
  const decisions = isSingle ? (question?.decisions ?? []) : []
  return (
    <div className="sticky bottom-0 z-10 flex min-h-14 flex-none flex-wrap items-center gap-1.5 border-t border-line bg-bg px-5 py-2.5">
      {isSingle && decision !== 'approve' ? (
        <>
          <Button
            variant={decision === 'reject' ? 'danger' : 'primary'}
            busy={isBusy}
            reason={blocked}
            onClick={onSend}
          >
            {decision === 'reject' ? 'Reject' : 'Send the response'} <Kbd>{modKey} ↵</Kbd>
          </Button>
          <Button onClick={() => onDecide(decisions[0] === decision ? decision : 'approve')}>
            Go back <Kbd>Esc</Kbd>
          </Button>
        </>
      ) : (
        <>
          {(!isSingle || decisions.includes('approve')) && (
            <Button variant="primary" busy={isBusy} reason={blocked} onClick={onSend}>
              {approveLabel(item, drafts)} <Kbd>A</Kbd>
            </Button>
          )}
          {canEdit && (
            <Button onClick={onEdit}>
              Edit <Kbd>E</Kbd>
            </Button>
          )}
          {decisions.includes('respond') && (
            <Button onClick={() => onDecide('respond')}>
              Respond <Kbd>R</Kbd>
            </Button>
          )}
          {decisions.includes('reject') && (
            <Button variant="danger" onClick={() => onDecide('reject')}>
              Reject <Kbd>X</Kbd>
            </Button>
          )}
        </>
      )}
      <span role="status" className="ml-2 min-w-0">
        {blocked !== undefined && (
          <span className="flex items-center gap-1.5 text-fail">
            <Icon name="warning" size={14} /> {blocked}
          </span>
        )}
      </span>
      <span className="ml-auto flex items-center gap-1 text-small text-ink-3 max-md:hidden">
        <Kbd>J</Kbd> <Kbd>K</Kbd> move
      </span>
    </div>
  )
}
