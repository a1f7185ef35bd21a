/** How the checkpoint saver reads and stores the rows of one execution: through the main thread. */
import type { StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { CheckpointQuery } from '../../store/threads/find-checkpoints.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { CheckpointAccess } from './checkpoint-saver.js'
import type { EventBuffer } from './event-buffer.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { Scrubber } from './guardrails/scrub.js'
import { toCheckpointMetadata } from './langgraph/run-input.js'
import type { MessageTracker } from './message-tracker.js'
import type { LargeValueGate } from './large-value-gate.js'
import type { StateSizeLimit } from './state-size.js'
import type { CachedValues } from './value-cache.js'

interface CheckpointAccessDeps {
  eventBuffer: EventBuffer
  messageTracker: MessageTracker
  guard: RunGuard | undefined
  scrubber: Scrubber | undefined
  findCheckpoints: (query: CheckpointQuery) => Promise<StoredCheckpoint[]>
  findValues: NonNullable<CheckpointAccess['findValues']>
  cachedValues: CachedValues
  stateSize: StateSizeLimit
  largeValueGate: LargeValueGate
  /** Resolves when everything that was posted is stored. */
  awaitEntries: () => Promise<void>
  hasRunCode: () => boolean
}

const LARGE_CHARS = 1_000_000

export const makeCheckpointAccess = (
  start: StartRun,
  {
    eventBuffer,
    messageTracker,
    guard,
    scrubber,
    findCheckpoints,
    findValues,
    cachedValues,
    stateSize,
    largeValueGate,
    awaitEntries,
    hasRunCode,
  }: CheckpointAccessDeps,
): CheckpointAccess => {
  // The latest checkpoint was sent along with the run.
  let preloadedCheckpoints = start.checkpoint === null ? [] : [start.checkpoint]
  let isFirst = true
  const gate = start.hasLargeInput === true ? largeValueGate : undefined
  return {
    runId: start.run_id,
    largeValueGate: gate,
    findValues,
    cachedValues,
    stateSize,
    hasRunCode,
    ...toCheckpointMetadata(start),
    ...(scrubber !== undefined && { scrub: scrubber.json }),
    find: async (query) => {
      const isLatest = query.checkpoint_ns === '' && query.checkpoint_id === undefined && query.limit === 1
      if (!isFirst || !isLatest) {
        eventBuffer.flush()
        return findCheckpoints(query)
      }
      isFirst = false
      const checkpoints = preloadedCheckpoints
      preloadedCheckpoints = []
      return checkpoints
    },
    store: (rows, isInputStored) => {
      eventBuffer.addCheckpoint(rows, isInputStored)
      const hasLargeValue = [...(rows.values ?? []), ...(rows.writes ?? [])].some(
        ({ value }) => value.length > LARGE_CHARS,
      )
      if (!hasLargeValue) return undefined
      gate?.onLargeValue()
      eventBuffer.flush()
      return awaitEntries()
    },
    onSaved: (checkpoint_id, step) => {
      eventBuffer.addEvent({ type: 'checkpoint.saved', checkpoint_id, step })
    },
    onLoaded: ({ channel_values }, pending) => {
      messageTracker.markKnown(channel_values['messages'])
      guard?.reviews.load(pending)
    },
  }
}
