/** The lengths of national numbers by calling code, from the ITU's numbering plans (E.164). */

/** `code:min-max`. A code that is not listed has three digits and numbers of 5 to 11 digits. */
const LENGTHS_BY_CODE: ReadonlyMap<string, readonly [min: number, max: number]> = new Map(
  (
    '1:10-10 7:10-10 20:8-10 27:9-9 30:10-10 31:9-9 32:8-9 33:9-9 34:9-9 36:8-9 39:6-11 40:9-9 41:9-9 43:7-13 44:9-10 ' +
    '45:8-8 46:7-10 47:8-8 48:9-9 49:7-12 51:8-9 52:10-11 53:8-8 54:10-11 55:10-11 56:9-9 57:8-10 58:10-10 60:8-10 ' +
    '61:9-9 62:8-12 63:8-10 64:8-10 65:8-8 66:8-9 81:9-10 82:8-10 84:9-10 86:10-11 90:10-10 91:10-10 92:9-10 93:9-9 ' +
    '94:9-9 95:7-10 98:10-10'
  )
    .split(' ')
    .map((entry) => {
      const [code = '', min = '', max = ''] = entry.split(/[:-]/)
      return [code, [Number(min), Number(max)]] as const
    }),
)

/** The first two digits of the calling codes of three digits. */
const THREE_DIGIT_CODE = /^(?:2[1-69]|3[578]|42|5[09]|6[789]|8[058]|9[679])/

/** True if the digits, without the `+`, are a calling code and a number of a length that its country uses. */
export const isInternationalNumber = (digits: string): boolean => {
  for (const codeLength of [1, 2]) {
    const lengths = LENGTHS_BY_CODE.get(digits.slice(0, codeLength))
    if (lengths === undefined) continue
    const length = digits.length - codeLength
    return length >= lengths[0] && length <= lengths[1]
  }
  return THREE_DIGIT_CODE.test(digits) && digits.length >= 8 && digits.length <= 14
}
