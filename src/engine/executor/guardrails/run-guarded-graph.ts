/** A graph under guardrails: what it is given is looked at before, what it answers after. */
import { observe } from '../../../guardrails/detectors/anomaly/observation.js'
import type { JsonObject } from '../../../schema/common.js'
import type { Outcome, ThreadState } from '../../threads/executor-protocol.js'
import type { Outbox } from '../event-buffer.js'
import { tellRedirected } from '../langgraph/redirected-run.js'
import { runEither } from '../execute-graph.js'
import { explainFailure, settingsOf, type Execution } from '../run-graph.js'
import { guardInput } from './guard-input.js'
import { redirect } from './redirect.js'
import type { RunGuard } from './run-guard.js'

type Guarded = Execution & { guard: RunGuard }

export const runGuarded = async (execution: Guarded, outbox: Outbox): Promise<Outcome> => {
  const { guard } = execution
  guard.answers = execution.answers
  const { start, redirect: answer, kept } = await guardInput(guard, execution.start)
  outbox.given(kept)
  // It was dealt with, and does not come back with the next run of the thread.
  if (guard.blocked !== undefined) outbox.checkpoint({}, true)
  const outcome = await conclude({ ...execution, start }, answer)
  return cleaned(guard, outcome)
}

const conclude = async (execution: Guarded, answer: string | undefined): Promise<Outcome> => {
  const { observer, start, guard } = execution
  try {
    guard.throwIfBlocked()
    if (answer !== undefined) {
      const config = settingsOf(start)
      const output = await redirect({ ...execution, config }, answer)
      if (start.kwargs !== null) return await tellRedirected(execution, start.kwargs, config)
      return { status: 'completed', output, usage: null }
    }
    const outcome = await runEither(execution)
    if (outcome.status === 'aborted') return outcome
    guard.throwIfBlocked()
    if (outcome.status !== 'completed') return outcome
    const output = await checkOutput(outcome.output, guard)
    guard.throwIfBlocked()
    return { ...outcome, output, ...observed(output, guard) }
  } catch (error) {
    return { status: 'failed', error: explainFailure(error), usage: observer.usage }
  }
}

/** Mostly texts that were looked at when they were written; a graph may put others together at the end. */
const checkOutput = async (output: JsonObject, guard: RunGuard): Promise<JsonObject> => {
  const { response } = output
  if (typeof response !== 'string' || response === '') return output
  const answer = await guard.answer(response, true)
  const [unseen] = guard.takePending()
  // It was put together when the last node had ended; there is no step left in which somebody could look at it.
  if (unseen !== undefined)
    guard.block(unseen.guardrail, 'output', `${unseen.reason}, and no node can wait for a review`)
  return { ...output, response: answer }
}

const observed = ({ response }: JsonObject, guard: RunGuard): Pick<Outcome, 'observation'> =>
  guard.comparesAnswers && typeof response === 'string' ? { observation: observe(response) } : {}

const cleaned = ({ clean }: RunGuard, outcome: Outcome): Outcome => {
  if (clean === undefined) return outcome
  switch (outcome.status) {
    case 'completed':
      return { ...outcome, output: clean.value(outcome.output), ...cleanedState(clean, outcome) }
    case 'requires_action':
      return { ...outcome, interrupts: clean.value(outcome.interrupts) }
    case 'failed':
      return {
        ...outcome,
        error: { ...outcome.error, message: clean.text(outcome.error.message) },
        ...cleanedState(clean, outcome),
      }
    case 'aborted':
    case 'inspected':
      return outcome
  }
}

/** The thread shows it. */
const cleanedState = (
  clean: NonNullable<RunGuard['clean']>,
  { state }: { state?: ThreadState },
): { state?: ThreadState } => (state === undefined ? {} : { state: clean.value(state) })
