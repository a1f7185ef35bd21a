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
 * Lexical scores of English text, 0 to 1: 0.5 is a reasonable threshold, 0.8 has few false alarms. A very long text is only
 * scanned at both ends (see tokenize.ts). Irony, allusion and other languages are not recognized. `tokenized` can be passed
 * if the caller already has it.
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
