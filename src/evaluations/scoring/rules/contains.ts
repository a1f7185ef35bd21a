import type { ScorerConfig } from '../../../schema/scorer.js'
import { normalizeText, getReference, getText } from './read-values.js'
import { quote, unscored, type ScorerInput, type Score, type Scorer } from '../score.js'

export const contains = (config: ScorerConfig<'contains'>): Scorer => {
  const { field, mode = 'all', case_sensitive: caseSensitive = true } = config
  const configuredTexts = config.values ?? (config.substring === undefined ? undefined : [config.substring])
  return (scorerInput) => {
    const expectedTexts = configuredTexts ?? findExpectedTexts(scorerInput, field)
    if (expectedTexts === undefined) return unscored('The example has no expected text to search for.')
    // The texts of an example are alternatives, so one of them is enough.
    return scoreContains(
      getText(scorerInput, field) ?? '',
      expectedTexts,
      configuredTexts === undefined ? 'any' : mode,
      caseSensitive,
    )
  }
}

const findExpectedTexts = (scorerInput: ScorerInput, field: string | undefined): string[] | undefined => {
  const texts = toTexts(scorerInput.expected?.['contains'])
  if (texts !== undefined) return texts
  const reference = getReference(scorerInput, field)
  return typeof reference === 'string' ? [reference] : undefined
}

/** Accepts one text or a non-empty list of texts. */
export const toTexts = (value: unknown): string[] | undefined => {
  if (typeof value === 'string') return [value]
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
  return isList ? value : undefined
}

export const scoreContains = (
  text: string,
  expectedTexts: readonly string[],
  mode: 'all' | 'any',
  caseSensitive: boolean,
): Score => {
  const normalizedText = normalizeText(text, caseSensitive)
  const missing = expectedTexts.filter(
    (expectedText) => !normalizedText.includes(normalizeText(expectedText, caseSensitive)),
  )
  const foundCount = expectedTexts.length - missing.length
  const passed = mode === 'all' ? missing.length === 0 : foundCount > 0
  return {
    score: mode === 'all' ? foundCount / expectedTexts.length : passed ? 1 : 0,
    passed,
    explanation: passed
      ? `The output contains ${quote(expectedTexts.find((expectedText) => !missing.includes(expectedText)))}.`
      : describeMissing(missing),
  }
}

const describeMissing = (missing: readonly string[]): string =>
  missing.length === 1
    ? `The output does not contain ${quote(missing[0])}.`
    : `The output does not contain ${quote(missing[0])} and ${String(missing.length - 1)} more.`
