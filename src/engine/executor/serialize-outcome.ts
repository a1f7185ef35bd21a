/** Serializes the output and the state that an execution ends with, once, in the executor thread. */
import { isShared, readText, type Text } from '../../platform/shared-text.js'
import { divideState } from '../../store/threads/state-members.js'
import type {
  GraphOutcome,
  JournalEntries,
  PostedOutcome,
  PostedState,
  ThreadState,
} from '../threads/executor-protocol.js'
import type { ThreadValues } from './thread-values.js'

export const serializeOutcome = (
  outcome: GraphOutcome,
  values: ThreadValues,
  share: (text: string) => Text,
): PostedOutcome => {
  switch (outcome.status) {
    case 'completed': {
      const { output, state, ...rest } = outcome
      const text = toJson(output)
      const version = text === null ? undefined : values.add(text)
      return {
        ...rest,
        output: { text: text === null ? null : share(text), length: text?.length ?? 0, version },
        state:
          state && referToState(state, state.values === output ? text : toJson(state.values), values, share),
      }
    }
    case 'failed': {
      const { state, ...rest } = outcome
      return { ...rest, state: state && referToState(state, toJson(state.values), values, share) }
    }
    case 'inspected':
      return { ...outcome, result: serializeInspected(outcome, share) }
    default:
      return outcome
  }
}

/** A state that is the output of the run is stored once: the version of its text exists already. */
const referToState = (
  state: ThreadState,
  text: string | null,
  values: ThreadValues,
  share: (text: string) => Text,
): PostedState => {
  const version = text === null ? undefined : values.add(text)
  return version === undefined
    ? serializeState(state, text, share)
    : { ...serializeState(state, null, share), reference: { ...divideState(state.values), version } }
}

/** A large state is posted as the text of the response. */
const serializeInspected = (
  { kind, result }: Extract<GraphOutcome, { status: 'inspected' }>,
  share: (text: string) => Text,
): unknown => {
  if (kind === 'thread_state') {
    const state = result as ThreadState
    return serializeState(state, toJson(state.values), share)
  }
  if (kind !== 'state' && kind !== 'history') return result
  const text = share(JSON.stringify(result))
  return isShared(text) ? text : result
}

const serializeState = (
  { interrupts, isPaused }: ThreadState,
  values: string | null,
  share: (text: string) => Text,
): PostedState => ({
  values: values === null ? null : share(values),
  interrupts: JSON.stringify(interrupts),
  isPaused,
})

/** A graph of the functional API may return undefined. */
const toJson = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** Replaces large values by texts in shared memory, in the rows themselves: the saver keeps them until they are stored. */
export const shareEntries = (entries: JournalEntries, share: (text: string) => Text): JournalEntries => {
  for (const row of [...entries.values, ...entries.writes, ...entries.threadValues])
    row.value = share(readText(row.value))
  return entries
}

/** The bytes that entries have in shared memory. */
export const countSharedBytes = ({ values, writes, threadValues }: JournalEntries): number =>
  [...values, ...writes, ...threadValues].reduce(
    (bytes, { value }) => bytes + (isShared(value) ? value.byteLength : 0),
    0,
  )
