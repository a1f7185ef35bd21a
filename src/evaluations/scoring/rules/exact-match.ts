import type { ScorerConfig } from '../../../schema/scorer.js'
import { fieldOf, isSame, referenceOf } from './read-values.js'
import { quote, unscored, yesOrNo, type Given, type Scorer } from '../score.js'

export const exactMatch = (config: ScorerConfig<'exact_match'>): Scorer => {
  const { field, case_sensitive: caseSensitive = true } = config
  return (given) => {
    const wanted = config.value === undefined ? referenceOf(given, field) : config.value
    if (wanted === undefined) return unscored('There is nothing expected that it could be held against.')
    const found = field === undefined ? wholeOf(given, wanted) : fieldOf(given.output, field)
    const passed = isSame(found, wanted, caseSensitive)
    return yesOrNo(
      passed,
      passed ? `It is ${quote(wanted)}.` : `It is ${quote(found)}, not ${quote(wanted)}.`,
    )
  }
}

/** An object is expected of the output as a whole, and whatever else of the answer, which is text. */
const wholeOf = (given: Given, wanted: unknown): unknown => {
  if (typeof wanted === 'string') return given.text
  if (typeof wanted === 'object' && isSame(given.output, wanted)) return given.output
  try {
    return JSON.parse(given.text) as unknown
  } catch {
    return given.text
  }
}
