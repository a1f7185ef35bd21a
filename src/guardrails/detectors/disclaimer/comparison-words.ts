import { normalizeText } from '../text/normalize.js'

/** Scripts without spaces are split into characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu

/** Words for comparison: without case, punctuation, emphasis, line breaks and invisible characters. */
export const toComparisonWords = (text: string): string[] =>
  normalizeText(text).text.toLowerCase().replace(/['’ʼ]/g, '').match(WORD) ?? []
