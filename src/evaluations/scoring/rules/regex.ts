import type { ScorerConfig } from '../../../schema/scorer.js'
import { getText } from './read-values.js'
import { compilePattern } from '../../../json-schema/safe-pattern.js'
import { quote, passOrFail, type Scorer } from '../score.js'

export const regex = (config: ScorerConfig<'regex'>): Scorer => {
  const compiled = compilePattern(config.pattern, config.case_sensitive)
  if ('problem' in compiled) throw new Error(`the pattern ${compiled.problem}`)
  return (scorerInput) => {
    const matcher = compiled.pattern.matcher(getText(scorerInput, config.field) ?? '')
    return matcher.find()
      ? passOrFail(true, `The output matches with ${quote(matcher.group())}.`)
      : passOrFail(false, `The output does not match ${quote(config.pattern)}.`)
  }
}
