/** Whether a reply is whole: as long as it should be, not cut off, with all it opened closed again. */
import { codeBlocksIn, withoutCode } from '../text/code-blocks.js'
import { codePointsIn, offsetOfCodePoint } from '../text/code-points.js'
import type { Span } from '../span.js'
import { loneBrackets } from './brackets.js'
import { jsonProblem, looksLikeJson } from './json.js'
import { endsComplete, lastSentence } from './sentence-end.js'

export interface IntegrityConfig {
  /** In code points, like max_length. */
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

export interface IntegrityProblem {
  code: IntegrityCode
  message: string
  span: Span
}

/** What model providers say when a reply ran into its limit of tokens. */
const CUT_OFF: ReadonlySet<string> = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])

export const checkIntegrity = (
  text: string,
  config: IntegrityConfig,
  finishReason?: string,
): IntegrityProblem[] => [
  ...checkLength(text, config),
  ...(config.require_complete_sentences === true ? checkWhole(text, finishReason) : []),
]

const checkLength = (text: string, { min_length, max_length }: IntegrityConfig): IntegrityProblem[] => {
  const length = codePointsIn(text)
  if (min_length !== undefined && length < min_length) {
    const message = `has ${String(length)} characters, fewer than ${String(min_length)}`
    return [problem('too_short', message, 0, text.length)]
  }
  if (max_length !== undefined && length > max_length) {
    const message = `has ${String(length)} characters, more than ${String(max_length)}`
    return [problem('too_long', message, offsetOfCodePoint(text, max_length), text.length)]
  }
  return []
}

const checkWhole = (text: string, finishReason: string | undefined): IntegrityProblem[] => {
  const problems: IntegrityProblem[] = []
  if (finishReason !== undefined && CUT_OFF.has(finishReason.toLowerCase())) {
    problems.push(problem('cut_off', 'ran into the limit of tokens', text.length, text.length))
  }
  return [...problems, ...(looksLikeJson(text) ? checkJson(text) : checkProse(text))]
}

const checkJson = (text: string): IntegrityProblem[] => {
  const reason = jsonProblem(text)
  if (reason === undefined) return []
  return [problem('invalid_json', `begins like JSON and is none: ${reason}`, 0, text.length)]
}

const checkProse = (text: string): IntegrityProblem[] => {
  const blocks = codeBlocksIn(text)
  const last = blocks.at(-1)
  const problems = loneBrackets(withoutCode(text, blocks)).map(({ start, end, label }) =>
    problem('unbalanced_bracket', `${label} has no other half`, start, end),
  )
  if (last?.isClosed === false) {
    problems.push(problem('unclosed_code_block', 'a code block is not closed', last.start, last.end))
    return problems
  }
  const endsWithCode = last !== undefined && text.slice(last.end).trim() === ''
  if (!endsWithCode && !endsComplete(text)) {
    const { start, end } = lastSentence(text)
    problems.push(problem('incomplete_sentence', 'the last sentence has no end', start, end))
  }
  return problems
}

const problem = (code: IntegrityCode, message: string, start: number, end: number): IntegrityProblem => ({
  code,
  message,
  span: { start, end, label: code },
})
