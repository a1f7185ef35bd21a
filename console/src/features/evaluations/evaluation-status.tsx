import { clsx } from 'clsx'
import type { Evaluation } from '../../api/types.ts'
import { EVALUATION_WORDS } from '../../model/evaluation-progress.ts'
import { StatusGlyph, type RunStatus } from '../../ui/status.tsx'

const GLYPHS: Record<Evaluation['status'], RunStatus> = {
  pending: 'queued',
  running: 'in_progress',
  awaiting_feedback: 'requires_action',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

const COLORS: Record<Evaluation['status'], string> = {
  pending: 'bg-idle-soft text-idle',
  running: 'bg-run-soft text-run',
  awaiting_feedback: 'bg-wait-soft text-wait',
  completed: 'bg-ok-soft text-ok',
  failed: 'bg-fail-soft text-fail',
  cancelled: 'bg-idle-soft text-idle',
}

export const EvaluationPill = ({ status }: Pick<Evaluation, 'status'>) => (
  <span
    className={clsx(
      'inline-flex h-5.5 flex-none items-center gap-1.5 rounded-full pr-2.5 pl-2 text-small font-medium whitespace-nowrap',
      COLORS[status],
    )}
  >
    <StatusGlyph status={GLYPHS[status]} />
    {EVALUATION_WORDS[status]}
  </span>
)

export const EvaluationStatusText = ({ status }: Pick<Evaluation, 'status'>) => (
  <span className="inline-flex items-center gap-1.75 text-compact text-ink-2">
    <StatusGlyph status={GLYPHS[status]} />
    {EVALUATION_WORDS[status]}
  </span>
)
