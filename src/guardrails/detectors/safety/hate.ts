import { type Evidence, type CategoryScore, makeEvidence } from './evidence.js'
import { getSlurWeight, TAG } from './lexicon.js'
import { hasTag, type Sentence, toSpan, type Token } from './sentences.js'

/** Phrases that demean, exclude or generalize, where no single word is conspicuous. */
const DEMEANING: readonly [RegExp, number][] = [
  [
    /\b(go|send|sent|going) (\w+ )?back (to|where)|\b(get|getting) (\w+ )?(rid of|out of (our|my|this|the))|\bout of (our|my|this) country\b/,
    0.6,
  ],
  [
    /\b(wipe|wiped|wiping|stamp|stamped) (\w+ ){0,3}(out|off)\b|\bput an end to\b|\bdeath to\b|\bfinal solution\b|\bonly (solution|way)\b|\bonce and for all\b/,
    0.5,
  ],
  [
    /\b(should|must|ought|deserve|need|needs|have|has) (\w+ ){0,3}(die|dead|killed|shot|hanged|executed|burned|suffer|raped|beaten|gone|removed|extinct|sterilised|locked|gassed|drowned|chained|caged|thrown)\b/,
    0.75,
  ],
  [
    /\b(belong|belongs) (\w+ )?(in (a|the)|behind|on a leash|at the bottom)\b|\b(doesnt|dont|do not|not) belong\b/,
    0.55,
  ],
  [
    /\bworth (\w+ )?(nothing|less|shit|absolutely)\b|\bnothing (but|more than)\b|\bless than (human|a|dirt)\b|\bnot (even )?(really )?(human|people)\b|\b(look|pretend to be) human\b/,
    0.5,
  ],
  [
    /\b(never|dont|cannot|cant|not|no one should) (\w+ )?(trust|respect|hire|marry|believe|help|listen|allow|let|save)\b/,
    0.4,
  ],
  [
    /\bno (right|rights|place|business|value|worth|respect|sympathy)\b|\bshould (not|never) (\w+ )?(have|be|get|vote|work|live|exist|marry|allowed)\b|\bshouldnt (\w+ )?(have|be|get|vote|work|live|exist|allowed)\b|\b(dont|do not|doesnt|not) (\w+ )?(deserve|matter|count)\b/,
    0.45,
  ],
  [
    /\ball the same\b|\bcant help (themselves|it)\b|\btypical (of|for)?\b|\b(by|in) (their|its|\w+) nature\b|\b(just|only) natural for\b|\btoo many\b|\bpeople like (you|them|that)\b|\blike you\b/,
    0.3,
  ],
  [
    /\b(ruining|ruin|destroying|destroy|invading|invade|flooding|polluting|taking over|take over|stealing|replacing|infesting|poisoning|leeching|corrupting)\b/,
    0.4,
  ],
  [
    /\b(rather|sooner) (\w+ ){1,6}than\b|\bmake(s)? me (\w+ )?(sick|boil|vomit|puke|angry|mad)\b|\b(sick|tired) of\b|\bcant stand\b|\bpiss(ing|es|ed)? (me|us) off\b|\bgo fuck\b|\bfuck (all|you|the|off|those|these|every)\b/,
    0.45,
  ],
  [
    /\b(control|controls|own|run|rule) (the )?(world|media|banks|hollywood|government|everything)\b|\b(jewish|white|gay) (question|agenda|genocide|replacement|conspiracy)\b|\b(lives|life) (\w+ )?matter less\b|\bmental illness\b/,
    0.45,
  ],
]

const RECLAIMED =
  /\b(proud|pride|reclaim\w*|ourselves|each other|stands for|our word|my (day one|fellow|friends?|bro|bros|people)|we are|identif\w+ as|call(s|ing)? (me|us|myself)|as an? )\b/
const OTHER_MEANING =
  /\b(cigarette|smoke|smoking|feeling|notion|cooked|delicious|canine|dogs?|bundle|armou?r|levee|raccoons?|dutch|cheese|growth|flame|fire retardant|feel queer)\b/

