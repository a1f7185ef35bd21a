import { normalizeText } from '../text/normalize.js'
import { splitWords } from '../text/split-words.js'

/** Words for comparison: without case, punctuation, emphasis, line breaks and invisible characters. */
export const toComparisonWords = (text: string): string[] =>
  splitWords(normalizeText(text).text.toLowerCase().replace(/['’ʼ]/g, ''))
