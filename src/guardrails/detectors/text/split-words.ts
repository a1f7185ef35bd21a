/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED_SCRIPTS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]'
const WORD = new RegExp(`${UNSPACED_SCRIPTS}|(?:(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** Splits a text into its sequences of letters and digits. */
export const splitWords = (text: string): string[] => text.match(WORD) ?? []
