import type { StoredState } from '../store/threads/thread-states.js'
import type { PostedState } from './threads/executor-protocol.js'

/** Returns the columns of a thread that contain its state, where it can be read without the graph. */
export const toStateColumns = ({
  values,
  reference,
  interrupts,
}: PostedState): StoredState & { interrupts: string } => ({
  state_values: reference?.members ?? values,
  state_version: reference?.version ?? null,
  state_omitted: reference?.omitted ?? null,
  interrupts,
})
