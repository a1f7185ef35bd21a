import type { Span } from '../span.js'
import { getReadings, type Reading } from '../text/readings.js'
import type { Word, TokenizedText } from '../text/tokenize.js'
import { findPhrases, type WordPositions } from './match-phrases.js'
import { ORDERS, PHRASE_RULES } from './phrases.js'
import { findEncodedRuns, countFakeTurns, findHiddenTags, STRUCTURE_RULES } from './structure.js'

export interface InjectionFinding {
  /** From 0 to 1; the benchmarks use a threshold of 0.5. */
  score: number
  spans: Span[]
  /** The kinds of attack that were found, strongest first. */
  reasons: string[]
  /** True if the phrases alone would not have found it. */
  isClassified?: boolean
}

interface Signal {
  weight: number
  reason: string
  start: number
  end: number
}

const MAX_SPANS = 100
/** A second signal of the same kind adds little evidence. */
const REPEAT_FACTOR = 0.3

interface JoinedWords extends WordPositions {
  toSourceRange: (from: number, to: number) => { start: number; end: number }
}

const joinWords = (words: readonly Word[]): JoinedWords => {
  const texts = words.map(({ plain }) => (plain.includes("'") ? plain.replaceAll("'", '') : plain))
  let length = 0
  const starts = words.map(({ startsSentence }, at) => {
    const start = length + (startsSentence && at > 0 ? 2 : 0)
    length = start + (texts[at]?.length ?? 0) + 1
    return start
  })
  const joined = texts
    .map((text, at) => (at > 0 && words[at]?.startsSentence === true ? `. ${text}` : text))
    .join(' ')
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
    joined,
    words: texts,
    starts,
    toSourceRange: (from, to) => ({ start: wordAt(from)?.start ?? 0, end: wordAt(to - 1)?.end ?? 0 }),
  }
}

const findPhraseSignals = (words: JoinedWords): Signal[] => {
  const signals: Signal[] = []
  findPhrases(words).forEach((matches, at) => {
    const rule = PHRASE_RULES[at]
    if (rule === undefined) return
    const { reason, weight } = rule
    for (const { start, end } of matches) signals.push({ reason, weight, ...words.toSourceRange(start, end) })
  })
  return signals
}

const findStructureSignals = (text: string, { folded, invisibleCount }: TokenizedText): Signal[] => {
  const signals: Signal[] = []
  for (const { reason, weight, pattern } of STRUCTURE_RULES) {
    let remaining = 3
    for (const match of folded.text.matchAll(pattern)) {
      signals.push({ reason, weight, ...folded.toSourceRange(match.index, match.index + match[0].length) })
      if (--remaining === 0) break
    }
  }
  const hidden = findHiddenTags(text)
  if (hidden) signals.push({ reason: 'hidden characters', weight: 0.85, ...hidden })
  else if (invisibleCount >= 4) signals.push({ reason: 'hidden characters', weight: 0.35, start: 0, end: 0 })
  const mentionsEncoding = /\b(base ?64|decode|hex|encoded|cipher|rot ?13)\b/.test(
    folded.text.slice(0, 4_096),
  )
  for (const run of findEncodedRuns(text).slice(0, 3)) {
    signals.push({ reason: 'encoded orders', weight: mentionsEncoding ? 0.55 : 0.3, ...run })
  }
  const turns = countFakeTurns(folded.text)
  if (turns >= 2)
    signals.push({ reason: 'made-up turns', weight: Math.min(0.6, 0.2 + 0.08 * turns), start: 0, end: 0 })
  return signals
}

/** A script for a model contains many orders, a question only one or two, so they are counted per text. */
const findOrdersSignal = (joined: string, others: readonly Signal[]): Signal | undefined => {
  const orders = joined.slice(0, 8_192).match(ORDERS)?.length ?? 0
  if (orders < 3) return undefined
  // Stories and advice contain orders, too, so they count in full only next to two other kinds of signals.
  const isScript = new Set(others.map(({ reason }) => reason)).size >= 2
  return {
    reason: 'many orders',
    weight: Math.min(0.4, 0.05 * orders) * (isScript ? 1 : 0.4),
    start: 0,
    end: 0,
  }
}

const combineSignals = (signals: readonly Signal[]): { score: number; reasons: string[] } => {
  const strongest = new Map<string, number>()
  let doubt = 1
  for (const { reason, weight } of [...signals].sort((a, b) => b.weight - a.weight)) {
    doubt *= 1 - weight * (strongest.has(reason) ? REPEAT_FACTOR : 1)
    if (!strongest.has(reason)) strongest.set(reason, weight)
  }
  return { score: 1 - doubt, reasons: [...strongest.keys()] }
}

/** An attack that had to be decoded first was hidden on purpose. */
const DECODED_FACTOR = 1.15

/** The score of the phrases and the structure, without the classifier. */
export const scoreReadingByPhrases = ({ text, tokenized, isDecoded }: Reading): InjectionFinding => {
  const joined = joinWords(tokenized.words)
  const signals = [...findPhraseSignals(joined), ...findStructureSignals(text, tokenized)]
  const orders = findOrdersSignal(joined.joined, signals)
  if (orders) signals.push(orders)
  const spans = signals
    .filter(({ start, end }) => end > start)
    .map(({ start, end, reason }) => ({ start, end, label: reason }))
    .sort((a, b) => a.start - b.start)
  const { score, reasons } = combineSignals(signals)
  return { score: Math.min(1, score * (isDecoded ? DECODED_FACTOR : 1)), reasons, spans }
}

/** The score is the highest of all readings of the text. */
export const combineReadings = (
  text: string,
  score: (reading: Reading) => InjectionFinding,
): InjectionFinding => {
  const combined: InjectionFinding = { score: 0, spans: [], reasons: [] }
  for (const reading of getReadings(text)) {
    const finding = score(reading)
    const ordered = finding.score > combined.score ? [finding, combined] : [combined, finding]
    combined.reasons = [...new Set(ordered.flatMap(({ reasons }) => reasons))]
    if (finding.score > combined.score) combined.isClassified = finding.isClassified === true
    combined.score = Math.max(combined.score, finding.score)
    for (const { start, end, label } of finding.spans)
      if (combined.spans.length < MAX_SPANS)
        combined.spans.push({ ...reading.toSourceRange(start, end), label })
  }
  return combined
}

export const scoreInjectionLexicon = (text: string): InjectionFinding =>
  combineReadings(text, scoreReadingByPhrases)
