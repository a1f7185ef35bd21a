/** Measures recall and precision of the built-in patterns on synthetic texts with marked spans. */
import { createHash } from 'node:crypto'
import { compilePatterns } from '../../src/guardrails/detectors/patterns/compile-patterns.js'
import { findMatches } from '../../src/guardrails/detectors/patterns/find-matches.js'
import { readRows } from './labeled-texts.js'
import { formatShare, toInfoFinding, type Finding } from '../report.js'

interface Sample {
  text: string
  spans: { type: string; start: number; end: number }[]
}

/** True for the half of the samples that was not read while the detectors were written. */
const isHeldOut = ({ text }: Sample): boolean => createHash('sha256').update(text).digest()[31]! % 2 === 1

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
  recall: number
  precision: number
  marked: number
}

/** Recall counts marked spans that one match covers completely; precision counts matches that overlap a marked span. */
const measureQuality = (name: string, type: string, samples: readonly Sample[]): Quality => {
  const { set } = compilePatterns({ detect_patterns: [name] })
  let [marked, found, matched, right] = [0, 0, 0, 0]
  for (const { text, spans } of samples) {
    const expectedSpans = spans.filter((span) => span.type === type)
    const matches = findMatches(set, text)
    marked += expectedSpans.length
    found += expectedSpans.filter((span) =>
      matches.some((m) => m.start <= span.start && m.end >= span.end),
    ).length
    matched += matches.length
    right += matches.filter((m) =>
      expectedSpans.some((span) => m.start < span.end && m.end > span.start),
    ).length
  }
  return { recall: found / marked, precision: matched === 0 ? 1 : right / matched, marked }
}

export const measurePatterns = (): { withTarget: Finding[]; informational: Finding[] } => {
  const samples = readRows<Sample>('pii/presidio_synth_v2.jsonl').map(toUtf16Offsets)
  const card = measureQuality('credit_card', 'CREDIT_CARD', samples)
  const ssn = measureQuality('ssn', 'US_SSN', samples)
  const email = measureQuality('email', 'EMAIL_ADDRESS', samples)
  const iban = measureQuality('iban', 'IBAN_CODE', samples)
  const ip = measureQuality('ip_address', 'IP_ADDRESS', samples)
  const phone = measureQuality('phone', 'PHONE_NUMBER', samples)
  const phoneHeldOut = measureQuality('phone', 'PHONE_NUMBER', samples.filter(isHeldOut))
  return {
    withTarget: [
      {
        label: `cards (${String(card.marked)}): recall / precision`,
        measured: `${formatShare(card.recall)} / ${formatShare(card.precision)}`,
        target: '≥ 0.99 / 0.96',
        isMet: card.recall >= 0.99 && card.precision >= 0.96,
      },
      {
        label: `SSN precision (${String(ssn.marked)} marked), e-mail recall (${String(email.marked)})`,
        measured: `${formatShare(ssn.precision)}, ${formatShare(email.recall)}`,
        target: '≥ 0.97, 0.99',
        isMet: ssn.precision >= 0.97 && email.recall >= 0.99,
      },
    ],
    informational: [
      toInfoFinding(
        `phone (${String(phone.marked)}): recall / precision`,
        `${formatShare(phone.recall)} / ${formatShare(phone.precision)}; half not looked at (${String(phoneHeldOut.marked)}): ${formatShare(phoneHeldOut.recall)} / ${formatShare(phoneHeldOut.precision)}`,
      ),
      toInfoFinding(
        `SSN recall, e-mail precision, IBAN recall (${String(iban.marked)}), IP address recall (${String(ip.marked)})`,
        [ssn.recall, email.precision, iban.recall, ip.recall].map(formatShare).join(', '),
      ),
    ],
  }
}
