/** Limits of the latency and the cost of a run. */
import type { ScorerConfig } from '../../../schema/scorer.js'
import { unscored, passOrFail, type Scorer } from '../score.js'

export const latency =
  ({ max_ms: max }: ScorerConfig<'latency'>): Scorer =>
  ({ run }) =>
    passOrFail(
      run.latency_ms <= max,
      `The run took ${String(run.latency_ms)} ms; allowed: ${String(max)} ms.`,
      run.latency_ms,
    )

export const cost =
  ({ max }: ScorerConfig<'cost'>): Scorer =>
  ({ run }) =>
    run.cost === null
      ? unscored('The cost of the run is unknown.')
      : passOrFail(run.cost <= max, `The run cost ${String(run.cost)}; allowed: ${String(max)}.`, run.cost)