const REPORTED =
  /^(calling|saying|writing|posting|claiming|telling)\b|\b(never said|call out|called out|people (saying|calling|who say|who call)|when you (said|say|call|called|wrote)|you (said|called|say|call)|(he|she|they) (said|called|says|call|calls))\b/
const COMPOUND_SLUR =
  /\b(camel|goat|sand|porch|moon|jungle|dune|mud|trench) (fuckers?|niggers?|monkeys?|coons?|slimes?)\b/

/** A factor below 1 if the sentence quotes, reports or rejects hate speech. */
const getReportedFactor = (sentence: Sentence, isQuotation: boolean): number => {
  const isReported = hasTag(sentence, TAG.saying)
  const isRejected = hasTag(sentence, TAG.rejecting)
  if (isQuotation) return isReported || isRejected ? 0.2 : 0.4
  if (isReported && isRejected) return 0.25
  if (REPORTED.test(sentence.joined)) return 0.35
  if (
    /\b(say|saying|calling|call|claim|claiming|believe|said|write|writing|post|posting) (\w+ ){0,3}(that|all|are|is|you)\b/.test(
      sentence.joined,
    ) &&
    hasTag(sentence, TAG.secondPerson)
  )
    return 0.35
  return isRejected || /\b(your opinion|to you but)\b/.test(sentence.joined) ? 0.4 : 1
}

const isNegated = (tokens: readonly Token[], at: number): boolean => {
  for (let before = at - 1; before >= Math.max(0, at - 5); before--) {
    const token = tokens[before]
    // "No one else is as …" is not a negation.
    if (
      token &&
      hasTag(token, TAG.negation) &&
      token.text !== 'nothing' &&
      tokens[before + 1]?.text !== 'one'
    )
      return true
  }
  return false
}

const TAG_WEIGHTS: readonly [number, number][] = [
  [TAG.dehumanizing, 0.6],
  [TAG.hating, 0.65],
  [TAG.excluding, 0.5],
  [TAG.attacking, 0.55],
  [TAG.derogatory, 0.55],
  [TAG.insult, 0.5],
  [TAG.swearing, 0.4],
  [TAG.violentNoun, 0.2],
]

const COPULA =
  /^(are|is|be|being|been|were|was|am|like|as|called|such|nothing|just|act|behave|treat|treated|smell|look|breed|than|into|of|you|these|those|fucking|dirty|filthy)$/
const MAX_DISTANCE = 2

/** True if a word relates to a group: "… are" is before the word, or hardly anything is between them. */
const isAboutGroup = (tokens: readonly Token[], at: number): boolean => {
  if (!tokens.some((token) => hasTag(token, TAG.group))) return true
  return tokens.some((token, group) => {
    if (!hasTag(token, TAG.group)) return false
    if (Math.abs(group - at) <= MAX_DISTANCE) return true
    return group < at && tokens.slice(group + 1, at).some(({ text }) => COPULA.test(text))
  })
}

/** In "women hate their jobs" the group is the subject. */
const isSubject = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]
  const isGroupBefore = before !== undefined && hasTag(before, TAG.group | TAG.people)
  return isGroupBefore && !tokens.slice(at + 1).some((token) => hasTag(token, TAG.group))
}

const UNRELATED_FACTOR = 0.35

/** Scores what a sentence says about a group, or about "them" after a sentence that names a group. */
const scoreGroupSentence = (sentence: Sentence): number => {
  const { tokens, joined } = sentence
  let doubt = 0.97
  tokens.forEach((token, at) => {
    if (hasTag(token, TAG.group)) return
    const strongest = TAG_WEIGHTS.reduce(
      (most, [tag, value]) => (hasTag(token, tag) ? Math.max(most, value) : most),
      0,
    )
    const isUnrelated =
      (hasTag(token, TAG.dehumanizing) && !isAboutGroup(tokens, at)) ||
      (hasTag(token, TAG.hating | TAG.attacking) && isSubject(tokens, at))
    const weight = strongest * (isUnrelated ? UNRELATED_FACTOR : 1)
    if (weight > 0) doubt *= 1 - (isNegated(tokens, at) ? weight * 0.2 : weight)
    else if (hasTag(token, TAG.praising)) doubt *= isNegated(tokens, at) ? 0.58 : 1.12
  })
  const isPositive = hasTag(sentence, TAG.praising) && !hasTag(sentence, TAG.negation)
  for (const [pattern, weight] of DEMEANING)
    if (pattern.test(joined)) doubt *= 1 - (isPositive ? weight * 0.6 : weight)
  // "must not be attacked": a negated verb of violence defends the group.
  const isPlea =
    /\b(must|should|can|will|would|do) (not|never) (support|tolerate|condone|accept|let|allow|make|stand by)\b|\b(not|never|nobody|no one|stop|dont|against) (\w+ ){0,5}(kill\w*|murder\w*|attack\w*|tortur\w*|hurt\w*|harm\w*|rap(e|ed|ing)|abus\w*|discriminat\w*|any less|inferior)\b/.test(
      joined,
    )
  return Math.max(0, 1 - Math.min(1, doubt)) * (isPlea ? 0.3 : 1)
}

