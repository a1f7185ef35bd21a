/**
 * Built-in detectors of national identification numbers. A format that ordinary numbers have, too, counts only after a
 * word that names it, whatever its check digit: one number in ten passes a check digit.
 */
import {
  isAadhaar,
  isCodiceFiscale,
  isCpf,
  isDniOrNie,
  isGermanTaxId,
  isItin,
  passesIcao,
} from './check-digits.js'
import { isNamedOtherwise } from './context-words.js'
import { makeBuiltInDetector, toAnyCase, type CandidateCheck, type Detector } from './detector.js'

const compact = (value: string): string => value.replace(/[^0-9A-Za-z]/g, '').toUpperCase()

/** A format that counts without a word. The candidate includes the character that would continue it. */
const makeFormatDetector = (
  label: string,
  format: string,
  isValid: (value: string) => boolean = () => true,
): Detector => {
  const whole = new RegExp(`^(?:${format})$`)
  const check: CandidateCheck = (text, start, end) => {
    const value = text.slice(start, end)
    const isPartOfIdentifier = /[0-9A-Za-z_][-./]$|_$/.test(text.slice(Math.max(0, start - 2), start))
    if (!whole.test(value) || isPartOfIdentifier || !isValid(compact(value)) || isNamedOtherwise(text, start))
      return { matches: [], next: start + 1 }
    return { matches: [{ start, end }], next: end }
  }
  return makeBuiltInDetector(label, String.raw`\b(?:${format})(?:-?[0-9A-Za-z_])?`, check)
}

// Does not cross brackets: after a replaced number, the next number is not the one that the word named.
const BETWEEN = String.raw`[^0-9A-Za-z\n\[\]<>{}*]{1,4}`
const FILLER = toAnyCase('(?:number|no|nr|num|nummer|numero|id|card|code|is|was|ist|it|my|his|her|lautet|es)')

/** A format that counts only after one of the words. */
const makeNamedDetector = (
  label: string,
  words: string,
  format: string,
  isValid: (value: string) => boolean,
): Detector => {
  const name = String.raw`\b(?:${toAnyCase(words)})${BETWEEN}(?:${FILLER}${BETWEEN}){0,3}`
  const whole = new RegExp(`^${name}(${format})$`)
  const check: CandidateCheck = (text, start, end) => {
    const value = whole.exec(text.slice(start, end))?.[1]
    if (value === undefined || !isValid(compact(value))) return { matches: [], next: start + 1 }
    return { matches: [{ start: end - value.length, end }], next: end }
  }
  return makeBuiltInDetector(label, `${name}(?:${format})[0-9A-Za-z_]?`, check)
}

/** There is no check digit; some letters and pairs of letters are not used. */
const isNino = (value: string): boolean =>
  /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]/.test(value)

const CODICE_DIGIT = '[0-9LMNPQR-Vlmnpqr-v]'
const CODICE_FISCALE =
  `[A-Za-z]{3} ?[A-Za-z]{3} ?${CODICE_DIGIT}{2}[A-EHLMPR-Ta-ehlmpr-t]${CODICE_DIGIT}{2} ?` +
  `[A-Za-z]${CODICE_DIGIT}{3}[A-Za-z]`

/** One or two letters and digits, two digits and two letters (France), or the letters without vowels (Germany). */
const isPassportNumber = (value: string): boolean =>
  /^(?:[A-Z]{0,2}[0-9]{6,9}|[0-9]{2}[A-Z]{2}[0-9]{5}|[CFGHJ-NPRTV-Z][CFGHJ-NPRTV-Z0-9]{8})$/.test(value) &&
  value.length >= 7 &&
  /[0-9]{2}/.test(value)

/** The machine-readable zone of a passport: two lines of 44 characters. */
const MACHINE_READABLE_ZONE =
  String.raw`(?:P[A-Z<][A-Z<]{42}\r?\n)?` +
  '[A-Z0-9<]{9}[0-9][A-Z<]{3}[0-9]{7}[MFX<][0-9]{7}[A-Z0-9<]{14}[0-9<][0-9]'
const checkMachineReadableZone: CandidateCheck = (text, start, end) => {
  const line = text.slice(end - 44, end)
  const isValid =
    passesIcao(line.slice(0, 9), line.charAt(9)) &&
    passesIcao(line.slice(13, 19), line.charAt(19)) &&
    passesIcao(line.slice(21, 27), line.charAt(27)) &&
    passesIcao(line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43), line.charAt(43))
  return isValid ? { matches: [{ start, end }], next: end } : { matches: [], next: start + 1 }
}

const DETECTORS = {
  us_itin: [
    makeFormatDetector('us_itin', '9[0-9]{2}-[5-9][0-9]-[0-9]{4}', isItin),
    makeNamedDetector('us_itin', 'itin|taxpayer|tax id', '9[0-9]{2}[- ]?[5-9][0-9][- ]?[0-9]{4}', isItin),
  ],
  uk_nino: [
    makeFormatDetector('uk_nino', '[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D]', isNino),
    makeNamedDetector(
      'uk_nino',
      'ni|nino|national insurance|insurance',
      '[A-Za-z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-Da-d]',
      isNino,
    ),
  ],
  es_dni: [
    makeFormatDetector('es_dni', '(?:[0-9]{8}|[XYZxyz]-?[0-9]{7})-?[A-HJ-NP-TV-Za-hj-np-tv-z]', isDniOrNie),
  ],
  br_cpf: [
    makeFormatDetector('br_cpf', '[0-9]{3}[.][0-9]{3}[.][0-9]{3}-[0-9]{2}', isCpf),
    makeNamedDetector('br_cpf', 'cpf', '[0-9]{3}[. ]?[0-9]{3}[. ]?[0-9]{3}[- ]?[0-9]{2}', isCpf),
  ],
  in_aadhaar: [
    makeNamedDetector(
      'in_aadhaar',
      'aadhaar|aadhar|adhaar|uidai|uid',
      '[2-9][0-9]{3}[ -]?[0-9]{4}[ -]?[0-9]{4}',
      isAadhaar,
    ),
  ],
  in_pan: [makeFormatDetector('in_pan', '[A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z]')],
  it_codice_fiscale: [
    makeFormatDetector(
      'it_codice_fiscale',
      CODICE_FISCALE,
      (value) => /[0-9]/.test(value) && isCodiceFiscale(value),
    ),
  ],
  de_tax_id: [
    makeNamedDetector(
      'de_tax_id',
      'steuer-?id|steuer-?idnr|steuer-?identifikationsnummer|identifikationsnummer|steuernummer|idnr|tin|tax id|tax identification',
      '[1-9][0-9] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}',
      isGermanTaxId,
    ),
  ],
  passport: [
    makeNamedDetector(
      'passport',
      'passport|passeport|reisepass|pass(?:port)?nummer|pasaporte|passaporto|passaporte',
      '[0-9A-Za-z]{7,9}',
      isPassportNumber,
    ),
    makeBuiltInDetector('passport', MACHINE_READABLE_ZONE, checkMachineReadableZone),
  ],
}

export const NATIONAL_ID_DETECTORS: Record<string, Detector[]> = {
  ...DETECTORS,
  national_id: Object.values(DETECTORS).flat(),
}
