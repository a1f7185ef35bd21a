/**
 * Measures the built-in patterns: recall and precision on synthetic texts with marked spans, and how often they change
 * ordinary text and random numbers.
 */
import { BUILT_IN_NAMES } from '../../src/guardrails/detectors/patterns/built-in-patterns.js'
import { compilePatterns } from '../../src/guardrails/detectors/patterns/compile-patterns.js'
import { findMatches } from '../../src/guardrails/detectors/patterns/find-matches.js'
import { makeOrdinaryTexts } from '../../test/guardrails/ordinary-texts/ordinary-texts.js'
import { makeSlots, type Slots } from '../../test/guardrails/ordinary-texts/slots.js'
import { formatCount } from './format-count.js'
import { readRows } from './labeled-texts.js'
import { toInfoFinding, type Finding } from '../report.js'

interface Sample {
  text: string
  spans: { type: string; start: number; end: number }[]
}

/** Converts the offsets of the samples from code points to UTF-16 code units. */
const toUtf16Offsets = ({ text, spans }: Sample): Sample => {
  const points = Array.from(text)
  const units = (count: number): number => points.slice(0, count).join('').length
  return {
    text,
    spans: spans.map(({ type, start, end }) => ({ type, start: units(start), end: units(end) })),
  }
}

interface Quality {
  marked: number
  found: number
  matched: number
  right: number
}

/** Recall counts marked spans that one match covers completely; precision counts matches that overlap a marked span. */
const measureQuality = (name: string, type: string, samples: readonly Sample[]): Quality => {
  const { set } = compilePatterns({ detect_patterns: [name] })
  const quality = { marked: 0, found: 0, matched: 0, right: 0 }
  for (const { text, spans } of samples) {
    const expectedSpans = spans.filter((span) => span.type === type)
    const matches = findMatches(set, text)
    quality.marked += expectedSpans.length
    quality.found += expectedSpans.filter((span) =>
      matches.some((m) => m.start <= span.start && m.end >= span.end),
    ).length
    quality.matched += matches.length
    quality.right += matches.filter((m) =>
      expectedSpans.some((span) => m.start < span.end && m.end > span.start),
    ).length
  }
  return quality
}

const formatQuality = ({ marked, found, matched, right }: Quality): string =>
  `${formatCount(found, marked)} / ${formatCount(right, matched)}`

const TYPES = {
  credit_card: ['cards', 'CREDIT_CARD', 0.99, 0.96],
  ssn: ['SSN', 'US_SSN', 0, 0.97],
  email: ['e-mail', 'EMAIL_ADDRESS', 0.99, 0],
  iban: ['IBAN', 'IBAN_CODE', 0, 0],
  ip_address: ['IP address', 'IP_ADDRESS', 0, 0],
  phone: ['phone', 'PHONE_NUMBER', 0, 0],
} as const

const measureLabeledTexts = (): Finding[] => {
  const samples = readRows<Sample>('pii/presidio_synth_v2.jsonl').map(toUtf16Offsets)
  return Object.entries(TYPES).map(([name, [title, type, minRecall, minPrecision]]) => {
    const quality = measureQuality(name, type, samples)
    const label = `${title}: recall / precision`
    const measured = formatQuality(quality)
    if (minRecall === 0 && minPrecision === 0) return toInfoFinding(label, measured)
    return {
      label,
      measured,
      target: `≥ ${minRecall === 0 ? '–' : String(minRecall)} / ${minPrecision === 0 ? '–' : String(minPrecision)}`,
      isMet: quality.found / quality.marked >= minRecall && quality.right / quality.matched >= minPrecision,
    }
  })
}

const countChanged = (texts: readonly string[]): number => {
  const { set } = compilePatterns({ detect_patterns: [...BUILT_IN_NAMES] })
  return texts.filter((text) => findMatches(set, text).length > 0).length
}

const RANDOM_NUMBERS: Record<string, (slots: Slots) => string> = {
  'rows of 20 integers below 10,000': (s) => s.list(20, () => s.int(0, 9_999)).join(' '),
  'rows of 20 integers of any size': (s) => s.list(20, () => s.int(0, 10 ** s.int(1, 12))).join(' '),
  'rows of six floats': (s) => s.list(6, () => s.float(0, 1000, 3)).join(' '),
  'three ISO timestamps': (s) => s.list(3, () => s.isoTime().slice(0, 19).replace('T', ' ')).join(' '),
  '"order" and 16 digits': (s) => `order ${s.digits(16)}`,
  '16 digits alone': (s) => s.digits(16),
}
const RANDOM_TEXTS = 10_000

/** All built-in patterns together. */
const measureFalseAlarms = (): Finding[] => {
  const ordinary = makeOrdinaryTexts().map(({ text }) => text)
  const changed = countChanged(ordinary)
  const slots = makeSlots(42)
  return [
    {
      label: 'all patterns: ordinary texts changed',
      measured: formatCount(changed, ordinary.length),
      target: '≤ 0.1 %',
      isMet: changed <= ordinary.length / 1_000,
    },
    ...Object.entries(RANDOM_NUMBERS).map(([label, make]) =>
      toInfoFinding(
        `all patterns: ${label} changed`,
        formatCount(countChanged(slots.list(RANDOM_TEXTS, () => make(slots))), RANDOM_TEXTS),
      ),
    ),
  ]
}

export const measurePatterns = (): { withTarget: Finding[]; informational: Finding[] } => {
  const findings = [...measureLabeledTexts(), ...measureFalseAlarms()]
  return {
    withTarget: findings.filter(({ target }) => target !== undefined),
    informational: findings.filter(({ target }) => target === undefined),
  }
}
