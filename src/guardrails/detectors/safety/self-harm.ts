import { type CategoryScore, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { hasTag, type Sentence, toSpan } from './sentences.js'
import { DISTRESS_WORDS, FIGURATIVE, NOT_SELF_HARM, SELF_HARM_RULES } from './vocabulary/self-harm.js'

const NEGATION_BEFORE = /\b(not|never|dont|wont|wouldnt|didnt|isnt|arent|cant) (\w+ ){0,2}$/
/** In these phrases the negation is part of the meaning ("don't want to live"); in all others it cancels the phrase. */
const NEGATION_IS_PART = /^(dont|do not|didnt|not|no|cant|life)\b/

/** The author speaks about themselves; studies and news do not. */
const FIRST_PERSON = /\b(i|im|ive|id|ill|me|my|myself)\b/

/** Distress words alone only rank texts: their total score stays below any reasonable threshold. */
const MAX_DISTRESS_SCORE = 0.45

const scoreDistress = (sentences: readonly Sentence[]): number => {
  const isPersonal = sentences.some(({ joined }) => FIRST_PERSON.test(joined))
  const countedWords = new Set<string>()
  let doubt = 1
  for (const sentence of sentences) {
    if (!hasTag(sentence, TAG.distress)) continue
    for (const token of sentence.tokens) {
      if (!hasTag(token, TAG.distress) || countedWords.has(token.text)) continue
      countedWords.add(token.text)
      doubt *= 1 - (DISTRESS_WORDS[token.text] ?? 0) * (isPersonal ? 1 : 0.5)
    }
  }
  return Math.min(MAX_DISTRESS_SCORE, 1 - doubt)
}

export const scoreSelfHarm = (sentences: readonly Sentence[]): CategoryScore => {
  const evidence = makeEvidence('self_harm')
  for (const sentence of sentences) {
    if (!hasTag(sentence, TAG.selfHarm)) continue
    const { joined } = sentence
    const isPersonal =
      /\b(i|im|ive|id|ill|me|my|myself|yourself|you|painless|easiest way|quickest way|fastest way)\b/.test(
        joined,
      )
    const isOtherContext = NOT_SELF_HARM.test(joined)
    const isFigurative = FIGURATIVE.test(joined)
    for (const { pattern, weight } of SELF_HARM_RULES) {
      pattern.lastIndex = 0
      const match = pattern.exec(joined)
      if (!match) continue
      const isNegated = !NEGATION_IS_PART.test(match[0]) && NEGATION_BEFORE.test(joined.slice(0, match.index))
      const factor =
        (isPersonal ? 1 : 0.5) *
        (isOtherContext ? 0.35 : 1) *
        (isFigurative ? 0.4 : 1) *
        (isNegated ? 0.4 : 1)
      evidence.add(weight * factor, toSpan(sentence, match.index, match[0].length))
    }
  }
  const { score, spans } = evidence.toScore()
  const distress = scoreDistress(sentences)
  // Distress adds half its weight to phrases, so that it does not lift a weak phrase above the threshold alone.
  return { score: Math.max(distress, 1 - (1 - score) * (1 - distress / 2)), spans }
}
