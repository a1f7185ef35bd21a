import type { ScorerConfig } from '../../../schema/scorer.js'
import { textOf } from './read-values.js'
import { compilePattern } from '../safe-pattern.js'
import { quote, yesOrNo, type Scorer } from '../score.js'

export const regex = (config: ScorerConfig<'regex'>): Scorer => {
  const compiled = compilePattern(config.pattern, config.case_sensitive)
  if ('problem' in compiled) throw new Error(`the pattern ${compiled.problem}`)
  return (given) => {
    const matcher = compiled.pattern.matcher(textOf(given, config.field) ?? '')
    return matcher.find()
      ? yesOrNo(true, `It matches with ${quote(matcher.group())}.`)
      : yesOrNo(false, `It does not match ${quote(config.pattern)}.`)
  }
}
