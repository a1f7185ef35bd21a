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
const COMPOSED = new RegExp(String.raw`${BASE}(?:[${INVISIBLE}]*${MARK}){0,31}[${INVISIBLE}]*`, 'uy')
const EXTENDER = new RegExp(String.raw`[\p{M}${INVISIBLE}]`, 'uy')
const INVISIBLES = new RegExp(`[${INVISIBLE}]+`, 'gu')
const ONLY_INVISIBLE = new RegExp(`^[${INVISIBLE}]*$`, 'u')

const ASCII = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ASCII.test(text)
export const findAsciiEnd = (text: string, start: number): number => {
  let end = start
  while (end < text.length && text.charCodeAt(end) < 0x80) end++
  return end
}
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
  for (let from = 0; from < text.length;) {
    let end = findVerbatimEnd(text, from)
    const isVerbatim = end > from
    if (!isVerbatim) end = findComposedEnd(text, from)
    const isLast = end === text.length && !atEnd
    if (isVerbatim) {
      if (isLast) end--
      if (end === from) return start
      if (start < from) {
        onSegment(text.charAt(from), offset + start, offset + from + 1, false)
        start = from + 1
      }
      if (start < end) onSegment(text.slice(start, end), offset + start, offset + end, true)
      start = end
    }
    if (isLast) return start
    const output = isVerbatim ? '' : normalizeSegment(text.slice(from, end))
    from = end
    if (output === '') continue
    onSegment(output, offset + start, offset + end, false)
    start = end
  }
  if (start < text.length) onSegment('', offset + start, offset + text.length, false)
  return text.length
}

/** The end of the ASCII characters from `start` on. The last one is excluded if a mark or an invisible character extends it. */
const findVerbatimEnd = (text: string, start: number): number => {
  const end = findAsciiEnd(text, start)
  EXTENDER.lastIndex = end
  return end > start && EXTENDER.test(text) ? end - 1 : end
}

// `test` instead of `exec`: it allocates no match.
const findComposedEnd = (text: string, start: number): number => {
  COMPOSED.lastIndex = start
  return COMPOSED.test(text) ? COMPOSED.lastIndex : text.length
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
