/**
 * The example's own `expected_output`: `contains` is a text, or a list of which any will do, that is in the answer; every
 * other key must equal that key of the output.
 */
import type { ScorerConfig } from '../../../schema/scorer.js'
import { partsOf, search } from './contains.js'
import { isSame } from './read-values.js'
import { quote, unscored, type Given, type Scorer } from '../score.js'

export const expected =
  ({ case_sensitive: caseSensitive = true }: ScorerConfig<'expected'>): Scorer =>
  (given) => {
    const entries = Object.entries(given.expected ?? {})
    if (entries.length === 0) return unscored('The example expects nothing.')
    const problems = entries.flatMap(([key, wanted]) => problemOf(given, key, wanted, caseSensitive) ?? [])
    return {
      score: 1 - problems.length / entries.length,
      passed: problems.length === 0,
      explanation: problems[0] ?? 'It is as expected.',
    }
  }

const problemOf = (
  given: Given,
  key: string,
  wanted: unknown,
  caseSensitive: boolean,
): string | undefined => {
  const parts = key === 'contains' ? partsOf(wanted) : undefined
  if (parts !== undefined) {
    const { passed, explanation } = search(given.text, parts, 'any', caseSensitive)
    return passed === true ? undefined : explanation
  }
  const found = given.output !== null && Object.hasOwn(given.output, key) ? given.output[key] : undefined
  if (isSame(found, wanted, caseSensitive)) return undefined
  return `${quote(key)} is ${quote(found)}, not ${quote(wanted)}.`
}
