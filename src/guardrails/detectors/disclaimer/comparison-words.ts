import { normalizeText } from '../text/normalize.js'

/** Apostrophes are within words; scripts without spaces are taken character by character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu

/** What two texts are compared by: words without case, marks, emphasis, line breaks and invisible characters. */
export const toComparisonWords = (text: string): string[] =>
  normalizeText(text).text.toLowerCase().replace(/['’ʼ]/g, '').match(WORD) ?? []
