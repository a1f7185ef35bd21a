import { type CategoryScore, makeEvidence } from './evidence.js'
import { TAG } from './lexicon.js'
import { hasTag, type Sentence, type Token } from './sentences.js'
import { PAST_QUESTION } from './vocabulary/violence.js'

const INTENT =
  /\b(ill|i will|we will|well all|going to|gonna|want to|wanna|lets|let us|about to|planning to|ready to|i could|i should|we should|have to|love to|like to|time to) (\w+ ){0,3}$/
const DEMAND =
  /\b(should|must|ought|deserve|deserves|need|needs|if only|wish|hope|lets|go and|time to|fight back and|solution) (\w+ ){0,6}$/
const ASKING =
  /\b(how (do|can|could|would|should|to|might|best)|ways? (to|of)|steps|plan (to|for|of)|help me|tips|guide|methods?|instructions|where (can|do) i|what (should|can|could) i|how i (can|could)|tell me how)\b.{0,60}$/

/** News and court reports tell of violence without wishing it. */
const NEWS =
  /\b(police|officials?|officers|ministry|authorities|court|judge|jury|spokes\w+|witnesses|prosecutors|reporters|coroner|mayor) (said|say|says|told|reported|confirmed|sentenced|convicted|charged|arrested)\b/

/** "My boss will kill me if …", "shoot me a message", "I could murder a burger". */
const IDIOM =
  /\b(kill|kills|murder|strangle) me (if|when|for|once|because|again)\b|\bshoot (me|us|you|him|her|them) an? \w+|\b(could|would|might) (kill|murder) (for )?(a|an|some)\b/

/** After a word for a person, these form a compound that is a thing: "child process", "girl group", "man page". */
const THINGS =
  /^(process|processes|thread|threads|task|tasks|node|nodes|class|classes|element|elements|component|components|window|windows|session|sessions|account|accounts|connection|connections|container|containers|job|jobs|page|pages|query|queries|pid|pids|record|records|table|tables|support|seat|seats|bike|room|car|king|bishop|knight|rook|pawn|pawns|queen|piece|pieces)$/

/** True if a person or group follows the verb within four words. */
const hasVictim = (tokens: readonly Token[], at: number): boolean => {
  for (let next = at + 1; next <= Math.min(tokens.length - 1, at + 4); next++) {
    const token = tokens[next]
    if (!token) break
    if (hasTag(token, TAG.person | TAG.group)) return !THINGS.test(tokens[next + 1]?.text ?? '')
    // In "kill time" and "shoot a photo" a thing comes first.
    if (
      !/^(a|an|the|my|your|his|her|their|all|every|those|these|some|this|that|in|of|off|up|down|out|and|one|each|other|with|to|at|dirty|fucking|whole|ex|innocent)$/.test(
        token.text,
      ) &&
      !hasTag(token, TAG.swearing | TAG.derogatory | TAG.groupAdjective)
    )
      return false
  }
  return false
}

const isPassive = (tokens: readonly Token[], at: number): boolean =>
  /(ed|shot|hung|beaten|slain|burnt)$/.test(tokens[at]?.text ?? '') &&
  tokens
    .slice(Math.max(0, at - 3), at)
    .some(({ text }) => /^(be|been|being|was|were|get|gets|got|is|are|had)$/.test(text)) &&
  tokens
    .slice(Math.max(0, at - 8), at)
    .some((token) => hasTag(token, TAG.person | TAG.group | TAG.thirdPerson))

export const scoreViolence = (sentences: readonly Sentence[]): CategoryScore => {
  const evidence = makeEvidence('violence')
  const isFiction = sentences.some((sentence) => hasTag(sentence, TAG.fiction))
  const countedWords = new Set<string>()
  for (const sentence of sentences) {
    if (!hasTag(sentence, TAG.attacking | TAG.graphic | TAG.violentNoun)) continue
    const { tokens, joined } = sentence
    const isHistoryQuestion = PAST_QUESTION.test(joined)
    const contextFactor =
      (isHistoryQuestion ? 0.35 : 1) *
      (IDIOM.test(joined) ? 0.2 : 1) *
      (NEWS.test(joined) ? 0.35 : 1) *
      (isFiction && sentences.length < 4 ? 0.45 : 1)
    let offset = 0
    tokens.forEach((token, at) => {
      const before = joined.slice(Math.max(0, offset - 80), offset)
      offset += token.text.length + 1
      const isNegated = tokens.slice(Math.max(0, at - 4), at).some((other) => hasTag(other, TAG.negation))
      if (hasTag(token, TAG.attacking) && (hasVictim(tokens, at) || isPassive(tokens, at))) {
        const isPhrasal = /\b(hit|cut|kick|burn|crush|attack|hunt) (\w+ )?(up|on|off|out|down|back)\b/.test(
          joined,
        )
        const base = DEMAND.test(before) ? 0.75 : ASKING.test(before) ? 0.7 : INTENT.test(before) ? 0.75 : 0.3
        const mild = hasTag(token, TAG.everyday) ? (isPhrasal ? 0.4 : 0.75) : 1
        evidence.add(base * mild * contextFactor * (isNegated ? 0.3 : 1), token)
      } else if (
        hasTag(token, TAG.graphic | TAG.violentNoun | TAG.attacking) &&
        !countedWords.has(token.text)
      ) {
        countedWords.add(token.text)
        const weight = hasTag(token, TAG.graphic) ? 0.16 : hasTag(token, TAG.everyday) ? 0.03 : 0.1
        evidence.add(weight * contextFactor, token)
      }
    })
    const wish =
      /\b(deserve|deserves|should|must|ought to|hope|wish|going to|will|gonna|want) (\w+ ){0,4}(die|dead|suffer|bleed|be killed|rot in hell|burn in hell)\b/.exec(
        joined,
      )
    if (
      wish &&
      hasTag(sentence, TAG.secondPerson | TAG.thirdPerson | TAG.person | TAG.group) &&
      !/\b(i|im|myself) (\w+ ){0,3}(die|dead)\b/.test(joined)
    ) {
      evidence.add(0.65 * contextFactor, tokens[0])
    }
    if (
      /\b(make|watch|see) (them|him|her|you|those|these|all) (\w+ ){0,3}(suffer|bleed|pay|die|scream|burn)\b/.test(
        joined,
      )
    )
      evidence.add(0.6 * contextFactor, tokens[0])
    if (
      /\b(make|build|making|building|explode|exploding|detonate|plant) (\w+ ){0,2}(bomb|bombs|explosive|explosives|grenade)\b/.test(
        joined,
      )
    )
      evidence.add(0.65 * contextFactor, tokens[0])
    if (
      /\b(commit|committing|get away with|plan|planning) (\w+ ){0,2}(murder|massacre|shooting|terrorism|genocide|arson|assassination)\b/.test(
        joined,
      )
    )
      evidence.add(0.6 * contextFactor, tokens[0])
  }
  return evidence.toScore()
}
