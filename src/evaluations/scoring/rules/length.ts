import type { ScorerConfig } from '../../../schema/scorer.js'
import { getText } from './read-values.js'
import { passOrFail, type Scorer } from '../score.js'

export const length = ({ field, min = 0, max = Infinity, unit }: ScorerConfig<'length'>): Scorer => {
  const count = unit === 'words' ? countWords : countCharacters
  const bounds = max === Infinity ? `at least ${String(min)}` : `${String(min)} to ${String(max)}`
  return (scorerInput) => {
    const actual = count(getText(scorerInput, field) ?? '')
    const passed = actual >= min && actual <= max
    return passOrFail(
      passed,
      `The output has ${String(actual)} ${unit ?? 'characters'}; allowed: ${bounds}.`,
      actual,
    )
  }
}

/** Counts code points, not UTF-16 units: 😀 is one character. */
const countCharacters = (text: string): number => {
  let count = text.length
  for (let index = 1; index < text.length; index++) {
    const isPair =
      (text.charCodeAt(index - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(index) & 0xfc00) === 0xdc00
    if (isPair) count--
  }
  return count
}

/** Counts sequences of non-space characters. */
const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0
