/** The input of a scorer and the score that it returns. */
import type { JsonObject } from '../../schema/common.js'
import type { Outcome } from '../../schema/guardrail.js'

export interface ToolCall {
  name: string
  arguments: JsonObject
}

/** One run of one example. */
export interface ScorerInput {
  input: JsonObject | null
  output: JsonObject | null
  /** The output as text: see `toOutputText`. */
  text: string
  expected: JsonObject | null
  run: {
    latency_ms: number
    usage: { input_tokens: number; output_tokens: number; total_tokens: number; model: string } | null
    cost: number | null
    tool_calls: readonly ToolCall[]
    guardrail_outcome: Outcome | null
    error: { code: string; message: string } | null
  }
}

export interface Score {
  /** 0 to 1; null if the output could not be scored, which is not the same as a score of 0. */
  score: number | null
  passed: boolean | null
  explanation: string
  /** The measured value, if it says more than the score. */
  raw?: unknown
}

export type Scorer = (scorerInput: ScorerInput) => Score

/** `response` if it is a string, otherwise the whole output as JSON. */
export const toOutputText = (output: JsonObject | null): string => {
  if (output === null) return ''
  const { response } = output
  return typeof response === 'string' ? response : JSON.stringify(output)
}

export const passOrFail = (passed: boolean, explanation: string, raw?: unknown): Score => ({
  score: passed ? 1 : 0,
  passed,
  explanation,
  ...(raw === undefined ? {} : { raw }),
})

export const unscored = (explanation: string): Score => ({ score: null, passed: null, explanation })

const MAX_QUOTE_LENGTH = 120

/** Explanations are shown in tables and stored with every result, so they quote only the beginning. */
export const quote = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shortened =
    text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : text
  return typeof value === 'string' ? `"${shortened}"` : shortened
}
