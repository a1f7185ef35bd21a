import type { ScorerConfig } from '../../../schema/scorer.js'
import { textOf } from './read-values.js'
import { yesOrNo, type Scorer } from '../score.js'

export const length = ({ field, min = 0, max = Infinity, unit }: ScorerConfig<'length'>): Scorer => {
  const count = unit === 'words' ? wordsIn : charactersIn
  const bounds = max === Infinity ? `at least ${String(min)}` : `${String(min)} to ${String(max)}`
  return (given) => {
    const found = count(textOf(given, field) ?? '')
    const passed = found >= min && found <= max
    return yesOrNo(passed, `It has ${String(found)} ${unit ?? 'characters'} of ${bounds}.`, found)
  }
}

/** As people count them and not as JavaScript does: 😀 is one. */
const charactersIn = (text: string): number => {
  let count = text.length
  for (let at = 1; at < text.length; at++) {
    const isPair = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00
    if (isPair) count--
  }
  return count
}

/** What is between spaces. */
const wordsIn = (text: string): number => text.match(/\S+/g)?.length ?? 0
