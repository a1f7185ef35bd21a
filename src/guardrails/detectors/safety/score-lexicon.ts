/** The scores of the word lists, without the classifiers. Training combines both. */
import { getReadings, type Reading } from '../text/readings.js'
import { MAX_SPANS, type CategoryScore } from './evidence.js'
import { scoreHarassment } from './harassment.js'
import { scoreHate } from './hate.js'
import { scoreProfanity } from './profanity.js'
import { scoreSelfHarm } from './self-harm.js'
import { splitSentences } from './sentences.js'
import { scoreSexual } from './sexual.js'
import { scoreViolence } from './violence.js'

export type SafetyCategory = 'hate_speech' | 'violence' | 'self_harm' | 'harassment' | 'sexual' | 'profanity'
export type SafetyScores = Record<SafetyCategory, CategoryScore>

export const scoreReadingByLexicon = ({ tokenized }: Reading): SafetyScores => {
  const sentences = splitSentences(tokenized)
  return {
    hate_speech: scoreHate(sentences),
    violence: scoreViolence(sentences),
    self_harm: scoreSelfHarm(sentences),
    harassment: scoreHarassment(sentences),
    sexual: scoreSexual(sentences),
    profanity: scoreProfanity(tokenized.words),
  }
}

/** The score of a category is the highest of all readings of the text. */
export const combineReadings = (text: string, score: (reading: Reading) => SafetyScores): SafetyScores => {
  const combined: SafetyScores = {
    hate_speech: { score: 0, spans: [] },
    violence: { score: 0, spans: [] },
    self_harm: { score: 0, spans: [] },
    harassment: { score: 0, spans: [] },
    sexual: { score: 0, spans: [] },
    profanity: { score: 0, spans: [] },
  }
  for (const reading of getReadings(text)) {
    const scores = score(reading)
    for (const category of Object.keys(combined) as SafetyCategory[]) {
      const total = combined[category]
      const { score: partScore, spans, isClassified = false } = scores[category]
      if (partScore > total.score) Object.assign(total, { score: partScore, isClassified })
      for (const { start, end, label } of spans)
        if (total.spans.length < MAX_SPANS) total.spans.push({ ...reading.toSourceRange(start, end), label })
    }
  }
  return combined
}

export const scoreSafetyLexicon = (text: string): SafetyScores => combineReadings(text, scoreReadingByLexicon)
