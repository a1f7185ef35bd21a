import { compoundOf } from './vader.js'

/** Of longer texts the beginning and the end are looked at, so that the time for a text of any length is bounded. */
const MAX_PART = 10_000
const SENTENCE_END = /[.!?。！？]+\s+|[。！？\n]+/g

/**
 * The mood of a text from −1 to 1: the mean of VADER's compound scores of its sentences. The score of a whole text
 * tends to ±1 the longer it is, whatever its mood.
 */
export const sentimentOf = (text: string): number => {
  const sentences = sentencesOf(endsOf(text))
  if (sentences.length === 0) return 0
  let sum = 0
  for (const sentence of sentences) sum += compoundOf(sentence)
  return Math.round((sum / sentences.length) * 10_000) / 10_000
}

const endsOf = (text: string): string =>
  text.length <= 2 * MAX_PART ? text : `${text.slice(0, MAX_PART)}\n${text.slice(-MAX_PART)}`

/** Marks stay with their sentence: VADER counts exclamation marks. */
const sentencesOf = (text: string): string[] => {
  const sentences: string[] = []
  let start = 0
  for (const end of text.matchAll(SENTENCE_END)) {
    sentences.push(text.slice(start, end.index + end[0].length))
    start = end.index + end[0].length
  }
  sentences.push(text.slice(start))
  return sentences.filter(isSaid)
}

const isSaid = (sentence: string): boolean => sentence.trim() !== ''
