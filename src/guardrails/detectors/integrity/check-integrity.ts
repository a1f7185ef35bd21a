/** Checks whether an output is complete: its length, its last sentence, and its brackets, code blocks or JSON. */
import { findCodeBlocks, blankOutCode } from '../text/code-blocks.js'
import { countCodePoints, getCodePointOffset } from '../text/code-points.js'
import type { Span } from '../span.js'
import { findUnbalancedBrackets } from './brackets.js'
import { getJsonError, looksLikeJson } from './json.js'
import { endsWithCompleteSentence, findLastSentence } from './sentence-end.js'

export interface IntegrityConfig {
  /** In code points, like `max_length`. */
  min_length?: number
  max_length?: number
  require_complete_sentences?: boolean
}

export type IntegrityCode =
  | 'too_short'
  | 'too_long'
  | 'cut_off'
  | 'incomplete_sentence'
  | 'unclosed_code_block'
  | 'unbalanced_bracket'
  | 'invalid_json'

export interface IntegrityFinding {
  code: IntegrityCode
  message: string
  span: Span
}

/** Finish reasons of model providers for an output that reached the token limit. */
const CUT_OFF_REASONS: ReadonlySet<string> = new Set([
  'length',
  'max_tokens',
  'max_output_tokens',
  'model_length',
])

export const checkIntegrity = (
  text: string,
  config: IntegrityConfig,
  finishReason?: string,
): IntegrityFinding[] => [
  ...checkLength(text, config),
  ...(config.require_complete_sentences === true ? checkCompleteness(text, finishReason) : []),
]

const checkLength = (text: string, { min_length, max_length }: IntegrityConfig): IntegrityFinding[] => {
  const length = countCodePoints(text)
  if (min_length !== undefined && length < min_length) {
    const message = `has ${String(length)} characters, fewer than ${String(min_length)}`
    return [toFinding('too_short', message, 0, text.length)]
  }
  if (max_length !== undefined && length > max_length) {
    const message = `has ${String(length)} characters, more than ${String(max_length)}`
    return [toFinding('too_long', message, getCodePointOffset(text, max_length), text.length)]
  }
  return []
}

const checkCompleteness = (text: string, finishReason: string | undefined): IntegrityFinding[] => {
  const findings: IntegrityFinding[] = []
  if (finishReason !== undefined && CUT_OFF_REASONS.has(finishReason.toLowerCase())) {
    findings.push(toFinding('cut_off', 'was cut off at the token limit', text.length, text.length))
  }
  return [...findings, ...(looksLikeJson(text) ? checkJson(text) : checkProse(text))]
}

const checkJson = (text: string): IntegrityFinding[] => {
  const reason = getJsonError(text)
  if (reason === undefined) return []
  return [toFinding('invalid_json', `starts like JSON but is not valid JSON: ${reason}`, 0, text.length)]
}

const checkProse = (text: string): IntegrityFinding[] => {
  const blocks = findCodeBlocks(text)
  const last = blocks.at(-1)
  const findings = findUnbalancedBrackets(blankOutCode(text, blocks)).map(({ start, end, label }) =>
    toFinding('unbalanced_bracket', `unbalanced bracket ${label}`, start, end),
  )
  if (last?.isClosed === false) {
    findings.push(toFinding('unclosed_code_block', 'a code block is not closed', last.start, last.end))
    return findings
  }
  const endsWithCode = last !== undefined && text.slice(last.end).trim() === ''
  if (!endsWithCode && !endsWithCompleteSentence(text)) {
    const { start, end } = findLastSentence(text)
    findings.push(toFinding('incomplete_sentence', 'the last sentence is incomplete', start, end))
  }
  return findings
}

const toFinding = (code: IntegrityCode, message: string, start: number, end: number): IntegrityFinding => ({
  code,
  message,
  span: { start, end, label: code },
})
