/** Measures the time of the checks in one thread, after a warm-up. */
import { detectAnomaly, METRICS } from '../../src/guardrails/detectors/anomaly/detect-anomaly.js'
import { toObservation } from '../../src/guardrails/detectors/anomaly/observation.js'
import { compileGuardrails } from '../../src/guardrails/rules/compile-guardrails.js'
import { BUILT_IN_NAMES } from '../../src/guardrails/detectors/patterns/built-in-patterns.js'
import { compilePatterns } from '../../src/guardrails/detectors/patterns/compile-patterns.js'
import { findMatches } from '../../src/guardrails/detectors/patterns/find-matches.js'
import { makeStreamRedactor } from '../../src/guardrails/detectors/patterns/stream-redactor.js'
import type { GuardrailDefinition } from '../../src/schema/guardrail.js'
import { measureMs, quantile } from './statistics.js'
import { readModelReplies } from './replies.js'
import { toInfoFinding, type Finding } from '../report.js'

const DEFINITIONS: GuardrailDefinition[] = [
  { type: 'topic_restriction', config: { allowed: ['banking', 'credit cards'], blocked: ['politics'] } },
  { type: 'output_filter', config: { detect_patterns: [...BUILT_IN_NAMES], block_patterns: ['top secret'] } },
  { type: 'content_safety', config: { categories: ['hate_speech', 'violence', 'self_harm', 'harassment', 'sexual', 'profanity'] } },
  { type: 'prompt_injection', config: {} },
  { type: 'output_integrity', config: { max_length: 100_000, require_complete_sentences: true } },
  { type: 'disclaimer_required', config: { text: 'This answer was written by a machine; please check it before you act on it.' } },
  { type: 'human_review', config: { for_amounts_over: 1_000 } },
].map((each) => ({ ...each, name: each.type }) as GuardrailDefinition) // prettier-ignore

const KILOBYTE = 1_024
const ROUNDS = 3_000
const CHUNK = 4

const splitIntoKilobytes = (texts: readonly string[]): string[] => {
  const all = texts.join('\n')
  return Array.from({ length: Math.floor(all.length / KILOBYTE) }, (_, index) =>
    all.slice(index * KILOBYTE, (index + 1) * KILOBYTE),
  )
}

interface Times {
  /** Wall-clock times. */
  runs: number[]
  /** CPU times of all threads of this process: they exclude other load on the machine, and include the helper threads of V8. */
  processor: number[]
}

const measureTimes = (texts: readonly string[], check: (text: string) => unknown): Times => {
  for (let round = 0; round < 2_000; round++) check(texts[round % texts.length]!)
  const times: Times = { runs: [], processor: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    times.runs.push(measureMs(() => check(texts[round % texts.length]!)))
    const { user, system } = process.cpuUsage(before)
    times.processor.push((user + system) / 1_000)
  }
  return times
}

const formatP99 = ({ runs, processor }: Times): string =>
  `${quantile(runs, 0.99).toFixed(2)} ms; ${quantile(processor, 0.99).toFixed(2)} ms`

export const measureSpeed = (): { withTarget: Finding[]; informational: Finding[] } => {
  const texts = splitIntoKilobytes(readModelReplies())
  const { rules } = compileGuardrails(DEFINITIONS)
  const window = texts.slice(0, 200).map(toObservation)
  const anomaly = (text: string): unknown =>
    detectAnomaly(toObservation(text), window, { metrics: METRICS, sigmas: 2, baseline_window: 100 })
  const times = measureTimes(texts, (text) => [
    ...rules.map((rule) => rule.check(text, { stage: 'output' })),
    anomaly(text),
  ])
  const checks = [
    ...rules.map((rule) => ({
      name: rule.name,
      check: (text: string) => rule.check(text, { stage: 'output' }),
    })),
    { name: 'anomaly_detection', check: anomaly },
  ]
  const medians = checks.map(
    ({ name, check }) => `${name} ${quantile(measureTimes(texts, check).runs, 0.5).toFixed(2)}`,
  )
  return {
    withTarget: [
      {
        label:
          'eight types on a 1 KB text: p99 of the time on a quiet machine; p99 of the CPU time of all threads (anomalies against 100 replies)',
        measured: `${formatP99(times)}; median ${quantile(times.runs, 0.5).toFixed(2)} ms`,
        target: '< 5 ms',
        isMet: quantile(times.runs, 0.99) < 5,
      },
    ],
    informational: [
      toInfoFinding('… medians in ms', medians.join(', ')),
      toInfoFinding(
        `a stream of 1 KB in chunks of ${String(CHUNK)} characters, all built-in patterns, the same`,
        measureStream(texts),
      ),
      toInfoFinding('1 MB of digits and the pattern \\d, whole / as a stream', measureHostileText()),
    ],
  }
}

const pushAll = (redactor: ReturnType<typeof makeStreamRedactor>, text: string): void => {
  for (let at = 0; at < text.length; at += CHUNK) redactor.push(text.slice(at, at + CHUNK))
  redactor.end()
}

const measureStream = (texts: readonly string[]): string => {
  const { set } = compilePatterns({ detect_patterns: [...BUILT_IN_NAMES] })
  return formatP99(measureTimes(texts, (text) => pushAll(makeStreamRedactor(set), text)))
}

const measureHostileText = (): string => {
  const { set } = compilePatterns({ detect_patterns: [{ digit: String.raw`\d` }] })
  const text = '1234567890'.repeat(104_858)
  const whole = measureMs(() => findMatches(set, text))
  const stream = measureMs(() => pushAll(makeStreamRedactor(set), text))
  return `${(whole / 1_000).toFixed(1)} s / ${(stream / 1_000).toFixed(1)} s`
}
