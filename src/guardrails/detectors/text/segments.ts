/**
 * Cuts text into pieces that are normalised on their own: a base character with the marks that follow it. What a piece
 * becomes depends on nothing outside it, so a text that arrives in chunks gives the same as the whole text.
 */

/** Characters nobody sees: zero-width, soft hyphen, bidi controls, tag characters, variation selectors, fillers. */
const INVISIBLE = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`
const MARK = String.raw`(?![${INVISIBLE}])\p{M}`
// Jamo that stand for one Korean syllable are one base, as normalisation composes them.
const BASE = String.raw`(?:(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?|[^])`
// Marks are counted: ordering a megabyte of them would take quadratic time.
const SEGMENT = new RegExp(
  String.raw`[\0-\x7f]+(?![\p{M}${INVISIBLE}])|${BASE}(?:[${INVISIBLE}]*${MARK}){0,31}[${INVISIBLE}]*`,
  'gu',
)
const INVISIBLES = new RegExp(`[${INVISIBLE}]+`, 'gu')
const ONLY_INVISIBLE = new RegExp(`^[${INVISIBLE}]*$`, 'u')

const ASCII = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ASCII.test(text)
export const isAllInvisible = (text: string): boolean =>
  !(text.charCodeAt(0) < 0x80) && ONLY_INVISIBLE.test(text)

/** A sign of evasion in itself. */
export const countInvisible = (text: string): number => {
  let count = 0
  if (!isAscii(text)) for (const { 0: run } of text.matchAll(INVISIBLES)) count += Array.from(run).length
  return count
}

/** Takes a piece and its place; the output is empty where all of the text is invisible. A `same` piece is plain ASCII and its output is the text itself. */
export type OnSegment = (output: string, start: number, end: number, isVerbatim: boolean) => void

/**
 * Hands out the pieces of `text`, whose first unit is at `offset` of the whole. Unless the text is at its end, the last
 * piece may still grow and is left. Returns how many units were taken.
 */
export const forEachSegment = (
  text: string,
  offset: number,
  atEnd: boolean,
  onSegment: OnSegment,
): number => {
  if (isAscii(text)) {
    const end = atEnd ? text.length : Math.max(0, text.length - 1)
    if (end > 0) onSegment(text.slice(0, end), offset, offset + end, true)
    return end
  }
  // Only the very start of a text can be a piece without output: invisible characters belong to what is before them.
  let start = 0
  SEGMENT.lastIndex = 0
  for (let match = SEGMENT.exec(text); match; match = SEGMENT.exec(text)) {
    const segment = match[0]
    let end = match.index + segment.length
    const isLast = end === text.length && !atEnd
    if (segment.charCodeAt(0) < 0x80 && isAscii(segment)) {
      if (isLast) end--
      if (end === match.index) return start
      if (start < match.index) {
        onSegment(segment.charAt(0), offset + start, offset + match.index + 1, false)
        start = match.index + 1
      }
      if (start < end) onSegment(text.slice(start, end), offset + start, offset + end, true)
      start = end
      if (isLast) return start
      continue
    }
    if (isLast) return start
    const output = normalizeSegment(segment)
    if (output === '') continue
    onSegment(output, offset + start, offset + end, false)
    start = end
  }
  if (start < text.length) onSegment('', offset + start, offset + text.length, false)
  return text.length
}

const CACHE_LIMIT = 4096
const cache = new Map<string, string>()

const normalizeSegment = (segment: string): string => {
  const cached = cache.get(segment)
  if (cached !== undefined) return cached
  // Halves of surrogate pairs are replaced: two that met when something between them was dropped would be a character.
  const visible = segment.toWellFormed().replace(INVISIBLES, '').normalize('NFKC').replace(INVISIBLES, '')
  const output = visible
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Zs}/gu, ' ')
  if (segment.length <= 4) {
    if (cache.size >= CACHE_LIMIT) cache.clear()
    cache.set(segment, output)
  }
  return output
}

/** Unicode keeps the ten digits of a script together, zero first; blocks that touch have ten each. */
const toAsciiDigit = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((codePoint - zero) % 10)
}
