/** Converts what a graph has thrown to the error of its run. */
import { findModelFailure } from '../models/model-failure.js'
import type { RunFailure } from '../threads/executor-protocol.js'
import { StateTooLargeError } from './state-size.js'

/**
 * Where an error was thrown, for the log. The stack has no message, because a message may contain text that guardrails remove.
 */
export const toFailureOrigin = (
  error: unknown,
  nodes: { findThrower: (error: unknown) => string | undefined } | undefined,
): { node?: string; stack?: string } => {
  const { stack } = (error ?? {}) as { stack?: unknown }
  const lines = typeof stack === 'string' ? stack.split('\n').filter((line) => STACK_LINE.test(line)) : []
  const node = nodes?.findThrower(error)
  return { ...(node !== undefined && { node }), ...(lines.length > 0 && { stack: lines.join('\n') }) }
}

/** Returns why a graph ended with an error, or undefined if its execution was stopped from outside. */
export const findFailureCause = (error: unknown, signal: AbortSignal): { cause: unknown } | undefined => {
  if (!signal.aborted) return { cause: error }
  return signal.reason instanceof StateTooLargeError ? { cause: signal.reason } : undefined
}

const STACK_LINE = /^\s+at /

/** The codes of errors that Heddle throws itself, or that toThrownError has found. */
const THROWN_CODES = [
  'model_not_configured',
  'model_unavailable',
  'model_auth_failed',
  'model_not_found',
  'model_rate_limited',
  'guardrail_blocked',
  'state_too_large',
] as const satisfies RunFailure['code'][]

const isThrownCode = (code: unknown): code is (typeof THROWN_CODES)[number] =>
  (THROWN_CODES as readonly unknown[]).includes(code)

/** Converts a thrown error to the error of a run. The engine adds further codes of its own. */
export const toRunFailure = (error: unknown): RunFailure => {
  const { message, code, lc_error_code } = (error ?? {}) as Partial<
    Record<'message' | 'code' | 'lc_error_code', unknown>
  >
  const text = typeof message === 'string' && message !== '' ? message : String(error)
  if (lc_error_code === 'GRAPH_RECURSION_LIMIT') return { code: 'recursion_limit_exceeded', message: text }
  const modelFailure = findModelFailure(error)
  if (modelFailure !== undefined) return { message: text, ...modelFailure }
  if (isThrownCode(code)) return { code, message: text }
  return { code: 'graph_error', message: text }
}
