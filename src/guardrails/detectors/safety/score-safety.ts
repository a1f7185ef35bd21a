import { type TokenizedText, tokenize } from '../text/tokenize.js'
import type { CategoryScore } from './evidence.js'
import { scoreHarassment } from './harassment.js'
import { scoreHate } from './hate.js'
import { scoreSelfHarm } from './self-harm.js'
import { splitSentences } from './sentences.js'
import { scoreSexual } from './sexual.js'
import { scoreViolence } from './violence.js'

export type SafetyCategory = 'hate_speech' | 'violence' | 'self_harm' | 'harassment' | 'sexual'

/**
 * Lexical scores of English text, 0 to 1: 0.5 is a sane threshold, 0.8 a strict one (few false alarms).
 * Of a very long text only both ends are looked at (see fold.ts). What needs understanding is missed: irony, allusion,
 * other languages. Words may be given by a caller that has them already.
 */
export const scoreSafety = (
  text: string,
  tokenized: TokenizedText = tokenize(text),
): Record<SafetyCategory, CategoryScore> => {
  const sentences = splitSentences(tokenized)
  return {
    hate_speech: scoreHate(sentences),
    violence: scoreViolence(sentences),
    self_harm: scoreSelfHarm(sentences),
    harassment: scoreHarassment(sentences),
    sexual: scoreSexual(sentences),
  }
}
