/**
 * Our own detectors of telephone numbers. Countries group digits in hundreds of ways, so a number without the sign of a
 * country is one if its grouping says so, or if a word beside it does.
 */
import type { Range } from '../text/mapped-text.js'
import { anyCase, ownDetector, type Detector, type Judge } from './detector.js'

const SHAPES = [
  // With the country's code.
  /(?:(?<!\+)\+|(?<![\w.+-])00(?=[1-9]))[0-9]{1,3}(?:[ ./()-]{0,3}[0-9]){6,13}(?![\w-])/g,
  // North American, with the separators people write.
  /(?<![\w./+-])(?:(?:00)?1[ .-])?(?:\([2-9][0-9]{2}\)[ -]?|[2-9][0-9]{2}[-. ])[0-9]{3}[-. ][0-9]{4}(?: ?(?:x|ext\.?) ?[0-9]{1,6})?(?![\w-])/g,
  // With the zero that most other countries write before an area.
  /(?<![\w./+-])\(?0[1-9][0-9]{0,3}\)?(?:[ ./-]{1,3}[0-9]{2,8}){1,4}(?![\w-])/g,
]

const FEWEST = 7
const MOST = 15
const FEWEST_WITH_ZERO = 9
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
const DATE = new RegExp(`^${DAY}([./-])${DAY}\\1[0-9]{2,4}|^[0-9]{4}([./-])${DAY}\\2${DAY}`)

const digitsIn = (text: string): number => text.replace(/[^0-9]/g, '').length

/** "781 1704 office", "085 175 7641-Fax": contacts name the line behind the number. */
const LINE =
  /(?<![\w./+-])\(?[0-9](?:[ .()-]{0,3}[0-9]){6,14}(?=[ -]{1,3}(?:office|fax|mobile|cell|home|work|phone|desk)$)/i

/** Digits in groups, an extension, and the word behind them. */
const CANDIDATE = String.raw`[+(]{0,2}[0-9](?:[ ./()-]{0,3}[0-9])*(?: ?(?:x|ext\.?) ?[0-9]{1,6})?[ -]{0,3}[A-Za-z_]{0,9}`

const judgeShapes: Judge = (text, start, end) => {
  if (end - start < FEWEST) return { matches: [], next: end }
  const offset = Math.max(0, start - 1)
  const run = text.slice(offset, end)
  const matches: Range[] = []
  const add = (index: number, found: string): void => {
    matches.push({ start: offset + index, end: offset + index + found.length })
  }
  for (const shape of SHAPES)
    for (const { 0: all, index } of run.matchAll(shape)) if (isSized(all)) add(index, all)
  const line = LINE.exec(run)
  if (line !== null && isNumber(line[0])) add(line.index, line[0])
  return { matches, next: end }
}

/** A zero before the area is the weakest sign: dates and codes begin with it too. */
const isSized = (found: string): boolean =>
  !/^\(?0[1-9]/.test(found) ||
  (!DATE.test(found) && digitsIn(found) >= FEWEST_WITH_ZERO && digitsIn(found) <= MOST - 3)

const isNumber = (found: string): boolean =>
  !DATE.test(found) && digitsIn(found) >= FEWEST && digitsIn(found) <= MOST

const WORDS = anyCase(
  '(?:phone|telephone|tel|mobile|cell|cellphone|fax|whatsapp|sms|hotline|desk|call|calling|dial|ring|text|reach|answering)',
)
/** Only what leads from such a word to its number: "call about order 12345678" names an order. */
const LEADING = anyCase(
  '(?:me|us|him|her|them|at|on|is|was|number|numbers|no|my|the|our|your|his|their|to|back|via|now|this|line|under|using)',
)
const NAMED =
  String.raw`\b${WORDS}(?:[ \t\n:#.()-]{1,3}${LEADING}){0,5}[ \t\n:#.-]{1,3}[+(]{0,2}[0-9]` +
  String.raw`(?:[ ./()-]{0,3}[0-9]){6,14}[0-9A-Za-z_]?`

const judgeNamed: Judge = (text, start, end) => {
  const found = /[+(]{0,2}[0-9][0-9 ./()-]*[0-9](?![0-9A-Za-z_])/.exec(text.slice(start, end))
  if (found === null || !isNumber(found[0])) return { matches: [], next: start + 1 }
  return { matches: [{ start: start + found.index, end: start + found.index + found[0].length }], next: end }
}

export const PHONE_DETECTORS: Detector[] = [
  ownDetector('phone', CANDIDATE, judgeShapes),
  ownDetector('phone', NAMED, judgeNamed),
]
