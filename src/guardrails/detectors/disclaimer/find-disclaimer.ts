import { toComparisonWords } from './comparison-words.js'

/** The share of the disclaimer's words that must occur, in their order. */
const MIN_OVERLAP = 0.9
/** Longer disclaimers must occur word for word: the comparison takes quadratic time. */
const MAX_FUZZY_WORDS = 400
const MAX_COMPARISONS = 40

/** Negations invert a sentence, so none may be missing or added. */
const NEGATION =
  /^(?:not?|never|none|nor|neither|nothing|without|cannot|\w+nt|nicht|kein\w*|nie|ohne|pas|jamais|sans|aucune?|sin|nunca|jam[aá]s|n[aã]o|sem|non|mai|senza|niet|geen|nooit|не|нет|без|不|没|無|非)$/u

/** True if the text contains the words exactly or with few changes. */
export const containsWords = (text: readonly string[], required: readonly string[]): boolean =>
  containsExactly(text, required) || containsApproximately(text, required)

const containsExactly = (text: readonly string[], required: readonly string[]): boolean => {
  const [first = ''] = required
  for (let at = text.indexOf(first); at !== -1; at = text.indexOf(first, at + 1))
    if (required.every((word, index) => text[at + index] === word)) return true
  return false
}

const containsApproximately = (text: readonly string[], required: readonly string[]): boolean => {
  const minMatches = Math.ceil(required.length * MIN_OVERLAP)
  // With fewer than ten words, 90 % means all of them.
  if (required.length < 10 || required.length > MAX_FUZZY_WORDS) return false
  const width = required.length + Math.floor(required.length * (1 - MIN_OVERLAP))
  let comparisons = 0
  let skipUntil = 0
  let isFound = false
  forEachWindow(text, required, width, (start, shared) => {
    if (shared < minMatches || start < skipUntil) return true
    isFound = matchesClosely(text.slice(start, start + width), required, minMatches)
    comparisons += 1
    // The next windows contain nearly the same words.
    skipUntil = start + Math.ceil(required.length / 20)
    return !isFound && comparisons < MAX_COMPARISONS
  })
  return isFound
}

/**
 * Counts the required words in each window of the text in any order: a cheap upper bound for the exact comparison. Ends when
 * `visit` returns false.
 */
const forEachWindow = (
  text: readonly string[],
  required: readonly string[],
  width: number,
  visit: (start: number, shared: number) => boolean,
): void => {
  const remaining = new Map<string, number>()
  for (const word of required) remaining.set(word, (remaining.get(word) ?? 0) + 1)
  let shared = 0
  for (let end = 0; end < text.length + width; end += 1) {
    const entering = text[end]
    const left = entering === undefined ? undefined : remaining.get(entering)
    if (entering !== undefined && left !== undefined) {
      if (left > 0) shared += 1
      remaining.set(entering, left - 1)
    }
    const leaving = text[end - width]
    const after = leaving === undefined ? undefined : remaining.get(leaving)
    if (leaving !== undefined && after !== undefined) {
      if (after >= 0) shared -= 1
      remaining.set(leaving, after + 1)
    }
    const start = end - width + 1
    if ((start >= 0 || end === text.length - 1) && !visit(Math.max(0, start), shared)) return
  }
}

/** True if enough words occur in the same order and the negations are the same. */
const matchesClosely = (
  window: readonly string[],
  required: readonly string[],
  minMatches: number,
): boolean => {
  const pairs = findCommonSubsequence(window, required)
  const first = pairs[0]?.[0]
  const last = pairs.at(-1)?.[0]
  if (pairs.length < minMatches || first === undefined || last === undefined) return false
  const matched = pairs.filter(([, place]) => NEGATION.test(required[place] ?? '')).length
  const present = window.slice(first, last + 1).filter((word) => NEGATION.test(word)).length
  return matched === required.filter((word) => NEGATION.test(word)).length && present === matched
}

/** Returns the longest common subsequence as pairs of indexes. */
const findCommonSubsequence = (a: readonly string[], b: readonly string[]): [inA: number, inB: number][] => {
  const columns = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * columns)
  const at = (row: number, column: number): number => lengths[row * columns + column] ?? 0
  for (let row = a.length - 1; row >= 0; row -= 1) {
    for (let column = b.length - 1; column >= 0; column -= 1) {
      lengths[row * columns + column] =
        a[row] === b[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < a.length && column < b.length;) {
    if (a[row] === b[column]) pairs.push([row++, column++])
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

/** For disclaimers without words, such as a warning sign. */
const containsText = (text: string, required: string): boolean => {
  const collapseSpaces = (value: string): string => value.replace(/\s+/g, ' ').trim()
  return collapseSpaces(text).includes(collapseSpaces(required))
}

export const containsDisclaimer = (text: string, disclaimer: string): boolean => {
  const required = toComparisonWords(disclaimer)
  return required.length === 0
    ? containsText(text, disclaimer)
    : containsWords(toComparisonWords(text), required)
}
