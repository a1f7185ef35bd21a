/** What a `guardrail.triggered` event says: what was found, where and why. It never contains the text itself. */
import type { RunEvent } from '../api/types.ts'
import { numberOf, text } from './event-fields.ts'
import { isAction, STAGES, STAGE_WORDS, type ActionName } from './guardrails.ts'
import { isRecord } from './is-record.ts'

export interface Match {
  label: string
  start: number
  end: number
}

export interface GuardrailFinding {
  guardrail: string
  type: string
  action: ActionName
  category: string
  /** "tool result", for example. */
  stage: string
  score: number | null
  detector: string
  reason: string
  matches: Match[]
}

const toMatches = (spans: unknown): Match[] =>
  Array.isArray(spans)
    ? spans.filter(isRecord).map((span) => ({
        label: text(span['label']) ?? '',
        start: numberOf(span['start']) ?? 0,
        end: numberOf(span['end']) ?? 0,
      }))
    : []

/** Undefined for every other event. */
export const readGuardrailEvent = (event: RunEvent): GuardrailFinding | undefined => {
  if (event.type !== 'guardrail.triggered') return undefined
  const stage = STAGES.find((candidate) => candidate === event['stage'])
  return {
    guardrail: text(event['guardrail']) ?? 'guardrail',
    type: text(event['guardrail_type']) ?? '',
    action: isAction(event['action']) ? event['action'] : 'warn',
    category: text(event['category']) ?? '',
    stage: stage === undefined ? (text(event['stage']) ?? '') : STAGE_WORDS[stage],
    score: numberOf(event['score']) ?? null,
    detector: text(event['detector']) ?? '',
    reason: text(event['reason']) ?? '',
    matches: toMatches(event['spans']),
  }
}

export const describeMatch = ({ label, start, end }: Match): string =>
  `${label.replaceAll('_', ' ')} at characters ${String(start)} to ${String(end)}`

/** One line for lists of events. */
export const describeFinding = (finding: GuardrailFinding): string =>
  [
    `${finding.guardrail}: ${finding.action} in the ${finding.stage}`,
    finding.reason,
    finding.matches.map(describeMatch).join(', '),
    finding.score === null ? '' : `score ${finding.score.toFixed(2)}`,
    finding.detector,
  ]
    .filter((part) => part !== '')
    .join('; ')
