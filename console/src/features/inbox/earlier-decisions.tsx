import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { guardrailAuditQuery } from '../../api/inbox.ts'
import {
  countReviews,
  describeReviews,
  REVIEW_OUTCOMES,
  type ReviewOutcome,
} from '../../model/earlier-reviews.ts'
import type { InboxItem } from '../../model/inbox.ts'
import { Time } from '../../ui/time.tsx'
import { Panel } from './panel.tsx'

const COLORS: Record<ReviewOutcome, string> = {
  approved: 'fill-ok',
  edited: 'fill-k-node',
  rejected: 'fill-fail',
}

/** How people decided before on what this guardrail held for the same assistant. */
export const EarlierDecisions = ({ item }: { item: InboxItem }) => {
  const guardrail = item.questions[0]?.guardrail?.name
  const { data } = useQuery({
    ...guardrailAuditQuery(guardrail ?? '', item.assistantId),
    enabled: guardrail !== undefined,
  })
  if (data === undefined) return null
  const reviews = countReviews(data.data)
  if (reviews.total === 0) return null
  const widths = REVIEW_OUTCOMES.map((outcome) => (reviews.counts[outcome] / reviews.total) * 100)
  return (
    <Panel id="before" title="Like this before" note={data.has_more ? 'latest decisions' : undefined}>
      <div className="grid gap-2 px-5 py-3">
        <svg
          viewBox="0 0 100 4"
          preserveAspectRatio="none"
          className="h-2 w-full rounded-sm"
          aria-hidden="true"
        >
          {REVIEW_OUTCOMES.map((outcome, index) => (
            <rect
              key={outcome}
              x={widths.slice(0, index).reduce((sum, width) => sum + width, 0)}
              width={widths[index]}
              height="4"
              className={COLORS[outcome]}
            />
          ))}
        </svg>
        <p>{describeReviews(reviews)}</p>
        <ul className="grid gap-1 text-small text-ink-2">
          {reviews.latest.map(({ runId, reason, at }) => (
            <li key={`${runId} ${at}`} className="flex gap-2">
              <Link
                to="/runs/$runId"
                params={{ runId }}
                className="min-w-0 truncate hover:underline"
                title={reason}
              >
                {reason}
              </Link>
              <Time value={at} className="ml-auto flex-none text-ink-3" />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
