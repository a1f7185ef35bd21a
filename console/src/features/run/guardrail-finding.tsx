import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runDecisionsQuery, type GuardrailDecision } from '../../api/guardrails.ts'
import { useScope } from '../../api/session.ts'
import type { RunEvent } from '../../api/types.ts'
import { useReview } from '../../api/use-review.ts'
import { timeOf } from '../../model/event-fields.ts'
import { describeMatch, readGuardrailEvent, type GuardrailFinding } from '../../model/guardrail-event.ts'
import { ActionText } from '../../ui/guardrail-action.tsx'
import { showReviewError, VerdictButtons, verdictWord } from '../../ui/verdict-buttons.tsx'

/** The audit has all places, the event only the first ones. */
const isSame = (decision: GuardrailDecision, event: RunEvent, finding: GuardrailFinding): boolean =>
  decision.guardrail === finding.guardrail &&
  decision.stage === event['stage'] &&
  decision.action === finding.action &&
  decision.category === finding.category &&
  finding.matches.every(({ start, end }, index) => {
    const span = decision.spans[index]
    return span?.start === start && span.end === end
  })

/** Events and decisions have no common id. If several decisions are alike, the one that was made next to the event belongs to it. */
const findDecision = (
  decisions: GuardrailDecision[],
  event: RunEvent,
  finding: GuardrailFinding,
): GuardrailDecision | undefined => {
  const distance = ({ created_at }: GuardrailDecision): number =>
    Math.abs(Date.parse(created_at) - timeOf(event))
  return decisions
    .filter((decision) => isSame(decision, event, finding))
    .sort((a, b) => distance(a) - distance(b))[0]
}

const Mark = ({ decision }: { decision: GuardrailDecision }) => {
  const isAdmin = useScope('admin')
  const review = useReview(showReviewError)
  if (!isAdmin) return verdictWord(decision.verdict)
  return (
    <VerdictButtons
      decision={decision}
      busy={review.isPending}
      onReview={(verdict) => review.mutate({ id: decision.id, verdict })}
    />
  )
}

/** What a guardrail found in the run, where and why, and whether a person finds it right. */
export const GuardrailFindingView = ({ event }: { event: RunEvent }) => {
  const finding = readGuardrailEvent(event)
  const { data: decisions } = useQuery({
    ...runDecisionsQuery(event.run_id),
    enabled: finding !== undefined,
  })
  if (finding === undefined) return null
  const decision = findDecision(decisions ?? [], event, finding)
  return (
    <div role="group" aria-label="Finding" className="flex flex-none flex-col gap-2 px-4 pt-2 pb-1">
      <dl className="grid grid-cols-[84px_1fr] gap-x-3 gap-y-0.75">
        <dt className="text-ink-3">Action</dt>
        <dd className="flex flex-wrap items-center gap-x-2">
          <ActionText action={finding.action} /> <span className="text-ink-2">in the {finding.stage}</span>
        </dd>
        <dt className="text-ink-3">Why</dt>
        <dd className="min-w-0 wrap-anywhere">
          {finding.reason === '' ? finding.category : finding.reason}
          {finding.score !== null && <span className="text-ink-2">, score {finding.score.toFixed(2)}</span>}
        </dd>
        <dt className="text-ink-3">Detector</dt>
        <dd className="text-ink-2">{[finding.detector, finding.type].filter(Boolean).join(', ')}</dd>
        <dt className="text-ink-3">Found</dt>
        <dd className="min-w-0">
          {finding.matches.length === 0 ? (
            <span className="text-ink-2">no place in the text</span>
          ) : (
            <ul aria-label="What was found and where">
              {finding.matches.map((match, index) => (
                <li key={index}>{describeMatch(match)}</li>
              ))}
            </ul>
          )}
        </dd>
        <dt className="text-ink-3">Right?</dt>
        <dd className="flex flex-wrap items-center gap-2">
          {decision === undefined ? (
            <span className="text-ink-2">not in the audit</span>
          ) : (
            <Mark decision={decision} />
          )}
          <Link
            to="/guardrails"
            search={{ guardrail: finding.guardrail }}
            className="text-small text-accent hover:underline"
          >
            Guardrail
          </Link>
        </dd>
      </dl>
    </div>
  )
}
