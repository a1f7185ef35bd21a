/**
 * Finds the matches of all phrase rules in one pass over the words. A rule is tried only at the words that it can start with:
 * searching 1 KB for each of the patterns takes five times as long.
 */
import { computeOnce } from '../compute-once.js'
import { listFirstWords } from '../text/first-words.js'
import { PHRASE_RULES } from './phrases.js'

export interface PhraseMatch {
  start: number
  end: number
}

/** Words joined by spaces, and where each of them starts. */
export interface WordPositions {
  joined: string
  words: readonly string[]
  starts: readonly number[]
}

/** More matches of the same rule add hardly any evidence. */
const MAX_MATCHES = 3

interface RuleIndex {
  /** The indexes of the rules that can start with the word. */
  rulesByWord: ReadonlyMap<string, readonly number[]>
  /** The pattern of each rule, for matches at a given offset; undefined if its first words are unknown. */
  anchored: readonly (RegExp | undefined)[]
}

const getIndex = computeOnce((): RuleIndex => {
  const rulesByWord = new Map<string, number[]>()
  const anchored = PHRASE_RULES.map(({ pattern }, rule) => {
    const firstWords = listFirstWords(pattern.source)
    for (const word of new Set(firstWords)) rulesByWord.set(word, [...(rulesByWord.get(word) ?? []), rule])
    return firstWords && new RegExp(pattern.source, 'y')
  })
  return { rulesByWord, anchored }
})

const searchAll = (joined: string, pattern: RegExp): PhraseMatch[] => {
  const matches: PhraseMatch[] = []
  for (const { 0: text, index } of joined.matchAll(pattern)) {
    matches.push({ start: index, end: index + text.length })
    if (matches.length === MAX_MATCHES) break
  }
  return matches
}

const ONLY_LETTERS = /^\w*$/

/** Most rules have none, so they share one array. */
const NO_MATCHES: readonly PhraseMatch[] = []

/** Returns the first matches of each rule, which do not overlap. */
export const findPhrases = ({ joined, words, starts }: WordPositions): (readonly PhraseMatch[])[] => {
  const { rulesByWord, anchored } = getIndex()
  const found = PHRASE_RULES.map(({ pattern }, rule) =>
    anchored[rule] === undefined ? searchAll(joined, pattern) : NO_MATCHES,
  )
  const tryAt = (word: string, offset: number): void => {
    const rules = rulesByWord.get(word)
    if (rules === undefined) return
    for (const rule of rules) {
      const [pattern, matches] = [anchored[rule], found[rule]]
      if (!pattern || !matches || matches.length === MAX_MATCHES) continue
      if (offset < (matches.at(-1)?.end ?? 0)) continue
      pattern.lastIndex = offset
      if (pattern.test(joined)) found[rule] = [...matches, { start: offset, end: pattern.lastIndex }]
    }
  }
  words.forEach((word, at) => {
    const start = starts[at] ?? 0
    if (ONLY_LETTERS.test(word)) tryAt(word, start)
    // "pre*ignore": signs inside a word are boundaries as well.
    else for (const { 0: part, index } of word.matchAll(/\w+/g)) tryAt(part, start + index)
  })
  return found
}
