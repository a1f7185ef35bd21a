import type { DetectorKind, Span } from '../span.js'
import { type TokenizedText, tokenize } from '../text/tokenize.js'
import { EVERYDAY_PACKS } from './everyday-packs.js'
import { BUSINESS_PACKS, type TopicPack } from './business-packs.js'
import { makeExampleSimilarity } from './example-similarity.js'
import { isAboutAssistant, isSmallTalk } from './small-talk.js'
import { toContentWords, makeTermIndex, toTermStems, type TermIndex } from './terms.js'

export interface TopicSettings {
  /** If empty, everything that is not blocked is allowed. */
  allowed: readonly string[]
  blocked: readonly string[]
  /** Additional words of the operator, by topic. */
  keywords?: Readonly<Record<string, readonly string[]>>
  /** Example messages, by topic. */
  examples?: Readonly<Record<string, readonly string[]>>
}

export interface TopicVerdict {
  blocked?: { topic: string; score: number; spans: Span[] }
  isAllowed: boolean
  /** How much the text is about the allowed topics, 0 to 1. Small talk has a low score but is allowed. */
  score: number
  detector: DetectorKind
}

export interface TopicChecker {
  /** `tokenized` can be passed if the caller already has it. */
  check: (text: string, words?: TokenizedText) => TopicVerdict
}

/** A text is about a topic if its score is at least this. */
export const ABOUT_THRESHOLD = 0.5

const LABEL_WEIGHT = 0.85
const KEYWORD_WEIGHT = 0.8
const STRONG_WEIGHT = 0.7
const WEAK_WEIGHT = 0.3
const LABEL_WORD_WEIGHT = 0.5
const BASE_SCORE = 0.1
/** One strong word of an allowed topic passes, even beside a strong word of another subject. */
const RIVAL_WEIGHT = 0.33

const PACKS: readonly TopicPack[] = [...BUSINESS_PACKS, ...EVERYDAY_PACKS]
const splitList = (text: string): string[] => text.split(/,\s*/)

// In "medical advice" the subject is "medical".
const NOT_A_SUBJECT = new Set(
  splitList(
    'advice, information, question, topic, content, discussion, related, general, help, service, issue, matter, other',
  ).map((word) => toTermStems(word).join(' ')),
)

const addPack = (index: TermIndex, subject: string, pack: TopicPack): void => {
  for (const term of splitList(pack.weak)) index.add(subject, term, WEAK_WEIGHT)
  for (const term of splitList(pack.strong)) index.add(subject, term, STRONG_WEIGHT)
}

const packNames = PACKS.map((pack) => splitList(pack.names).map((name) => toTermStems(name).join(' ')))

/** Finds the packs that a label names: by the whole label, or else by its single words. */
const findPacks = (label: string): number[] => {
  const stems = toTermStems(label.replaceAll('_', ' '))
  const subject = stems.filter((stem) => !NOT_A_SUBJECT.has(stem))
  const findPacksNamed = (name: string): number[] =>
    packNames.flatMap((names, at) => (names.includes(name) ? [at] : []))
  for (const name of [stems.join(' '), subject.join(' ')]) {
    const packs = findPacksNamed(name)
    if (packs.length > 0) return packs
  }
  return [...new Set(subject.flatMap(findPacksNamed))]
}

const findRelated = (at: number): number[] =>
  splitList(PACKS[at]?.related ?? '').flatMap((name) => (name === '' ? [] : findPacks(name)))

const addTopic = (index: TermIndex, name: string, keywords: readonly string[]): void => {
  for (const at of findPacks(name)) {
    const pack = PACKS[at]
    if (pack) addPack(index, name, pack)
  }
  const label = name.replaceAll('_', ' ')
  for (const stem of toTermStems(label))
    if (!NOT_A_SUBJECT.has(stem)) index.add(name, stem, LABEL_WORD_WEIGHT)
  index.add(name, label, LABEL_WEIGHT)
  for (const word of keywords) index.add(name, word, KEYWORD_WEIGHT)
}

const toStems = (text: string): string[] => toContentWords(tokenize(text).words).map(({ stem }) => stem)

/** A lexical check of the topic of a text. Blocked topics are checked first, then allowed ones. */
export const makeTopicChecker = (settings: TopicSettings): TopicChecker => {
  const { allowed, blocked, keywords, examples } = settings
  const index = makeTermIndex()
  for (const name of new Set([...allowed, ...blocked])) addTopic(index, name, keywords?.[name] ?? [])
  const similarityByTopic = new Map(
    Object.entries(examples ?? {}).map(([name, texts]) => [name, makeExampleSimilarity(texts.map(toStems))]),
  )
  const allowedPacks = new Set(allowed.flatMap(findPacks).flatMap((at) => [at, ...findRelated(at)]))
  const otherSubjects = PACKS.flatMap((pack, at) =>
    allowedPacks.has(at) ? [] : [{ pack, subject: `\nrival ${at.toString()}` }],
  )
  if (allowed.length > 0) for (const { pack, subject } of otherSubjects) addPack(index, subject, pack)

  return {
    check: (text, { words } = tokenize(text)) => {
      const content = toContentWords(words)
      const matches = index.match(content)
      const getEvidence = (name: string): number => {
        const similarity = similarityByTopic.get(name)?.(content.map(({ stem }) => stem)) ?? 0
        return 1 - (1 - (matches.get(name)?.evidence ?? 0)) * (1 - 0.9 * similarity)
      }
      const doubt = allowed.reduce((product, name) => product * (1 - getEvidence(name)), 1)
      const otherEvidence = otherSubjects.reduce(
        (most, { subject }) => Math.max(most, matches.get(subject)?.evidence ?? 0),
        0,
      )
      // A word of another subject is evidence against an allowed topic, but never outweighs clear words for it.
      const allowedScore =
        (1 - doubt) * (1 - RIVAL_WEIGHT * otherEvidence) * (1 - BASE_SCORE) + BASE_SCORE * (1 - otherEvidence)
      const score = allowed.length === 0 ? 1 : allowedScore
      const detector: DetectorKind = examples === undefined ? 'lexical' : 'statistical'
      let strongestBlocked: TopicVerdict['blocked']
      for (const name of blocked) {
        const evidence = getEvidence(name)
        if (evidence < ABOUT_THRESHOLD || evidence <= (strongestBlocked?.score ?? 0)) continue
        const spans = (matches.get(name)?.hits ?? []).map((hit) => ({ ...hit, label: name }))
        strongestBlocked = { topic: name, score: evidence, spans }
      }
      if (strongestBlocked) return { blocked: strongestBlocked, isAllowed: false, score, detector }
      const passes = isSmallTalk(words) || (otherEvidence < ABOUT_THRESHOLD && isAboutAssistant(words))
      return { isAllowed: score >= ABOUT_THRESHOLD || passes, score, detector }
    },
  }
}
