import { clsx } from 'clsx'
import { isAction, type ActionName } from '../../model/guardrails.ts'
import { splitText, type Finding } from '../../model/guardrail-findings.ts'
import { ActionText } from '../../ui/guardrail-action.tsx'

/** Actions that change or stop something are amber or red; a warning only underlines. */
const markClass = (action: string): string =>
  action === 'block'
    ? 'bg-fail-soft border-b-2 border-fail'
    : action === 'warn' || action === 'append'
      ? 'bg-idle-soft border-b-2 border-dashed border-idle'
      : 'bg-wait-soft border-b-2 border-k-guard'

/** The text with a mark on every finding, and its number. */
export const MarkedText = ({ text, findings }: { text: string; findings: Finding[] }) => (
  <p
    tabIndex={0}
    role="region"
    aria-label="Text with findings"
    className="max-h-70 overflow-y-auto rounded-[6px] border border-line-2 bg-surface px-3 py-2 leading-7 wrap-anywhere whitespace-pre-wrap"
  >
    {splitText(text, findings).map((segment, index) => {
      const [first] = segment.findings
      if (first === undefined) return <span key={index}>{segment.text}</span>
      return (
        <mark
          key={index}
          title={segment.findings.map(({ reason }) => reason).join('; ')}
          className={clsx('rounded-sm px-0.5 text-ink', markClass(first.action))}
        >
          {segment.text}
          {segment.ending.length > 0 && (
            <span className="ml-1 rounded-sm bg-ink px-1 text-[11px] font-medium text-bg">
              {segment.ending.map(({ number, label }) => `${String(number)} ${label}`).join(', ')}
            </span>
          )}
        </mark>
      )
    })}
  </p>
)

export interface ShownDecision {
  guardrail: string
  type: string
  action: string
  category: string
  score: number | null
  detector: string
  reason: string
  latency_ms: number
}

const ScoreBar = ({ score }: { score: number }) => (
  <svg width="96" height="12" role="img" aria-label={`Score ${score.toFixed(2)}`} className="flex-none">
    <rect y="3.5" width="96" height="5" rx="2" fill="var(--line)" />
    <rect y="3.5" width={(Math.min(1, score) * 96).toFixed(1)} height="5" rx="2" fill="var(--idle)" />
  </svg>
)

const describeScore = (score: number | null, threshold: number | undefined): string => {
  if (score === null) return 'a rule: no score'
  return `${score.toFixed(2)}${threshold === undefined ? '' : `, acts from ${String(threshold)}`}`
}

/** What one guardrail found and why. */
export const DecisionLine = ({
  decision,
  findings,
  threshold,
}: {
  decision: ShownDecision
  findings: Finding[]
  threshold: number | undefined
}) => {
  const action: ActionName = isAction(decision.action) ? decision.action : 'warn'
  const numbers = findings.filter(({ guardrail }) => guardrail === decision.guardrail)
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 border-b border-line px-3 py-2 last:border-0">
      <span className="min-w-0 truncate">
        {numbers.length > 0 && (
          <span className="mr-1.5 text-small text-ink-2">
            {numbers.map(({ number }) => String(number)).join(', ')}
          </span>
        )}
        <span className="font-medium">{decision.category.replaceAll('_', ' ')}</span>
        <span className="text-ink-2"> · {decision.guardrail}</span>
      </span>
      <ActionText action={action} />
      <span className="col-span-2 flex flex-wrap items-center gap-x-2 text-small text-ink-2">
        {decision.score !== null && <ScoreBar score={decision.score} />}
        <span className="min-w-0 wrap-anywhere">
          {decision.reason} · {describeScore(decision.score, threshold)} · {decision.detector},{' '}
          {decision.latency_ms.toFixed(1)} ms
        </span>
      </span>
    </li>
  )
}
