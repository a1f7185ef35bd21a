/**
 * Compares the output with the example's `expected_output`: `contains` is a text, or a list of alternatives, that the output
 * text must contain; every other key must equal the same key of the output.
 */
import type { ScorerConfig } from '../../../schema/scorer.js'
import { toTexts, scoreContains } from './contains.js'
import { isEqual } from './read-values.js'
import { quote, unscored, type ScorerInput, type Scorer } from '../score.js'

export const expected =
  ({ case_sensitive: caseSensitive = true }: ScorerConfig<'expected'>): Scorer =>
  (scorerInput) => {
    const entries = Object.entries(scorerInput.expected ?? {})
    if (entries.length === 0) return unscored('The example has no expected_output.')
    const mismatches = entries.flatMap(
      ([key, expectedValue]) => findMismatch(scorerInput, key, expectedValue, caseSensitive) ?? [],
    )
    return {
      score: 1 - mismatches.length / entries.length,
      passed: mismatches.length === 0,
      explanation: mismatches[0] ?? 'The output is as expected.',
    }
  }

const findMismatch = (
  scorerInput: ScorerInput,
  key: string,
  expectedValue: unknown,
  caseSensitive: boolean,
): string | undefined => {
  const texts = key === 'contains' ? toTexts(expectedValue) : undefined
  if (texts !== undefined) {
    const { passed, explanation } = scoreContains(scorerInput.text, texts, 'any', caseSensitive)
    return passed === true ? undefined : explanation
  }
  const actual =
    scorerInput.output !== null && Object.hasOwn(scorerInput.output, key)
      ? scorerInput.output[key]
      : undefined
  if (isEqual(actual, expectedValue, caseSensitive)) return undefined
  return `${quote(key)} is ${quote(actual)}, not ${quote(expectedValue)}.`
}
