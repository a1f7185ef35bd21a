/** Serializes the output and the state that an execution ends with, once, in the executor thread. */
import type { GraphOutcome, PostedOutcome, PostedState, ThreadState } from '../threads/executor-protocol.js'
import type { ThreadValues } from './thread-values.js'

export const serializeOutcome = (outcome: GraphOutcome, values: ThreadValues): PostedOutcome => {
  switch (outcome.status) {
    case 'completed': {
      const { output, state, ...rest } = outcome
      const text = toJson(output)
      const isState = state !== undefined && state.values === output
      return {
        ...rest,
        output: { text, version: text === null ? undefined : values.add(text) },
        state: state && serializeState(state, isState ? text : toJson(state.values)),
      }
    }
    case 'failed': {
      const { state, ...rest } = outcome
      return { ...rest, state: state && serializeState(state, toJson(state.values)) }
    }
    default:
      return outcome
  }
}

const serializeState = ({ interrupts, isPaused }: ThreadState, values: string | null): PostedState => ({
  values,
  interrupts: JSON.stringify(interrupts),
  isPaused,
})

/** A graph of the functional API may return undefined. */
const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
