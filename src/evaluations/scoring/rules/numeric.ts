import type { ScorerConfig } from '../../../schema/scorer.js'
import { parseLastNumber } from './parse-number.js'
import { getField, getReference } from './read-values.js'
import { unscored, type ScorerInput, type Scorer } from '../score.js'

/** Scores 1 within the tolerance, otherwise 1 − |a − b| / (|a| + |b|). */
export const numeric = (config: ScorerConfig<'numeric'>): Scorer => {
  const { field, tolerance = 0, relative = false } = config
  return (scorerInput) => {
    const expectedNumber = parseLastNumber(config.value ?? getReference(scorerInput, field))
    if (expectedNumber === undefined) return unscored('The example has no expected number to compare with.')
    const actual = parseLastNumber(getOutputValue(scorerInput, field))
    if (actual === undefined)
      return { score: 0, passed: false, explanation: 'The output contains no number.' }
    const difference = Math.abs(actual - expectedNumber)
    const passed = difference <= tolerance * (relative ? Math.abs(expectedNumber) : 1)
    return {
      score: passed ? 1 : 1 - difference / (Math.abs(actual) + Math.abs(expectedNumber)),
      passed,
      explanation: `The number is ${String(actual)}; expected: ${String(expectedNumber)}.`,
      raw: actual,
    }
  }
}

const getOutputValue = (scorerInput: ScorerInput, field: string | undefined): unknown =>
  field === undefined ? scorerInput.text : getField(scorerInput.output, field)
