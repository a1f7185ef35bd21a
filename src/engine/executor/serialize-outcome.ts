/** Serializes the output and the state that an execution ends with, once, in the executor thread. */
import type { LongText } from '../../platform/joined-text.js'
import { isShared, readText, type OutputText, type ShareText } from '../../platform/shared-text.js'
import { divideMembers, divideState, type StateMembers } from '../../store/threads/state-members.js'
import type {
  GraphOutcome,
  JournalEntries,
  PostedOutcome,
  PostedState,
  ThreadState,
} from '../threads/executor-protocol.js'
import { SerializedValues } from './serialized-values.js'
import type { ThreadValues } from './thread-values.js'

export const serializeOutcome = (
  outcome: GraphOutcome,
  values: ThreadValues,
  share: ShareText,
): PostedOutcome => {
  switch (outcome.status) {
    case 'completed': {
      const { output, state, ...rest } = outcome
      const text = toJson(output)
      const version = text === null ? undefined : values.add(text)
      return {
        ...rest,
        output: { text: shareOutput(text, version, values, share), length: text?.length ?? 0, version },
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

/** A version of the output is the latest one of the thread. */
const shareOutput = (
  text: LongText | null,
  version: string | undefined,
  values: ThreadValues,
  share: ShareText,
): OutputText | null => {
  if (text === null) return null
  return (version === undefined ? undefined : values.shareLatest(share)) ?? share(text)
}

/** A state that is the output of the run is stored once: the version of its text exists already. */
const referToState = (
  state: ThreadState,
  text: LongText | null,
  values: ThreadValues,
  share: ShareText,
): PostedState => {
  const version = text === null ? undefined : values.add(text)
  return version === undefined
    ? serializeState(state, text, share)
    : { ...serializeState(state, null, share), reference: { ...toMembers(state.values), version } }
}

const toMembers = (values: unknown): StateMembers =>
  values instanceof SerializedValues ? divideMembers(values.members) : divideState(values)

/** A large state is posted as the text of the response. */
const serializeInspected = (
  { kind, result }: Extract<GraphOutcome, { status: 'inspected' }>,
  share: ShareText,
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
  values: LongText | null,
  share: ShareText,
): PostedState => ({
  values: values === null ? null : share(values),
  interrupts: JSON.stringify(interrupts),
  isPaused,
})

/** A graph of the functional API may return undefined. */
const toJson = (value: unknown): LongText | null => {
  if (value instanceof SerializedValues) return value.toText()
  return value === undefined ? null : JSON.stringify(value)
}

/** Replaces large values by texts in shared memory, in the rows themselves: the saver keeps them until they are stored. */
export const shareEntries = (entries: JournalEntries, share: ShareText): JournalEntries => {
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
