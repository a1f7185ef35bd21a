/** Finds words that are written as single letters ("k i l l", "k.i.l.l", one letter per line). */
import { isKnownWord, splitIntoKnownWords } from './known-words.js'

interface SpacedWord {
  text: string
  start: number
  end: number
}

const SEPARATOR = String.raw`[\s\p{P}\p{S}\ufe0f\u200d]{1,6}`
const LETTER = String.raw`[\p{L}\d@$](?![\p{L}\p{N}'])`
const SPACED_OUT = new RegExp(String.raw`(?<![\p{L}\p{N}'])${LETTER}(?:${SEPARATOR}${LETTER}){2,199}`, 'gu')
/** Three single letters in a row; most texts have none, and the complete pattern is slow. */
const MAY_BE_SPACED = /(?:^|[^a-z0-9'])[a-z0-9@$](?:[^a-z0-9']{1,6}[a-z0-9@$](?![a-z0-9'])){2}|[^\x00-\x7f]/

const PART = new RegExp(String.raw`([\p{L}\d@$])(${SEPARATOR})?`, 'gu')

/** A wider gap than the usual one separates words. */
const splitAtWideGaps = (run: string, offset: number): SpacedWord[] => {
  const parts = [...run.matchAll(PART)]
  const gaps = parts.slice(0, -1).map((part) => part[2]?.length ?? 0)
  const usual = Math.min(...gaps)
  const words: SpacedWord[] = []
  let isNew = true
  for (const [at, part] of parts.entries()) {
    const start = offset + part.index
    const end = start + (part[1]?.length ?? 1)
    const last = words.at(-1)
    if (isNew || !last) words.push({ text: part[1] ?? '', start, end })
    else {
      last.text += part[1] ?? ''
      last.end = end
    }
    isNew = (gaps[at] ?? 0) > usual
  }
  return words
}

/** Splits "ignoreallrules" at the letters of the run; every letter of the run is one unit of the word. */
const splitKnown = (
  word: SpacedWord,
  run: string,
  offset: number,
  toPlain: (token: string) => string,
): SpacedWord[] => {
  if (word.text.length < 3) return [word]
  const plain = toPlain(word.text)
  if (isKnownWord(plain)) return [{ ...word, text: plain }]
  const known = splitIntoKnownWords(plain)
  if (!known || known.length * 2 > plain.length) return []
  const positions = [...run.slice(word.start - offset, word.end - offset).matchAll(/[\p{L}\d@$]/gu)].map(
    ({ index }) => word.start + index,
  )
  let at = 0
  return known.map((text) => {
    const start = positions[at] ?? word.start
    at += text.length
    return { text, start, end: (positions[at - 1] ?? start) + 1 }
  })
}

/** Returns the words of each run by its start; a run that does not consist of known words is left as it is. */
export const findSpacedWords = (
  text: string,
  toPlain: (token: string) => string,
): ReadonlyMap<number, { end: number; words: SpacedWord[] }> => {
  const runs = new Map<number, { end: number; words: SpacedWord[] }>()
  if (!MAY_BE_SPACED.test(text)) return runs
  for (const { 0: run, index } of text.matchAll(SPACED_OUT)) {
    const words: SpacedWord[] = []
    for (const word of splitAtWideGaps(run, index)) {
      const split = splitKnown(word, run, index, toPlain)
      if (split.length === 0) {
        words.length = 0
        break
      }
      words.push(...split)
    }
    if (words.some(({ text: { length } }) => length > 2)) runs.set(index, { end: index + run.length, words })
  }
  return runs
}
