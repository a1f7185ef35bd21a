/**
 * Splits text into segments that are normalized independently: a base character with its combining marks. The result for a
 * segment does not depend on its surroundings, so a text in chunks is normalized like the complete text.
 */

/** Invisible characters: zero-width, soft hyphen, bidi controls, tag characters, variation selectors, fillers. */
const INVISIBLE = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`
const MARK = String.raw`(?![${INVISIBLE}])\p{M}`
// Jamo of one Korean syllable form one base, because normalization composes them.
const BASE = String.raw`(?:(?:[\u1100-\u1112][\u1161-\u1175]|[\uac00-\ud7a3])[\u11a8-\u11c2]?|[^])`
// The number of marks is limited: the canonical ordering of a megabyte of marks would take quadratic time.
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

/** Counts invisible characters, which are a sign of evasion. */
export const countInvisible = (text: string): number => {
  let count = 0
  if (!isAscii(text)) for (const { 0: run } of text.matchAll(INVISIBLES)) count += Array.from(run).length
  return count
}

/** Receives a normalized segment and its range. The output is empty if all of the text is invisible. A verbatim segment is plain ASCII. */
export type OnSegment = (output: string, start: number, end: number, isVerbatim: boolean) => void

/**
 * Normalizes the segments of `text`, which starts at `offset` of the complete text. Unless `atEnd`, the last segment may
 * still grow and is skipped. Returns the number of units that were processed.
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
  // Invisible characters belong to the segment before them, so only the start of a text can be a segment without output.
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
  // Unpaired surrogates are replaced: removing what is between two of them would otherwise create a character.
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

/** In Unicode the ten digits of a script are contiguous, starting with zero; adjacent blocks have ten digits each. */
const toAsciiDigit = (digit: string): string => {
  const codePoint = digit.codePointAt(0) ?? 0
  let zero = codePoint
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return String((codePoint - zero) % 10)
}
