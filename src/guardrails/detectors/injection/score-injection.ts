import type { Span } from '../span.js'
import { LOOKED_AT_PER_END, type Word, type Words, wordsOf } from '../text/tokenize.js'
import { OVERRIDE_ELSEWHERE } from './non-english-overrides.js'
import { ORDERS, PHRASE_RULES } from './phrases.js'
import { encodedRuns, fakeTurns, hiddenTags, STRUCTURE_RULES } from './structure.js'

export interface InjectionFinding {
  /** 0 to 1; 0.5 is the threshold it is measured at. */
  score: number
  spans: Span[]
  /** Kinds of attack that were seen, strongest first. */
  reasons: string[]
}

interface Sign {
  weight: number
  reason: string
  start: number
  end: number
}

const MOST_SPANS = 100
/** A second sign of the same kind says little that the first did not. */
const REPEATED = 0.3

interface JoinedWords {
  joined: string
  spanOf: (from: number, to: number) => { start: number; end: number }
}

const joinWords = (words: readonly Word[]): JoinedWords => {
  const starts: number[] = []
  const parts: string[] = []
  let length = 0
  for (const word of words) {
    const text = (word.startsSentence && length > 0 ? '. ' : '') + word.plain.replaceAll("'", '')
    starts.push(length)
    parts.push(text)
    length += text.length + 1
  }
  const wordAt = (offset: number): Word | undefined => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return words[low]
  }
  return {
    joined: parts.join(' '),
    spanOf: (from, to) => ({ start: wordAt(from)?.start ?? 0, end: wordAt(to - 1)?.end ?? 0 }),
  }
}

const phraseSigns = ({ joined, spanOf }: JoinedWords): Sign[] => {
  const signs: Sign[] = []
  for (const { reason, weight, pattern } of PHRASE_RULES) {
    let left = 3
    for (const match of joined.matchAll(pattern)) {
      signs.push({ reason, weight, ...spanOf(match.index, match.index + match[0].length) })
      if (--left === 0) break
    }
  }
  return signs
}

const structureSigns = (text: string, { folded, invisible }: Words): Sign[] => {
  const signs: Sign[] = []
  for (const { reason, weight, pattern } of STRUCTURE_RULES) {
    let left = 3
    for (const match of folded.text.matchAll(pattern)) {
      signs.push({ reason, weight, ...folded.spanOf(match.index, match.index + match[0].length) })
      if (--left === 0) break
    }
  }
  const head = text.slice(0, LOOKED_AT_PER_END)
  const hidden = hiddenTags(head)
  if (hidden) signs.push({ reason: 'hidden characters', weight: 0.85, ...hidden })
  else if (invisible >= 4) signs.push({ reason: 'hidden characters', weight: 0.35, start: 0, end: 0 })
  const isAnnounced = /\b(base ?64|decode|hex|encoded|cipher|rot ?13)\b/.test(folded.text.slice(0, 4_096))
  for (const run of encodedRuns(head).slice(0, 3)) {
    signs.push({ reason: 'encoded orders', weight: isAnnounced ? 0.55 : 0.3, ...run })
  }
  for (const pattern of OVERRIDE_ELSEWHERE) {
    const match = pattern.exec(head)
    if (match)
      signs.push({ reason: 'override', weight: 0.75, start: match.index, end: match.index + match[0].length })
  }
  const turns = fakeTurns(folded.text)
  if (turns >= 2)
    signs.push({ reason: 'made-up turns', weight: Math.min(0.6, 0.2 + 0.08 * turns), start: 0, end: 0 })
  return signs
}

/** A script for a model gives order after order; counted per text, since questions hold one or two. */
const ordersSign = (joined: string, others: readonly Sign[]): Sign | undefined => {
  const orders = joined.slice(0, 8_192).match(ORDERS)?.length ?? 0
  if (orders < 3) return undefined
  // People give orders in stories and advice too; only next to two other signs do they count in full.
  const isScript = new Set(others.map(({ reason }) => reason)).size >= 2
  return {
    reason: 'many orders',
    weight: Math.min(0.4, 0.05 * orders) * (isScript ? 1 : 0.4),
    start: 0,
    end: 0,
  }
}

const combine = (signs: readonly Sign[]): { score: number; reasons: string[] } => {
  const strongest = new Map<string, number>()
  let doubt = 1
  for (const { reason, weight } of [...signs].sort((a, b) => b.weight - a.weight)) {
    doubt *= 1 - weight * (strongest.has(reason) ? REPEATED : 1)
    if (!strongest.has(reason)) strongest.set(reason, weight)
  }
  return { score: 1 - doubt, reasons: [...strongest.keys()] }
}

/** Lexical: attacks that persuade without any of the usual moves are not seen. Of a long text both ends are looked at. */
export const scoreInjection = (text: string, words: Words = wordsOf(text)): InjectionFinding => {
  const joined = joinWords(words.words)
  const signs = [...phraseSigns(joined), ...structureSigns(text, words)]
  const orders = ordersSign(joined.joined, signs)
  if (orders) signs.push(orders)
  const spans = signs
    .filter(({ start, end }) => end > start)
    .map(({ start, end, reason }) => ({ start, end, label: reason }))
    .sort((a, b) => a.start - b.start)
  return { ...combine(signs), spans: spans.slice(0, MOST_SPANS) }
}