const addSlurs = (evidence: Evidence, sentence: Sentence, reportedFactor: number): void => {
  const { tokens, joined } = sentence
  const isDirected = /\b(like you|cant help (themselves|it)|in this country|behaviou?r)\b/.test(joined)
  for (const token of tokens) {
    if (!hasTag(token, TAG.slur)) continue
    let weight = getSlurWeight(token.text)
    // A mild word is a slur if it is directed at a person.
    if (
      isDirected ||
      /\b(you|bunch of|typical|like you|just|all|those|these|dirty|fucking|stupid|too many|every) (\w+ ){0,2}$/.test(
        joined.slice(0, joined.indexOf(token.text)),
      )
    ) {
      weight += 0.25 * (1 - weight)
    }
    if (RECLAIMED.test(joined)) weight *= 0.4
    if (OTHER_MEANING.test(joined)) weight *= 0.3
    evidence.add(weight * reportedFactor, token)
  }
}

const NEGATIVE_TAGS =
  TAG.dehumanizing |
  TAG.hating |
  TAG.excluding |
  TAG.attacking |
  TAG.derogatory |
  TAG.insult |
  TAG.swearing |
  TAG.negation |
  TAG.violentNoun

export const scoreHate = (sentences: readonly Sentence[]): CategoryScore => {
  const evidence = makeEvidence('hate_speech')
  let previousNamesGroup = false
  for (const sentence of sentences) {
    const { tokens } = sentence
    const namesGroup = hasTag(sentence, TAG.group) && tokens.some((token) => hasTag(token, TAG.group))
    const isAboutPeople = namesGroup || (previousNamesGroup && hasTag(sentence, TAG.thirdPerson))
    previousNamesGroup = namesGroup
    if (!isAboutPeople && !hasTag(sentence, TAG.swearing | TAG.dehumanizing | TAG.slur)) continue
    const isQuotation = tokens.some(({ isQuoted }) => isQuoted)
    const reportedFactor = getReportedFactor(sentence, isQuotation)
    const compound = hasTag(sentence, TAG.swearing | TAG.dehumanizing | TAG.slur)
      ? COMPOUND_SLUR.exec(sentence.joined)
      : null
    if (compound) evidence.add(0.85 * reportedFactor, toSpan(sentence, compound.index, compound[0].length))
    if (hasTag(sentence, TAG.slur)) addSlurs(evidence, sentence, reportedFactor)
    if (isAboutPeople) {
      const isLoaded =
        hasTag(sentence, NEGATIVE_TAGS) || DEMEANING.some(([pattern]) => pattern.test(sentence.joined))
      const weight = isLoaded ? scoreGroupSentence(sentence) : hasTag(sentence, TAG.praising) ? 0 : 0.03
      const isQuestion =
        /^(why|what|how|who|when|where|which) (is|are|was|were|do|does|did|can|cant|should)\b/.test(
          sentence.joined,
        )
      const span = toSpan(sentence, 0, sentence.joined.length)
      evidence.add(
        weight *
          reportedFactor *
          (namesGroup ? 1 : 0.85) *
          (isQuestion && !hasTag(sentence, TAG.hating | TAG.attacking | TAG.dehumanizing) ? 0.6 : 1),
        span,
      )
    }
  }
  return evidence.toScore()
}
