import { type CategoryScore, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { hasTag, type Sentence, toSpan } from './sentences.js'

const DIRECT: readonly [RegExp, number][] = [
  [
    /\b(fuck|screw|damn) (you|u|off|yourself)\b|\bgo fuck yourself\b|\bgo to hell\b|\bshut (the fuck |the hell )?up\b|\bstfu\b/,
    0.65,
  ],
  [
    /\b(kill|hang|neck|off) yourself\b|\bkys\b|\b(go|just) die\b|\byou (should|deserve to|need to|must|will) (\w+ )?die\b/,
    0.85,
  ],
  [
    /\b(nobody|no one) (likes|loves|cares about|wants|would miss) you\b|\b(everyone|everybody|we all) hates? you\b|\bi hate you\b|\byou make me sick\b/,
    0.65,
  ],
  [
    /\b(ill|i will|im going to|gonna|we will|were going to) (\w+ ){0,2}(find|get|hurt|kill|destroy|ruin|beat|end|hunt) (you|your)\b|\bwatch your back\b|\bi know where you live\b/,
    0.8,
  ],
  [/\byou(re)? (\w+ ){0,2}(waste of|piece of|excuse for|good for nothing|sack of)\b/, 0.7],
]

/** Insults and threats against the reader or another person. */
export const scoreHarassment = (sentences: readonly Sentence[]): CategoryScore => {
  const evidence = makeEvidence('harassment')
  for (const sentence of sentences) {
    const { tokens, joined } = sentence
    const isSecondPerson = hasTag(sentence, TAG.secondPerson)
    const isReported =
      hasTag(sentence, TAG.saying) &&
      (tokens.some(({ isQuoted }) => isQuoted) || hasTag(sentence, TAG.rejecting))
    const reportedFactor = isReported ? 0.35 : 1
    if (isSecondPerson || hasTag(sentence, TAG.swearing)) {
      for (const [pattern, weight] of DIRECT) {
        const match = pattern.exec(joined)
        if (match) evidence.add(weight * reportedFactor, toSpan(sentence, match.index, match[0].length))
      }
    }
    if (!hasTag(sentence, TAG.insult)) continue
    const isNegated = hasTag(sentence, TAG.negation)
    const targetPattern = /\b(you|youre|ur|u|your|hes|shes|he is|she is|they are|theyre) (\w+ ){0,4}$/
    let offset = 0
    for (const token of tokens) {
      const before = joined.slice(Math.max(0, offset - 60), offset)
      offset += token.text.length + 1
      if (!hasTag(token, TAG.insult)) continue
      const isDirect =
        targetPattern.test(before) && !/^(how|what|why|do|did|can|could|would|is|are)\b/.test(joined)
      // "You are not stupid" is the opposite of an insult.
      if (/\b(not|never|isnt|arent|wasnt|werent) (a |an |so |that |very |really )?$/.test(before)) continue
      const weight = isDirect ? 0.5 : isSecondPerson ? 0.15 : 0.06
      evidence.add(
        weight * reportedFactor * (isNegated ? 0.5 : 1) * (hasTag(sentence, TAG.swearing) ? 1.3 : 1),
        token,
      )
    }
  }
  return evidence.toScore()
}
