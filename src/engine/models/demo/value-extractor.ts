/** What a text holds that could be the value of a parameter. Each number and each quotation is given out once. */
import { calculationIn } from './calculation.js'
import { datesIn } from './dates.js'
import { personIn } from './memory.js'
import { nameWords, stem } from './words.js'

const NUMBER = /(?<![\p{L}\p{N}.-])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}]|-\d)/gu
const QUOTED = /"([^"\n]+)"|“([^”\n]+)”|(?<!\w)'([^'\n]+)'(?!\w)/g
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/
const URL_TEXT = /https?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/i
const CODE = String.raw`#?([A-Za-z]{0,5}-?\d[\w-]*)`
const PLACE = /\b(?:in|for|at|to|from|near|of)\s+(\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)*)/u

const ID_WORDS = new Set(['id', 'ids', 'number', 'no', 'nr', 'code', 'ref', 'reference', 'key', 'sku'])
const PLACE_WORDS = ['city', 'location', 'place', 'country', 'town', 'region', 'destination', 'origin']
const EXPRESSION_WORDS = ['expression', 'formula', 'equation', 'calculation']

/** A schema that refers to itself has no end. */
const MOST_VALUES = 300

const hasAny = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((word) => wanted.includes(word))

export const makeSource = (text: string) => {
  const blanked = text.replace(EMAIL, ' ').replace(URL_TEXT, ' ')
  const numbers = [...blanked.matchAll(NUMBER)].map(([found]) => Number(found.replaceAll(',', '')))
  let budget = MOST_VALUES
  const quotations = [...text.matchAll(QUOTED)].map((found) => found[1] ?? found[2] ?? found[3] ?? '')

  const takeFrom = <T>(list: T[], fits: (value: T) => boolean): T | undefined => {
    const at = list.findIndex(fits)
    return at === -1 ? undefined : list.splice(at, 1)[0]
  }

  /** "order 1017", "order number: A-17": a code after one of the words. */
  const codeAfter = (words: readonly string[]): string | undefined => {
    for (const word of words) {
      const pattern = new RegExp(
        String.raw`\b${stem(word)}\w*\s*(?:id|number|no\.?|nr\.?|code)?\s*(?:is|of|to|:|=)?\s*${CODE}`,
        'iu',
      )
      const found = pattern.exec(text)?.[1]
      if (found !== undefined) return found
    }
    return undefined
  }

  /** "amount is 50", "3 days": a number beside one of the words. */
  const numberBeside = (words: readonly string[]): number | undefined => {
    const after = Number(codeAfter(words) ?? Number.NaN)
    if (!Number.isNaN(after)) return takeFrom(numbers, (n) => n === after)
    for (const word of words) {
      const before = new RegExp(String.raw`(-?\d+(?:\.\d+)?)\s*${stem(word)}`, 'iu').exec(blanked)?.[1]
      if (before !== undefined) return takeFrom(numbers, (n) => n === Number(before))
    }
    return undefined
  }

  /** "subject: Hello", "reason = late". */
  const labelled = (name: string): string | undefined => {
    const words = nameWords(name).join('[ _-]?')
    if (words === '') return undefined
    const found = new RegExp(String.raw`\b${words}\s*(?:[:=]|\bis\b)\s*"?([^\n,;"]+)`, 'iu').exec(text)?.[1]
    return found?.trim().replace(/[.!?]+$/, '') || undefined
  }

  return {
    text,

    /** False: so many values were made for this text that it is enough. */
    spend: (): boolean => budget-- > 0,

    /** The number that the text gives for this name. */
    namedNumber: (name: string): number | undefined =>
      numberBeside(nameWords(name).filter((word) => word.length > 1 && !ID_WORDS.has(word))),

    nextNumber: (fits: (value: number) => boolean): number | undefined => takeFrom(numbers, fits),

    /** The text that is given for this name or is of the kind that the name asks for. */
    namedText(name: string, format: string | undefined): string | undefined {
      const words = nameWords(name)
      if (format === 'email' || hasAny(words, ['email', 'mail', 'recipient', 'to'])) {
        const found = EMAIL.exec(text)?.[0]
        if (found !== undefined || format === 'email') return found
      }
      if (format === 'uri' || hasAny(words, ['url', 'link', 'website'])) return URL_TEXT.exec(text)?.[0]
      if (format === 'uuid') return UUID.exec(text)?.[0]
      if (format === 'date-time') return datesIn(text).map((date) => `${date}T00:00:00Z`)[0]
      if (format === 'date' || hasAny(words, ['date'])) return datesIn(text)[0]
      if (hasAny(words, EXPRESSION_WORDS)) return calculationIn(text)?.expression
      const stated = labelled(name)
      if (words.some((word) => ID_WORDS.has(word))) {
        const found = codeAfter(words.filter((word) => !ID_WORDS.has(word))) ?? UUID.exec(text)?.[0]
        return found ?? new RegExp(String.raw`(?<![\w.])${CODE}`).exec(blanked)?.[1]
      }
      if (stated !== undefined) return stated
      if (hasAny(words, PLACE_WORDS)) return PLACE.exec(text)?.[1]
      if (words.at(-1) === 'name') return personIn(text)
      return undefined
    },

    nextQuotation: (): string | undefined => quotations.shift(),
  }
}

export type Source = ReturnType<typeof makeSource>
