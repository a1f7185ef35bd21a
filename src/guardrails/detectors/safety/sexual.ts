import { type Finding, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { has, type Sentence } from './sentences.js'
import { SEXUAL_WORDS } from './vocabulary/sexual.js'

export const scoreSexual = (sentences: readonly Sentence[]): Finding => {
  const evidence = makeEvidence('sexual')
  const seen = new Set<string>()
  const isClinical = sentences.some((sentence) => has(sentence, TAG.clinical))
  const isYoung = sentences.some((sentence) => has(sentence, TAG.young))
  for (const sentence of sentences) {
    if (!has(sentence, TAG.sexual)) continue
    for (const token of sentence.tokens) {
      if (!has(token, TAG.sexual) || seen.has(token.text)) continue
      seen.add(token.text)
      evidence.add(
        (SEXUAL_WORDS[token.text] ?? 0) * (isClinical ? 0.5 : 1) * (isYoung && !isClinical ? 1.3 : 1),
        token,
      )
    }
  }
  return evidence.finding()
}
