import type { DetectorKind, Span } from '../span.js'
import { type Words, wordsOf } from '../text/tokenize.js'
import { LIFE_PACKS } from './everyday-packs.js'
import { BUSINESS_PACKS, type Pack } from './business-packs.js'
import { makeNearestExample } from './example-similarity.js'
import { isAboutAssistant, isSmallTalk } from './small-talk.js'
import { contentWords, makeTermIndex, stemsOfTerm, type TermIndex } from './terms.js'

export interface TopicSettings {
  /** None: whatever is not blocked is allowed. */
  allowed: readonly string[]
  blocked: readonly string[]
  /** Words of the operator's own, by topic. */
  keywords?: Readonly<Record<string, readonly string[]>>
  /** Messages of the kind that belongs to a topic. */
  examples?: Readonly<Record<string, readonly string[]>>
}

export interface TopicVerdict {
  blocked?: { topic: string; score: number; spans: Span[] }
  isAllowed: boolean
  /** How much the text is about the allowed topics, 0 to 1. Small talk scores low and passes all the same. */
  score: number
  detector: DetectorKind
}

export interface Topics {
  /** Words may be given by a caller that has them already. */
  check: (text: string, words?: Words) => TopicVerdict
}

/** A text is taken to be about a topic from here on. */
export const ABOUT = 0.5

const LABEL = 0.85
const KEYWORD = 0.8
const STRONG = 0.7
const WEAK = 0.3
const WORD_OF_LABEL = 0.5
const NO_EVIDENCE = 0.1

const PACKS: readonly Pack[] = [...BUSINESS_PACKS, ...LIFE_PACKS]
const listOf = (text: string): string[] => text.split(/,\s*/)

// In "medical advice" the subject is "medical".
const NOT_A_SUBJECT = new Set(
  listOf(
    'advice, information, question, topic, content, discussion, related, general, help, service, issue, matter, other',
  ).map((word) => stemsOfTerm(word).join(' ')),
)

const addPack = (index: TermIndex, subject: string, pack: Pack): void => {
  for (const term of listOf(pack.weak)) index.add(subject, term, WEAK)
  for (const term of listOf(pack.strong)) index.add(subject, term, STRONG)
}

const packNames = PACKS.map((pack) => listOf(pack.names).map((name) => stemsOfTerm(name).join(' ')))

/** Packs that a label names: the whole label first, its single words only if that finds none. */
const packsOf = (label: string): number[] => {
  const stems = stemsOfTerm(label.replaceAll('_', ' '))
  const subject = stems.filter((stem) => !NOT_A_SUBJECT.has(stem))
  const naming = (name: string): number[] =>
    packNames.flatMap((names, at) => (names.includes(name) ? [at] : []))
  for (const name of [stems.join(' '), subject.join(' ')]) {
    const found = naming(name)
    if (found.length > 0) return found
  }
  return [...new Set(subject.flatMap(naming))]
}

const addTopic = (index: TermIndex, name: string, keywords: readonly string[]): void => {
  for (const at of packsOf(name)) {
    const pack = PACKS[at]
    if (pack) addPack(index, name, pack)
  }
  const label = name.replaceAll('_', ' ')
  for (const stem of stemsOfTerm(label)) if (!NOT_A_SUBJECT.has(stem)) index.add(name, stem, WORD_OF_LABEL)
  index.add(name, label, LABEL)
  for (const word of keywords) index.add(name, word, KEYWORD)
}

const stemsOfText = (text: string): string[] => contentWords(wordsOf(text).words).map(({ stem }) => stem)

/** A lexical check of what a text is about; blocked topics come first, then allowed ones. */
export const makeTopics = (settings: TopicSettings): Topics => {
  const { allowed, blocked, keywords, examples } = settings
  const index = makeTermIndex()
  for (const name of new Set([...allowed, ...blocked])) addTopic(index, name, keywords?.[name] ?? [])
  const nearest = new Map(
    Object.entries(examples ?? {}).map(([name, texts]) => [name, makeNearestExample(texts.map(stemsOfText))]),
  )
  const ownPacks = new Set(allowed.flatMap(packsOf))
  const rivals = PACKS.flatMap((pack, at) =>
    ownPacks.has(at) ? [] : [{ pack, subject: `\nrival ${at.toString()}` }],
  )
  if (allowed.length > 0) for (const { pack, subject } of rivals) addPack(index, subject, pack)

  return {
    check: (text, { words } = wordsOf(text)) => {
      const content = contentWords(words)
      const matches = index.match(content)
      const evidenceOf = (name: string): number => {
        const likeness = nearest.get(name)?.(content.map(({ stem }) => stem)) ?? 0
        return 1 - (1 - (matches.get(name)?.evidence ?? 0)) * (1 - 0.9 * likeness)
      }
      const doubt = allowed.reduce((product, name) => product * (1 - evidenceOf(name)), 1)
      const rival = rivals.reduce(
        (most, { subject }) => Math.max(most, matches.get(subject)?.evidence ?? 0),
        0,
      )
      // A word of another subject speaks against an allowed one, but never outweighs clear words for it.
      const about = (1 - doubt) * (1 - 0.45 * rival) * (1 - NO_EVIDENCE) + NO_EVIDENCE * (1 - rival)
      const score = allowed.length === 0 ? 1 : about
      const detector: DetectorKind = examples === undefined ? 'lexical' : 'statistical'
      let worst: TopicVerdict['blocked']
      for (const name of blocked) {
        const evidence = evidenceOf(name)
        if (evidence < ABOUT || evidence <= (worst?.score ?? 0)) continue
        const spans = (matches.get(name)?.hits ?? []).map((hit) => ({ ...hit, label: name }))
        worst = { topic: name, score: evidence, spans }
      }
      if (worst) return { blocked: worst, isAllowed: false, score, detector }
      const passes = isSmallTalk(words) || (rival < ABOUT && isAboutAssistant(words))
      return { isAllowed: score >= ABOUT || passes, score, detector }
    },
  }
}
