/** Span IDs that the main thread and an executor thread derive from the same names. */
import { deriveSpanId } from '../platform/telemetry/trace-context.js'

/** Calls of models and tools belong to one execution: the next one repeats them. */
export const toTraceScope = (runId: string, fence: number): string => `${runId} ${String(fence)}`

export const toNodeSpanId = (runId: string, taskId: string): string => deriveSpanId(runId, taskId)

export const toCallSpanId = (scope: string, callId: string): string => deriveSpanId(scope, callId)

/** Models may use the same ID for calls in different steps. */
export const toToolSpanId = (scope: string, taskId: string | null, toolCallId: string): string =>
  deriveSpanId(scope, taskId ?? '', toolCallId)
