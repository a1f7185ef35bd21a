import type { ScorerConfig } from '../../../schema/scorer.js'
import { folded, referenceOf, textOf } from './read-values.js'
import { quote, unscored, type Given, type Score, type Scorer } from '../score.js'

export const contains = (config: ScorerConfig<'contains'>): Scorer => {
  const { field, mode = 'all', case_sensitive: caseSensitive = true } = config
  const own = config.values ?? (config.substring === undefined ? undefined : [config.substring])
  return (given) => {
    const wanted = own ?? expectedParts(given, field)
    if (wanted === undefined) return unscored('There is no text expected that it could be searched for.')
    // What the example lists are other ways of saying one thing.
    return search(textOf(given, field) ?? '', wanted, own === undefined ? 'any' : mode, caseSensitive)
  }
}

const expectedParts = (given: Given, field: string | undefined): string[] | undefined => {
  const parts = partsOf(given.expected?.['contains'])
  if (parts !== undefined) return parts
  const reference = referenceOf(given, field)
  return typeof reference === 'string' ? [reference] : undefined
}

/** One text or a list of them. */
export const partsOf = (value: unknown): string[] | undefined => {
  if (typeof value === 'string') return [value]
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  return isList ? value : undefined
}

export const search = (
  text: string,
  wanted: readonly string[],
  mode: 'all' | 'any',
  caseSensitive: boolean,
): Score => {
  const searched = folded(text, caseSensitive)
  const missing = wanted.filter((part) => !searched.includes(folded(part, caseSensitive)))
  const found = wanted.length - missing.length
  const passed = mode === 'all' ? missing.length === 0 : found > 0
  return {
    score: mode === 'all' ? found / wanted.length : passed ? 1 : 0,
    passed,
    explanation: passed
      ? `It holds ${quote(wanted.find((part) => !missing.includes(part)))}.`
      : absent(missing),
  }
}

const absent = (missing: readonly string[]): string =>
  missing.length === 1
    ? `It does not hold ${quote(missing[0])}.`
    : `It does not hold ${quote(missing[0])}, nor ${String(missing.length - 1)} more.`
