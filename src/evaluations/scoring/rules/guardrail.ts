import type { ScorerConfig } from '../../../schema/scorer.js'
import { unscored, passOrFail, type Scorer } from '../score.js'

export const guardrail =
  ({ outcome }: ScorerConfig<'guardrail'>): Scorer =>
  ({ run: { guardrail_outcome: actual }, expected }) => {
    const expectedOutcome = outcome ?? expected?.['guardrail']
    if (typeof expectedOutcome !== 'string')
      return unscored('There is no `guardrail` expected that it could be held against.')
    if (actual === null) return unscored('No guardrail looked at this run.')
    return passOrFail(actual === expectedOutcome, `The guardrails: ${actual}; expected: ${expectedOutcome}.`)
  }
