/** Length as people count it; half of a surrogate pair counts as one. */
export const codePointsIn = (text: string): number => {
  let count = text.length
  for (let index = 1; index < text.length; index += 1) {
    if (isLow(text.charCodeAt(index)) && isHigh(text.charCodeAt(index - 1))) count -= 1
  }
  return count
}

/** Where in the text, in UTF-16 code units, this many code points end. */
export const offsetOfCodePoint = (text: string, count: number): number => {
  let offset = 0
  for (let passed = 0; passed < count && offset < text.length; passed += 1) {
    offset += isHigh(text.charCodeAt(offset)) && isLow(text.charCodeAt(offset + 1)) ? 2 : 1
  }
  return offset
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
