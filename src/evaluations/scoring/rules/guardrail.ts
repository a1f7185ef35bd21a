import type { ScorerConfig } from '../../../schema/scorer.js'
import { unscored, passOrFail, type Scorer } from '../score.js'

export const guardrail =
  ({ outcome }: ScorerConfig<'guardrail'>): Scorer =>
  ({ run: { guardrail_outcome: actual }, expected }) => {
    const expectedOutcome = outcome ?? expected?.['guardrail']
    if (typeof expectedOutcome !== 'string')
      return unscored('The example has no expected `guardrail` outcome.')
    if (actual === null) return unscored('No guardrail checked this run.')
    return passOrFail(
      actual === expectedOutcome,
      `The guardrail outcome is ${actual}; expected: ${expectedOutcome}.`,
    )
  }
