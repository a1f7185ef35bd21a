import { scoreSentence } from './vader.js'

/** Longer texts are cut in the middle, so that the time is bounded. */
const MAX_CHARS_PER_END = 10_000
const SENTENCE_END = /[.!?。！？]+\s+|[。！？\n]+/g

/**
 * The sentiment of a text from −1 to 1: the mean of VADER's compound scores of its sentences. The compound score of a whole
 * text approaches ±1 with its length, so it is not used.
 */
export const scoreSentiment = (text: string): number => {
  const sentences = splitSentences(cutMiddle(text))
  if (sentences.length === 0) return 0
  let sum = 0
  for (const sentence of sentences) sum += scoreSentence(sentence)
  return Math.round((sum / sentences.length) * 10_000) / 10_000
}

const cutMiddle = (text: string): string =>
  text.length <= 2 * MAX_CHARS_PER_END
    ? text
    : `${text.slice(0, MAX_CHARS_PER_END)}\n${text.slice(-MAX_CHARS_PER_END)}`

/** Punctuation stays with its sentence, because VADER counts exclamation marks. */
const splitSentences = (text: string): string[] => {
  const sentences: string[] = []
  let start = 0
  for (const end of text.matchAll(SENTENCE_END)) {
    sentences.push(text.slice(start, end.index + end[0].length))
    start = end.index + end[0].length
  }
  sentences.push(text.slice(start))
  return sentences.filter(isNotBlank)
}

const isNotBlank = (sentence: string): boolean => sentence.trim() !== ''
