import { type CategoryScore, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { hasTag, type Sentence } from './sentences.js'
import { SEXUAL_WORDS } from './vocabulary/sexual.js'

export const scoreSexual = (sentences: readonly Sentence[]): CategoryScore => {
  const evidence = makeEvidence('sexual')
  const countedWords = new Set<string>()
  const isClinical = sentences.some((sentence) => hasTag(sentence, TAG.clinical))
  const isYoung = sentences.some((sentence) => hasTag(sentence, TAG.young))
  for (const sentence of sentences) {
    if (!hasTag(sentence, TAG.sexual)) continue
    for (const token of sentence.tokens) {
      if (!hasTag(token, TAG.sexual) || countedWords.has(token.text)) continue
      countedWords.add(token.text)
      evidence.add(
        (SEXUAL_WORDS[token.text] ?? 0) * (isClinical ? 0.5 : 1) * (isYoung && !isClinical ? 1.3 : 1),
        token,
      )
    }
  }
  return evidence.toScore()
}
