import { getReadings, type Reading } from '../text/readings.js'
import { MAX_SPANS, type CategoryScore } from './evidence.js'
import { scoreHarassment } from './harassment.js'
import { scoreHate } from './hate.js'
import { scoreSelfHarm } from './self-harm.js'
import { splitSentences } from './sentences.js'
import { scoreSexual } from './sexual.js'
import { scoreViolence } from './violence.js'

export type SafetyCategory = 'hate_speech' | 'violence' | 'self_harm' | 'harassment' | 'sexual'
export type SafetyScores = Record<SafetyCategory, CategoryScore>

const scoreReading = ({ tokenized }: Reading): SafetyScores => {
  const sentences = splitSentences(tokenized)
  return {
    hate_speech: scoreHate(sentences),
    violence: scoreViolence(sentences),
    self_harm: scoreSelfHarm(sentences),
    harassment: scoreHarassment(sentences),
    sexual: scoreSexual(sentences),
  }
}

/**
 * Scores of a text, 0 to 1: 0.5 is a reasonable threshold, 0.8 has few false alarms. All of the text is read, and what is
 * encoded in it; the score of a category is the highest of all readings.
 */
export const scoreSafety = (text: string): SafetyScores => {
  const combined: SafetyScores = {
    hate_speech: { score: 0, spans: [] },
    violence: { score: 0, spans: [] },
    self_harm: { score: 0, spans: [] },
    harassment: { score: 0, spans: [] },
    sexual: { score: 0, spans: [] },
  }
  for (const reading of getReadings(text)) {
    const scores = scoreReading(reading)
    for (const category of Object.keys(combined) as SafetyCategory[]) {
      const total = combined[category]
      const { score, spans } = scores[category]
      total.score = Math.max(total.score, score)
      for (const { start, end, label } of spans)
        if (total.spans.length < MAX_SPANS) total.spans.push({ ...reading.toSourceRange(start, end), label })
    }
  }
  return combined
}
