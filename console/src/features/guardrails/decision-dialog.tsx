import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { GuardrailDecision, ReviewVerdict } from '../../api/guardrails.ts'
import { useScope } from '../../api/session.ts'
import { useReview } from '../../api/use-review.ts'
import { listFindings } from '../../model/guardrail-findings.ts'
import { STAGE_WORDS } from '../../model/guardrails.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { DecisionLine } from './finding-views.tsx'
import { Time } from '../../ui/time.tsx'
import { showReviewError, verdictWord } from '../../ui/verdict-buttons.tsx'

const MAX_NOTE_LENGTH = 4_000

const Texts = ({ decision }: { decision: GuardrailDecision }) => {
  const { text_before, text_after, action } = decision
  if (text_before === null && text_after === null)
    return (
      <p className="text-small text-ink-2">
        {action === 'block'
          ? 'A blocked text is never kept.'
          : 'The text is kept only at the audit level comprehensive; the decision has the places of what was found.'}
      </p>
    )
  return (
    <div className="rounded-[6px] border border-line px-3 py-2 wrap-anywhere whitespace-pre-wrap">
      {text_after ?? text_before}
    </div>
  )
}

const ReviewFooter = ({ decision, onClose }: { decision: GuardrailDecision; onClose: () => void }) => {
  const [note, setNote] = useState(decision.note ?? '')
  const review = useReview(showReviewError)
  const send = (verdict: ReviewVerdict): void =>
    review.mutate(
      { id: decision.id, verdict, ...(note.trim() !== '' && { note: note.trim() }) },
      { onSuccess: onClose },
    )
  return (
    <div className="flex flex-col gap-3">
      <Field label="Note" note="optional" hint="Why the decision was right or wrong.">
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            maxLength={MAX_NOTE_LENGTH}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap justify-end gap-1.5">
        <Button icon="check" busy={review.isPending} onClick={() => send('true_positive')}>
          It was right
        </Button>
        <Button icon="close" busy={review.isPending} onClick={() => send('false_positive')}>
          It was wrong
        </Button>
      </div>
    </div>
  )
}

/** One decision: what was found, where and why, and the mark of a person. */
export const DecisionDialog = ({
  decision,
  onClose,
}: {
  decision: GuardrailDecision
  onClose: () => void
}) => {
  const isAdmin = useScope('admin')
  const findings = listFindings([decision])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Decision of ${decision.guardrail}`}
      description={
        <>
          {decision.type} on the {STAGE_WORDS[decision.stage]}, <Time value={decision.created_at} />
          {decision.policy !== null && `, by ${decision.policy}`}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ol className="rounded-[6px] border border-line">
          <DecisionLine decision={decision} findings={findings} threshold={undefined} />
        </ol>
        {findings.length > 0 && (
          <ul className="flex flex-wrap gap-1.5 text-small" aria-label="Places in the text">
            {findings.map(({ number, label, start, end }) => (
              <li key={number} className="rounded bg-sunken px-1.5">
                {number} {label}, characters {start} to {end}
              </li>
            ))}
          </ul>
        )}
        <Texts decision={decision} />
        <p className="text-ink-2">
          {verdictWord(decision.verdict)}
          {decision.reviewer !== null && ` by ${decision.reviewer}`}
          {decision.note !== null && `: ${decision.note}`} ·{' '}
          <Link to="/runs/$runId" params={{ runId: decision.run_id }} className="text-accent hover:underline">
            Open the run
          </Link>
        </p>
        {isAdmin && <ReviewFooter decision={decision} onClose={onClose} />}
      </div>
    </Dialog>
  )
}
