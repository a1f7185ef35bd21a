/** What a scorer is given, and what it says. */
import type { JsonObject } from '../../schema/common.js'
import type { Outcome } from '../../schema/guardrail.js'

export interface ToolCall {
  name: string
  arguments: JsonObject
}

/** What became of an example. */
export interface ScorerInput {
  input: JsonObject | null
  output: JsonObject | null
  /** The answer: see `answerOf`. */
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
  /** 0 to 1. Null: it could not be scored, which is not the same as badly. */
  score: number | null
  passed: boolean | null
  explanation: string
  /** What it was measured as, where that says more. */
  raw?: unknown
}

export type Scorer = (scorerInput: ScorerInput) => Score

/** `response` where that is a text, else the output as JSON. */
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

/** Explanations are read in tables and kept with every result, so they quote the beginning only. */
export const quote = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shortened =
    text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}…` : text
  return typeof value === 'string' ? `"${shortened}"` : shortened
}
