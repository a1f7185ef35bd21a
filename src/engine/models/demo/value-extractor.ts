/** Extracts values for parameters from a text. Each number and each quotation is used only once. */
import { findCalculation } from './calculation.js'
import { findDates } from './dates.js'
import { findPersonName } from './memory.js'
import { splitName, stem } from './words.js'

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

/** Limits the number of values: a schema that refers to itself would never end. */
const MAX_VALUES = 300

const hasAny = (words: readonly string[], candidates: readonly string[]): boolean =>
  words.some((word) => candidates.includes(word))

export const makeValueExtractor = (text: string) => {
  const textWithoutLinks = text.replace(EMAIL, ' ').replace(URL_TEXT, ' ')
  const numbers = [...textWithoutLinks.matchAll(NUMBER)].map(([found]) => Number(found.replaceAll(',', '')))
  let remainingValues = MAX_VALUES
  const quotations = [...text.matchAll(QUOTED)].map((found) => found[1] ?? found[2] ?? found[3] ?? '')

  const takeFirst = <T>(list: T[], fits: (value: T) => boolean): T | undefined => {
    const index = list.findIndex(fits)
    return index === -1 ? undefined : list.splice(index, 1)[0]
  }

  /** Finds a code after one of the words: "order 1017", "order number: A-17". */
  const findCodeAfter = (words: readonly string[]): string | undefined => {
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

  /** Finds a number next to one of the words: "amount is 50", "3 days". */
  const findNumberNear = (words: readonly string[]): number | undefined => {
    const numberAfter = Number(findCodeAfter(words) ?? Number.NaN)
    if (!Number.isNaN(numberAfter)) return takeFirst(numbers, (n) => n === numberAfter)
    for (const word of words) {
      const numberBefore = new RegExp(String.raw`(-?\d+(?:\.\d+)?)\s*${stem(word)}`, 'iu').exec(
        textWithoutLinks,
      )?.[1]
      if (numberBefore !== undefined) return takeFirst(numbers, (n) => n === Number(numberBefore))
    }
    return undefined
  }

  /** Finds text after a label: "subject: Hello", "reason = late". */
  const findLabeledText = (name: string): string | undefined => {
    const words = splitName(name).join('[ _-]?')
    if (words === '') return undefined
    const found = new RegExp(String.raw`\b${words}\s*(?:[:=]|\bis\b)\s*"?([^\n,;"]+)`, 'iu').exec(text)?.[1]
    return found?.trim().replace(/[.!?]+$/, '') || undefined
  }

  return {
    text,

    /** Returns false after MAX_VALUES values were generated for this text. */
    spendBudget: (): boolean => remainingValues-- > 0,

    /** Finds the number that belongs to a parameter name. */
    findNumber: (name: string): number | undefined =>
      findNumberNear(splitName(name).filter((word) => word.length > 1 && !ID_WORDS.has(word))),

    takeNumber: (fits: (value: number) => boolean): number | undefined => takeFirst(numbers, fits),

    /** Finds the text that belongs to a parameter name, or that has the kind which the name or format requires. */
    findText(name: string, format: string | undefined): string | undefined {
      const words = splitName(name)
      if (format === 'email' || hasAny(words, ['email', 'mail', 'recipient', 'to'])) {
        const found = EMAIL.exec(text)?.[0]
        if (found !== undefined || format === 'email') return found
      }
      if (format === 'uri' || hasAny(words, ['url', 'link', 'website'])) return URL_TEXT.exec(text)?.[0]
      if (format === 'uuid') return UUID.exec(text)?.[0]
      if (format === 'date-time') return findDates(text).map((date) => `${date}T00:00:00Z`)[0]
      if (format === 'date' || hasAny(words, ['date'])) return findDates(text)[0]
      if (hasAny(words, EXPRESSION_WORDS)) return findCalculation(text)?.expression
      const labeledText = findLabeledText(name)
      if (words.some((word) => ID_WORDS.has(word))) {
        const found = findCodeAfter(words.filter((word) => !ID_WORDS.has(word))) ?? UUID.exec(text)?.[0]
        return found ?? new RegExp(String.raw`(?<![\w.])${CODE}`).exec(textWithoutLinks)?.[1]
      }
      if (labeledText !== undefined) return labeledText
      if (hasAny(words, PLACE_WORDS)) return PLACE.exec(text)?.[1]
      if (words.at(-1) === 'name') return findPersonName(text)
      return undefined
    },

    takeQuotation: (): string | undefined => quotations.shift(),
  }
}

export type ValueExtractor = ReturnType<typeof makeValueExtractor>
