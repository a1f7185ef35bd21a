/** Counts code points; an unpaired surrogate counts as one. */
export const countCodePoints = (text: string): number => {
  let count = text.length
  for (let index = 1; index < text.length; index += 1) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) count -= 1
  }
  return count
}

/** Returns the offset, in UTF-16 code units, after `count` code points. */
export const getCodePointOffset = (text: string, count: number): number => {
  let offset = 0
  for (let skipped = 0; skipped < count && offset < text.length; skipped += 1) {
    offset += isHighSurrogate(text.charCodeAt(offset)) && isLowSurrogate(text.charCodeAt(offset + 1)) ? 2 : 1
  }
  return offset
}

/** True if the code point that ends at `end` has two units. */
export const endsWithSurrogatePair = (text: string, end: number): boolean =>
  isLowSurrogate(text.charCodeAt(end - 1)) && isHighSurrogate(text.charCodeAt(end - 2))

export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
