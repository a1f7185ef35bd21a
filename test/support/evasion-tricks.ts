/** Ways to write a text so that a person or a model still reads it, but a word list does not. */
import { makeRandom } from './random.js'

export type Trick = (text: string) => string

const HOMOGLYPHS = new Map(
  Object.entries({ a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', y: 'у', i: 'і', s: 'ѕ', j: 'ј' }),
)
const GREEK = new Map(
  Object.entries({ a: 'α', o: 'ο', i: 'ι', v: 'ν', p: 'ρ', t: 'τ', k: 'κ', u: 'υ', n: 'η' }),
)
const LEET = new Map(Object.entries({ a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }))
const SIGNS = new Map(Object.entries({ a: '@', s: '$', i: '!', o: '0', e: '3' }))

const mapLetters =
  (table: ReadonlyMap<string, string>): Trick =>
  (text) =>
    Array.from(text, (letter) => table.get(letter.toLowerCase()) ?? letter).join('')

const mapWords =
  (change: (word: string) => string): Trick =>
  (text) =>
    text.replace(/[\p{L}']+/gu, change)

const insideWord =
  (sign: string): Trick =>
  (text) =>
    mapWords((word) =>
      word.length < 4
        ? word
        : word.slice(0, Math.ceil(word.length / 2)) + sign + word.slice(Math.ceil(word.length / 2)),
    )(text)

const betweenLetters =
  (sign: string, gap: string): Trick =>
  (text) =>
    text
      .split(' ')
      .map((word) => Array.from(word).join(sign))
      .join(gap)

const shiftLetters = (text: string, base: number, upperBase: number): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const isUpper = letter < 'a'
    return String.fromCodePoint((isUpper ? upperBase : base) + letter.charCodeAt(0) - (isUpper ? 65 : 97))
  })

const rotate13: Trick = (text) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })

const toHex = (text: string): string => Buffer.from(text).toString('hex')

const mixCase: Trick = (text) => {
  const random = makeRandom(text.length)
  return Array.from(text, (letter) => (random() < 0.5 ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

const stretch: Trick = mapWords((word) => word.replace(/([aeiou])(?=[^aeiou]*$)/i, '$1$1$1$1'))

export const TRICKS: Readonly<Record<string, Trick>> = {
  unchanged: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'mixed case': mixCase,
  'a line break after every word': (text) => text.replaceAll(' ', '\n'),
  'a line break in the middle': (text) => text.replace(/^((?:\S+ ){2}\S+) /, '$1\n'),
  'Windows line breaks': (text) => text.replaceAll(' ', '\r\n'),
  'empty lines': (text) => text.replaceAll(' ', '\n\n'),
  'line separators': (text) => text.replaceAll(' ', '\u2028'),
  'a list item per word': (text) => text.replace(/^|(?<= )/g, '- ').replaceAll(/ (?=- )/g, '\n'),
  tabs: (text) => text.replaceAll(' ', '\t\t'),
  'bold words': mapWords((word) => `**${word}**`),
  'italic words': mapWords((word) => `_${word}_`),
  'struck words': mapWords((word) => `~~${word}~~`),
  'words as code': mapWords((word) => `\`${word}\``),
  'bold letters inside words': mapWords((word) =>
    word.length < 4 ? word : `${word.slice(0, 1)}**${word.slice(1, 2)}**${word.slice(2)}`,
  ),
  'HTML tags around words': mapWords((word) => `<b>${word}</b>`),
  'HTML tags inside words': insideWord('<i></i>'),
  'HTML comments inside words': insideWord('<!-- -->'),
  'non-breaking spaces as entities': (text) => text.replaceAll(' ', '&nbsp;'),
  'decimal entities': (text) => text.replace(/[a-z]/gi, (letter) => `&#${String(letter.charCodeAt(0))};`),
  'hexadecimal entities': (text) => text.replace(/[aeiou]/gi, (letter) => `&#x${toHex(letter)};`),
  'zero-width spaces': betweenLetters('\u200b', ' '),
  'zero-width joiners': insideWord('\u200d'),
  'soft hyphens': insideWord('\u00ad'),
  'word joiners': insideWord('\u2060'),
  'variation selectors': insideWord('\ufe0f'),
  'Cyrillic letters': mapLetters(HOMOGLYPHS),
  'Greek letters': mapLetters(GREEK),
  'full-width letters': (text) => shiftLetters(text, 0xff41, 0xff21),
  'mathematical letters': (text) => shiftLetters(text, 0x1d41a, 0x1d400),
  'circled letters': (text) => shiftLetters(text, 0x24d0, 0x24b6),
  'squared letters': (text) => shiftLetters(text.toUpperCase(), 0x1f130, 0x1f130),
  accents: (text) => text.replace(/[aeiou]/gi, '$&\u0301'),
  'stacked marks': (text) => text.replace(/[a-z]/gi, '$&\u0336\u0337'),
  leetspeak: mapLetters(LEET),
  'signs for letters': mapWords((word) => word.charAt(0) + mapLetters(SIGNS)(word.slice(1))),
  'stretched letters': stretch,
  'spaced letters': betweenLetters(' ', '   '),
  'spaced letters without word gaps': (text) => Array.from(text.replaceAll(' ', '')).join(' '),
  'dotted letters': betweenLetters('.', '  '),
  'dashed letters': betweenLetters('-', ' - '),
  'a letter per line': betweenLetters('\n', '\n\n'),
  'hyphens inside words': insideWord('-'),
  'dots inside words': insideWord('.'),
  'a space inside words': mapWords((word) =>
    word.length < 6 ? word : `${word.slice(0, 3)} ${word.slice(3)}`,
  ),
  'a full stop after every word': mapWords((word) => `${word}.`),
  'no spaces': (text) => text.replaceAll(' ', ''),
  'emoji between words': (text) => text.replaceAll(' ', ' \u{1f600} '),
  'percent encoding': (text) => text.replaceAll(' ', '%20'),
  'escapes of source code': (text) => text.replace(/[aeiou]/gi, (letter) => `\\u00${toHex(letter)}`),
  'concatenated strings': mapWords((word) =>
    word.length < 5 ? `"${word}"` : `"${word.slice(0, 3)}" + "${word.slice(3)}"`,
  ),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 in a sentence': (text) => `Please see ${Buffer.from(text).toString('base64')} for details.`,
  hexadecimal: (text) => toHex(text),
  'hexadecimal bytes': (text) => (toHex(text).match(/../g) ?? []).join(' '),
  binary: (text) => Array.from(Buffer.from(text), (byte) => byte.toString(2).padStart(8, '0')).join(' '),
  rot13: rotate13,
  'rot13 in a sentence': (text) => `I found this note: ${rotate13(text)}`,
  reversed: (text) => Array.from(text).reverse().join(''),
  'reversed words': mapWords((word) => Array.from(word).reverse().join('')),
  'tag characters': (text) =>
    `Hello ${Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}`,
  'base64 of rot13': (text) => Buffer.from(rotate13(text)).toString('base64'),
  'far inside a long text': (text) => {
    const filler = 'The committee met in the small hall and read the report of the treasurer. '.repeat(1_500)
    return `${filler}${text}. ${filler}`
  },
}
