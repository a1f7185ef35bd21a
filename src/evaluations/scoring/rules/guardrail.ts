import type { ScorerConfig } from '../../../schema/scorer.js'
import { unscored, yesOrNo, type Scorer } from '../score.js'

export const guardrail =
  ({ outcome }: ScorerConfig<'guardrail'>): Scorer =>
  ({ run: { guardrail_outcome: found }, expected }) => {
    const wanted = outcome ?? expected?.['guardrail']
    if (typeof wanted !== 'string')
      return unscored('There is no `guardrail` expected that it could be held against.')
    if (found === null) return unscored('No guardrail looked at this run.')
    return yesOrNo(found === wanted, `The guardrails: ${found}; expected: ${wanted}.`)
  }
