/** Executes a graph with guardrails: checks the input before it starts and the output after it ended. */
import { toObservation } from '../../../guardrails/detectors/anomaly/observation.js'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphOutcome } from '../../threads/executor-protocol.js'
import type { EventBuffer } from '../event-buffer.js'
import { finishRedirectedRun } from '../langgraph/redirected-run.js'
import { executeGraph } from '../execute-graph.js'
import { toFailureOrigin, toRunFailure } from '../run-failure.js'
import { toGraphConfig, type GraphExecution } from '../run-graph.js'
import { guardInput } from './guard-input.js'
import { writeRedirectReply } from './redirect.js'
import type { RunGuard } from './run-guard.js'
import { scrubOutcome } from './scrub-outcome.js'

type GuardedExecution = GraphExecution & { guard: RunGuard }

export const runGuardedGraph = async (
  execution: GuardedExecution,
  eventBuffer: EventBuffer,
): Promise<GraphOutcome> => {
  const { guard } = execution
  guard.isFinalNode = execution.isFinalNode
  const { start, redirectReply, replacements } = await guardInput(guard, execution.start)
  guard.recordScrubbedInput()
  eventBuffer.releaseWithInput(replacements)
  // The blocked input is marked as processed, so that the next run of the thread does not pick it up again.
  if (guard.blocked !== undefined) eventBuffer.addCheckpoint({}, true)
  const outcome = await runOrRedirect({ ...execution, start }, redirectReply)
  return scrubOutcome(guard.scrubber, outcome)
}

const runOrRedirect = async (
  execution: GuardedExecution,
  redirectReply: string | undefined,
): Promise<GraphOutcome> => {
  const { observer, start, guard, nodes } = execution
  try {
    guard.throwIfBlocked()
    if (redirectReply !== undefined) {
      const config = toGraphConfig(start)
      const output = await writeRedirectReply({ ...execution, config }, redirectReply)
      if (start.kwargs !== null) return await finishRedirectedRun(execution, start.kwargs, config)
      return { status: 'completed', output, usage: null }
    }
    const outcome = await executeGraph(execution)
    if (outcome.status === 'aborted') return outcome
    guard.throwIfBlocked()
    if (outcome.status !== 'completed') return outcome
    const output = await checkFinalOutput(outcome.output, guard)
    guard.throwIfBlocked()
    return { ...outcome, output, ...toObservationField(output, guard) }
  } catch (error) {
    return {
      status: 'failed',
      error: toRunFailure(error),
      ...toFailureOrigin(error, nodes),
      usage: observer.usage,
    }
  }
}

/** Usually this text was already checked when the model produced it, but a graph may compose its output at the end. */
const checkFinalOutput = async (output: unknown, guard: RunGuard): Promise<unknown> => {
  const response = getResponseText(output)
  if (typeof response !== 'string' || response === '') return output
  const checkedResponse = await guard.checkOutput(response, { isFinalOutput: true })
  const [unreviewed] = guard.takePendingReviews()
  // The output was composed after the last node ended, so no node is left that could interrupt for a review.
  if (unreviewed !== undefined)
    guard.block(
      unreviewed.guardrail,
      'output',
      `${unreviewed.reason}, and no node is left that could wait for a review`,
    )
  return typeof output === 'string'
    ? checkedResponse
    : { ...(output as JsonObject), response: checkedResponse }
}

/** A graph of the functional API may return a text instead of an object. */
const getResponseText = (output: unknown): unknown =>
  typeof output === 'string' ? output : (output as { response?: unknown } | null | undefined)?.response

const toObservationField = (output: unknown, guard: RunGuard): Pick<GraphOutcome, 'observation'> => {
  const response = getResponseText(output)
  return guard.hasAnomalyRules && typeof response === 'string' ? { observation: toObservation(response) } : {}
}
