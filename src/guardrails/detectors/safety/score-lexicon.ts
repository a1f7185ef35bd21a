/** The scores of the word lists, without the classifiers. Training combines both. */
import { getReadings, type Reading } from '../text/readings.js'
import type { Word } from '../text/tokenize.js'
import { MAX_SPANS, type CategoryScore } from './evidence.js'
import { scoreHarassment } from './harassment.js'
import { scoreHate } from './hate.js'
import { scoreProfanity } from './profanity.js'
import { scoreSelfHarm } from './self-harm.js'
import { splitSentences, type Sentence } from './sentences.js'
import { scoreSexual } from './sexual.js'
import { scoreViolence } from './violence.js'

export type SafetyCategory = 'hate_speech' | 'violence' | 'self_harm' | 'harassment' | 'sexual' | 'profanity'
export type SafetyScores = Record<SafetyCategory, CategoryScore>

const SCORERS: Record<
  SafetyCategory,
  (sentences: readonly Sentence[], words: readonly Word[]) => CategoryScore
> = {
  hate_speech: scoreHate,
  violence: scoreViolence,
  self_harm: scoreSelfHarm,
  harassment: scoreHarassment,
  sexual: scoreSexual,
  profanity: (_, words) => scoreProfanity(words),
}
export const SAFETY_CATEGORIES = Object.keys(SCORERS) as readonly SafetyCategory[]

const makeEmptyScores = (): SafetyScores => ({
  hate_speech: { score: 0, spans: [] },
  violence: { score: 0, spans: [] },
  self_harm: { score: 0, spans: [] },
  harassment: { score: 0, spans: [] },
  sexual: { score: 0, spans: [] },
  profanity: { score: 0, spans: [] },
})

/** The scores of the other categories are 0. */
export const scoreReadingByLexicon = (
  { tokenized }: Reading,
  categories: readonly SafetyCategory[],
): SafetyScores => {
  const sentences = splitSentences(tokenized)
  const scores = makeEmptyScores()
  for (const category of categories) scores[category] = SCORERS[category](sentences, tokenized.words)
  return scores
}

/** The score of a category is the highest of all readings of the text. */
export const combineReadings = (
  text: string,
  categories: readonly SafetyCategory[],
  score: (reading: Reading, categories: readonly SafetyCategory[]) => SafetyScores,
): SafetyScores => {
  const combined = makeEmptyScores()
  for (const reading of getReadings(text)) {
    const scores = score(reading, categories)
    for (const category of categories) {
      const total = combined[category]
      const { score: partScore, spans, isClassified = false } = scores[category]
      if (partScore > total.score) Object.assign(total, { score: partScore, isClassified })
      for (const { start, end, label } of spans)
        if (total.spans.length < MAX_SPANS) total.spans.push({ ...reading.toSourceRange(start, end), label })
    }
  }
  return combined
}

export const scoreSafetyLexicon = (text: string): SafetyScores =>
  combineReadings(text, SAFETY_CATEGORIES, scoreReadingByLexicon)
