import type { TokenizedText } from '../text/tokenize.js'
import { isAlwaysPeople, isFilth, resolveWord, TAG } from './lexicon.js'

export interface Token {
  text: string
  tags: number
  start: number
  end: number
  isQuoted: boolean
}

export interface Sentence {
  tokens: Token[]
  /** The words joined by single spaces, for phrase patterns. */
  joined: string
  /** The union of the tags of its tokens. */
  tags: number
}

export const hasTag = (tagged: { tags: number }, tag: number): boolean => (tagged.tags & tag) !== 0

/** An adjective such as "black" names a group only before a word for people. */
const markGroups = (tokens: Token[]): void => {
  tokens.forEach((token, at) => {
    if (!hasTag(token, TAG.groupAdjective) && !hasTag(token, TAG.group)) return
    const next = tokens[at + 1]
    const isBeforePeople = next !== undefined && (hasTag(next, TAG.people) || isFilth(next.text))
    const isAdjective = hasTag(token, TAG.groupAdjective) && !token.text.endsWith('s')
    if (isBeforePeople || isAlwaysPeople(token.text)) token.tags |= TAG.group
    else if (isAdjective) token.tags &= ~TAG.group
  })
}

const toSentence = (tokens: Token[]): Sentence => {
  markGroups(tokens)
  return {
    tokens,
    joined: tokens.map(({ text }) => text).join(' '),
    tags: tokens.reduce((combined, token) => combined | token.tags, 0),
  }
}

/** A sentence without punctuation is cut at this length; the rules only relate words that are close together. */
const MAX_TOKENS = 60

export const splitSentences = ({ words }: TokenizedText): Sentence[] => {
  const sentences: Sentence[] = []
  let tokens: Token[] = []
  for (const word of words) {
    if ((word.startsSentence || tokens.length >= MAX_TOKENS) && tokens.length > 0) {
      sentences.push(toSentence(tokens))
      tokens = []
    }
    for (const { text, tags } of resolveWord(word.text, word.plain))
      tokens.push({ text, tags, start: word.start, end: word.end, isQuoted: word.isQuoted })
  }
  if (tokens.length > 0) sentences.push(toSentence(tokens))
  return sentences
}

/** Returns the part of the original text that a match in `joined` covers. */
export const toSpan = (
  { tokens }: Sentence,
  from: number,
  length: number,
): { start: number; end: number } => {
  let at = 0
  let start = 0
  let end = 0
  let isOpen = false
  for (const token of tokens) {
    if (at + token.text.length > from && !isOpen) [start, isOpen] = [token.start, true]
    if (at < from + length) end = token.end
    at += token.text.length + 1
  }
  return { start, end }
}
