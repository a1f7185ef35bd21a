import type { ScorerConfig } from '../../../schema/scorer.js'
import { getField, isEqual, getReference } from './read-values.js'
import { quote, unscored, passOrFail, type ScorerInput, type Scorer } from '../score.js'

export const exactMatch = (config: ScorerConfig<'exact_match'>): Scorer => {
  const { field, case_sensitive: caseSensitive = true } = config
  return (scorerInput) => {
    const expectedValue = config.value === undefined ? getReference(scorerInput, field) : config.value
    if (expectedValue === undefined) return unscored('The example has no expected value to compare with.')
    const actual =
      field === undefined
        ? getComparableOutput(scorerInput, expectedValue)
        : getField(scorerInput.output, field)
    const passed = isEqual(actual, expectedValue, caseSensitive)
    return passOrFail(
      passed,
      passed
        ? `The output is ${quote(expectedValue)}.`
        : `The output is ${quote(actual)}, not ${quote(expectedValue)}.`,
    )
  }
}

/** An expected object is compared with the whole output, anything else with the output text. */
const getComparableOutput = (scorerInput: ScorerInput, expectedValue: unknown): unknown => {
  if (typeof expectedValue === 'string') return scorerInput.text
  if (typeof expectedValue === 'object' && isEqual(scorerInput.output, expectedValue))
    return scorerInput.output
  try {
    return JSON.parse(scorerInput.text) as unknown
  } catch {
    return scorerInput.text
  }
}
