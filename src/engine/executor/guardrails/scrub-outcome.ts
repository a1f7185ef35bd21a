/** Scrubs the outcome of an execution. */
import type { GraphOutcome, ThreadState } from '../../threads/executor-protocol.js'
import { SerializedValues } from '../serialized-values.js'
import type { Scrubber } from './scrub.js'

export const scrubOutcome = (scrubber: Scrubber | undefined, outcome: GraphOutcome): GraphOutcome => {
  if (scrubber === undefined) return outcome
  switch (outcome.status) {
    case 'completed':
      return { ...outcome, output: scrubber.value(toPlain(outcome.output)), ...scrubState(scrubber, outcome) }
    case 'requires_action':
      return { ...outcome, interrupts: scrubber.value(outcome.interrupts) }
    case 'failed':
      return {
        ...outcome,
        error: { ...outcome.error, message: scrubber.text(outcome.error.message) },
        ...scrubState(scrubber, outcome),
      }
    case 'inspected':
      return { ...outcome, result: scrubber.value(outcome.result) }
    case 'aborted':
      return outcome
  }
}

/** The API returns the thread state, so it is scrubbed, too. */
const scrubState = (scrubber: Scrubber, { state }: { state?: ThreadState }): { state?: ThreadState } =>
  state === undefined ? {} : { state: scrubber.value({ ...state, values: toPlain(state.values) }) }

const toPlain = (values: unknown): unknown => (values instanceof SerializedValues ? values.toPlain() : values)
