import { type Finding, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { has, type Sentence, spanOfMatch } from './sentences.js'

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

/** Insults and threats against the one who is spoken to, or against one person. */
export const scoreHarassment = (sentences: readonly Sentence[]): Finding => {
  const evidence = makeEvidence('harassment')
  for (const sentence of sentences) {
    const { tokens, joined } = sentence
    const isToYou = has(sentence, TAG.second)
    const isReported =
      has(sentence, TAG.saying) && (tokens.some(({ isQuoted }) => isQuoted) || has(sentence, TAG.rejecting))
    const lowered = isReported ? 0.35 : 1
    if (isToYou || has(sentence, TAG.swearing)) {
      for (const [pattern, weight] of DIRECT) {
        const match = pattern.exec(joined)
        if (match) evidence.add(weight * lowered, spanOfMatch(sentence, match.index, match[0].length))
      }
    }
    if (!has(sentence, TAG.insult)) continue
    const isNegated = has(sentence, TAG.negation)
    const isAtSomebody = /\b(you|youre|ur|u|your|hes|shes|he is|she is|they are|theyre) (\w+ ){0,4}$/
    let from = 0
    for (const token of tokens) {
      const before = joined.slice(Math.max(0, from - 60), from)
      from += token.text.length + 1
      if (!has(token, TAG.insult)) continue
      const isDirect =
        isAtSomebody.test(before) && !/^(how|what|why|do|did|can|could|would|is|are)\b/.test(joined)
      const weight = isDirect ? 0.5 : isToYou ? 0.15 : 0.06
      evidence.add(weight * lowered * (isNegated ? 0.5 : 1) * (has(sentence, TAG.swearing) ? 1.3 : 1), token)
    }
  }
  return evidence.finding()
}
