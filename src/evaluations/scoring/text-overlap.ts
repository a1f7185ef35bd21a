/** How much two texts have in common, 0 to 1. */
import { distance } from 'fastest-levenshtein'

/** Runs of letters and digits; the scripts that do not part words are taken sign by sign. */
const ONE_BY_ONE = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]'
const TOKEN = new RegExp(`${ONE_BY_ONE}|(?:(?!${ONE_BY_ONE})[\\p{L}\\p{M}\\p{N}])+`, 'gu')

export const tokensOf = (text: string): string[] => text.match(TOKEN) ?? []

export const editSimilarity = (one: string, other: string): number => {
  const longer = Math.max(one.length, other.length)
  return longer === 0 ? 1 : 1 - distance(one, other) / longer
}

const f1 = (common: number, found: number, wanted: number): number => {
  if (found === 0 && wanted === 0) return 1
  return common === 0 ? 0 : (2 * common) / (found + wanted)
}

/** Words in common, as often as both have them, whatever their order. */
export const tokenF1 = (found: readonly string[], wanted: readonly string[]): number => {
  const left = new Map<string, number>()
  for (const token of wanted) left.set(token, (left.get(token) ?? 0) + 1)
  let common = 0
  for (const token of found) {
    const count = left.get(token) ?? 0
    if (count > 0) common++
    left.set(token, count - 1)
  }
  return f1(common, found.length, wanted.length)
}

/** The longest run of words that both have in this order, gaps allowed (ROUGE-L, both sides weighing the same). */
export const rougeL = (found: readonly string[], wanted: readonly string[]): number =>
  f1(longestCommon(found, wanted), found.length, wanted.length)

const longestCommon = (one: readonly string[], other: readonly string[]): number => {
  // Words as numbers: comparing these is several times as fast.
  const numbers = new Map<string, number>()
  const numbered = (tokens: readonly string[]) =>
    Int32Array.from(tokens, (token) => {
      const known = numbers.get(token) ?? numbers.size
      numbers.set(token, known)
      return known
    })
  const rows = numbered(one)
  const columns = numbered(other)
  const best = new Int32Array(columns.length + 1)
  for (const row of rows) {
    let diagonal = 0
    for (let at = 1; at <= columns.length; at++) {
      const above = best[at] ?? 0
      best[at] = columns[at - 1] === row ? diagonal + 1 : Math.max(above, best[at - 1] ?? 0)
      diagonal = above
    }
  }
  return best[columns.length] ?? 0
}
