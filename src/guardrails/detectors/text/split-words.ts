import { isAscii } from './segments.js'

/** Scripts without spaces between words: each character counts as a word. */
const UNSPACED_SCRIPTS = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]'
const WORD = new RegExp(`${UNSPACED_SCRIPTS}|(?:(?!${UNSPACED_SCRIPTS})[\\p{L}\\p{M}\\p{N}])+`, 'gu')
const ASCII_WORD = /[A-Za-z0-9]+/g

/** Splits a text into its sequences of letters and digits. */
export const splitWords = (text: string): string[] => text.match(isAscii(text) ? ASCII_WORD : WORD) ?? []
