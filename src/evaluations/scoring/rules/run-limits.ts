/** What a run may take. */
import type { ScorerConfig } from '../../../schema/scorer.js'
import { unscored, passOrFail, type Scorer } from '../score.js'

export const latency =
  ({ max_ms: max }: ScorerConfig<'latency'>): Scorer =>
  ({ run }) =>
    passOrFail(
      run.latency_ms <= max,
      `It took ${String(run.latency_ms)} ms of ${String(max)} ms.`,
      run.latency_ms,
    )

export const cost =
  ({ max }: ScorerConfig<'cost'>): Scorer =>
  ({ run }) =>
    run.cost === null
      ? unscored('What it cost is not known.')
      : passOrFail(run.cost <= max, `It cost ${String(run.cost)} of ${String(max)}.`, run.cost)
