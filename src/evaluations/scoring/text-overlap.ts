/** Similarity measures of two texts, 0 to 1. */
import { distance } from 'fastest-levenshtein'

/** Counts code points, as other implementations do: an emoji outside of the basic plane is one character. */
export const editSimilarity = (a: string, b: string): number => {
  const maxLength = Math.max(countCodePoints(a), countCodePoints(b))
  return maxLength === 0 ? 1 : 1 - distance(...toSingleUnits(a, b)) / maxLength
}

const SURROGATE = /[\ud800-\udfff]/

export const countCodePoints = (text: string): number =>
  SURROGATE.test(text) ? Array.from(text).length : text.length

/** Replaces every code point by one UTF-16 unit, because the package compares units. */
const toSingleUnits = (a: string, b: string): [string, string] => {
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return [a, b]
  const units = new Map<string, string>()
  const replace = (text: string): string =>
    Array.from(text, (character) => {
      const unit = units.get(character) ?? String.fromCharCode(units.size)
      units.set(character, unit)
      return unit
    }).join('')
  return [replace(a), replace(b)]
}

const f1Score = (common: number, candidate: number, reference: number): number => {
  if (candidate === 0 && reference === 0) return 1
  return common === 0 ? 0 : (2 * common) / (candidate + reference)
}

/** F1 of the tokens that both have, counted with multiplicity and regardless of order. */
export const tokenF1 = (candidate: readonly string[], reference: readonly string[]): number => {
  const remaining = new Map<string, number>()
  for (const token of reference) remaining.set(token, (remaining.get(token) ?? 0) + 1)
  let common = 0
  for (const token of candidate) {
    const count = remaining.get(token) ?? 0
    if (count > 0) common++
    remaining.set(token, count - 1)
  }
  return f1Score(common, candidate.length, reference.length)
}

/** ROUGE-L: F1 of the longest common subsequence of tokens (beta = 1). */
export const rougeL = (candidate: readonly string[], reference: readonly string[]): number =>
  f1Score(longestCommonSubsequence(candidate, reference), candidate.length, reference.length)

const longestCommonSubsequence = (a: readonly string[], b: readonly string[]): number => {
  // Comparing integers is several times as fast as comparing strings.
  const ids = new Map<string, number>()
  const toIds = (tokens: readonly string[]) =>
    Int32Array.from(tokens, (token) => {
      const id = ids.get(token) ?? ids.size
      ids.set(token, id)
      return id
    })
  const rows = toIds(a)
  const columns = toIds(b)
  const best = new Int32Array(columns.length + 1)
  for (const row of rows) {
    let diagonal = 0
    for (let index = 1; index <= columns.length; index++) {
      const above = best[index] ?? 0
      best[index] = columns[index - 1] === row ? diagonal + 1 : Math.max(above, best[index - 1] ?? 0)
      diagonal = above
    }
  }
  return best[columns.length] ?? 0
}
