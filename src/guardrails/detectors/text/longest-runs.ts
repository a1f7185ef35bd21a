/** Measures the longest runs of characters that encodings consist of. Most texts have none, and their patterns are slow. */

const BASE64 = 1
const HEX = 2
const BINARY = 4

const CLASSES = Uint8Array.from({ length: 128 }, (_, unit) => {
  const sign = String.fromCharCode(unit)
  return (
    (/[A-Za-z0-9+/_\-=\r\n]/.test(sign) ? BASE64 : 0) |
    (/[0-9A-Fa-fXx\\ :,]/.test(sign) ? HEX : 0) |
    (/[01 ,]/.test(sign) ? BINARY : 0)
  )
})

export interface LongestRuns {
  /** Letters, digits and signs of base64, also over line breaks. */
  base64: number
  /** Hexadecimal digits with prefixes and separators. */
  hex: number
  /** Zeros and ones with separators. */
  binary: number
}

export const measureRuns = (text: string): LongestRuns => {
  const longest: LongestRuns = { base64: 0, hex: 0, binary: 0 }
  let [base64, hex, binary] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const found = CLASSES[text.charCodeAt(at)] ?? 0
    base64 = (found & BASE64) === 0 ? 0 : base64 + 1
    hex = (found & HEX) === 0 ? 0 : hex + 1
    binary = (found & BINARY) === 0 ? 0 : binary + 1
    if (base64 > longest.base64) longest.base64 = base64
    if (hex > longest.hex) longest.hex = hex
    if (binary > longest.binary) longest.binary = binary
  }
  return longest
}
