import { clsx } from 'clsx'
import { describeError } from '../api/errors.ts'
import type { GuardrailDecision, ReviewVerdict } from '../api/guardrails.ts'
import { Icon } from './icons.tsx'
import { showToast } from './toast.tsx'

export const showReviewError = (error: Error): void => {
  const { title, advice } = describeError(error)
  showToast({ tone: 'fail', text: `${title}. ${advice}` })
}

const OPTIONS = [
  { verdict: 'true_positive', label: 'Right', icon: 'check', pressed: 'bg-ok-soft text-ok' },
  { verdict: 'false_positive', label: 'Wrong', icon: 'close', pressed: 'bg-fail-soft text-fail' },
] as const

export const verdictWord = (verdict: GuardrailDecision['verdict']): string =>
  OPTIONS.find((option) => option.verdict === verdict)?.label ?? 'not marked'

interface VerdictButtonsProps {
  decision: GuardrailDecision
  onReview: (verdict: ReviewVerdict) => void
  busy: boolean
}

export const VerdictButtons = ({ decision, onReview, busy }: VerdictButtonsProps) => (
  <div
    role="group"
    aria-label={`Was ${decision.guardrail} right?`}
    className="flex flex-none overflow-hidden rounded-[6px] border border-line-2 bg-surface"
  >
    {OPTIONS.map(({ verdict, label, icon, pressed }) => (
      <button
        key={verdict}
        type="button"
        disabled={busy}
        aria-pressed={decision.verdict === verdict}
        onClick={() => onReview(verdict)}
        className={clsx(
          'flex items-center gap-1 border-l border-line-2 px-2 text-small leading-5.5 outline-offset-[-2px] first:border-0',
          decision.verdict === verdict ? `font-medium ${pressed}` : 'text-ink-2 hover:text-ink',
        )}
      >
        <Icon name={icon} size={10} />
        {label}
      </button>
    ))}
  </div>
)
