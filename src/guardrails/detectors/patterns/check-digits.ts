/** Check digits of national identification numbers. The input has no separators, and letters are upper case. */

const sumWeighted = (digits: string, weightAt: (index: number) => number): number => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) sum += Number(digits[index]) * weightAt(index)
  return sum
}

const isRepeated = (digits: string): boolean => /^(.)\1*$/.test(digits)

/** Brazil: two check digits, modulo 11. */
export const isCpf = (digits: string): boolean => {
  const checkDigit = (length: number): number =>
    ((sumWeighted(digits.slice(0, length), (index) => length + 1 - index) * 10) % 11) % 10
  return (
    digits.length === 11 &&
    !isRepeated(digits) &&
    checkDigit(9) === Number(digits[9]) &&
    checkDigit(10) === Number(digits[10])
  )
}

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** Spain: the letter is the number modulo 23. The first letter of a NIE stands for a digit. */
export const isDniOrNie = (value: string): boolean => {
  const digits = value.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))
  return /^[0-9]{8}$/.test(digits) && DNI_LETTERS[Number(digits) % 23] === value.at(-1)
}

const MULTIPLICATION = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
  [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
  [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
  [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
  [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
  [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
  [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
  [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
  [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
]
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** The Verhoeff check in the dihedral group D5; the last digit is the check digit. */
export const passesVerhoeff = (digits: string): boolean => {
  let check = 0
  for (let index = 0; index < digits.length; index++) {
    let digit = Number(digits[digits.length - 1 - index])
    for (let round = index % 8; round > 0; round--) digit = PERMUTATION[digit] ?? 0
    check = MULTIPLICATION[check]?.[digit] ?? 0
  }
  return check === 0
}

/** India: twelve digits, the first from 2 to 9. */
export const isAadhaar = (digits: string): boolean =>
  /^[2-9][0-9]{11}$/.test(digits) && !isRepeated(digits) && passesVerhoeff(digits)

/** Germany: one of the first ten digits occurs two or three times, and ISO 7064 mod 11,10. */
export const isGermanTaxId = (digits: string): boolean => {
  if (!/^[1-9][0-9]{10}$/.test(digits)) return false
  const body = digits.slice(0, 10)
  const repeats = [...new Set(body)].map((digit) => body.split(digit).length - 1).filter((count) => count > 1)
  if (repeats.length !== 1 || (repeats[0] ?? 0) > 3 || /(.)\1\1/.test(body)) return false
  let product = 10
  for (const digit of body) {
    const sum = (Number(digit) + product) % 10
    product = ((sum === 0 ? 10 : sum) * 2) % 11
  }
  return (11 - product) % 10 === Number(digits[10])
}

const ODD_VALUES = '1,0,5,7,9,13,15,17,19,21,2,4,18,20,11,3,6,8,12,14,16,10,22,25,24,23'
  .split(',')
  .map(Number)

/** Italy: the last letter is a sum of values, which depend on the position, modulo 26. */
export const isCodiceFiscale = (value: string): boolean => {
  let sum = 0
  for (let index = 0; index < 15; index++) {
    const code = parseInt(value.charAt(index), 36)
    const order = code < 10 ? code : code - 10
    sum += index % 2 === 0 ? (ODD_VALUES[order] ?? 0) : order
  }
  return String.fromCharCode(65 + (sum % 26)) === value.charAt(15)
}

/** The check digit of passports and visas (ICAO 9303): weights 7, 3 and 1; `<` counts as zero. */
export const passesIcao = (value: string, checkDigit: string): boolean => {
  let sum = 0
  for (let index = 0; index < value.length; index++) {
    const character = value.charAt(index)
    sum += (character === '<' ? 0 : parseInt(character, 36)) * ([7, 3, 1][index % 3] ?? 0)
  }
  return sum % 10 === Number(checkDigit === '<' ? 0 : checkDigit)
}

/** US taxpayers without an SSN: the middle digits are in the ranges that the IRS assigns. */
export const isItin = (digits: string): boolean =>
  /^9[0-9]{2}(?:5[0-9]|6[0-5]|7[0-9]|8[0-8]|9[0-2]|9[4-9])[0-9]{4}$/.test(digits)
