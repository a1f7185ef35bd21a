import type { ScorerConfig } from '../../../schema/scorer.js'
import { fieldOf, referenceOf } from './read-values.js'
import { unscored, type Given, type Scorer } from '../score.js'

const NUMBER = /(?<![\d.])[-+\u2212]?(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** Of a text the last number: answers come after the working. */
export const numberIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const last = value.match(NUMBER)?.at(-1)?.replaceAll(',', '').replace('\u2212', '-')
  const number = Number(last)
  return last !== undefined && Number.isFinite(number) ? number : undefined
}

/** 1 within the tolerance, and beyond it less the further off: 1 − |a − b| / (|a| + |b|). */
export const numeric = (config: ScorerConfig<'numeric'>): Scorer => {
  const { field, tolerance = 0, relative = false } = config
  return (given) => {
    const wanted = numberIn(config.value ?? referenceOf(given, field))
    if (wanted === undefined) return unscored('There is no number expected that it could be held against.')
    const found = numberIn(seenOf(given, field))
    if (found === undefined) return { score: 0, passed: false, explanation: 'There is no number in it.' }
    const apart = Math.abs(found - wanted)
    const passed = apart <= tolerance * (relative ? Math.abs(wanted) : 1)
    return {
      score: passed ? 1 : 1 - apart / (Math.abs(found) + Math.abs(wanted)),
      passed,
      explanation: `It is ${String(found)}, where ${String(wanted)} is expected.`,
      raw: found,
    }
  }
}

const seenOf = (given: Given, field: string | undefined): unknown =>
  field === undefined ? given.text : fieldOf(given.output, field)
