import type { StartRun } from '../threads/executor-protocol.js'
import type { EventBuffer } from './event-buffer.js'

/**
 * Records that the first node of an execution starts. A crash of the process counts against a run only after that. A run whose
 * worker has died before waits until the record is stored: otherwise a node that kills the process at once would never be
 * found. All nodes that start together wait for the same record.
 */
export const makeNodeStartRecorder = (
  { confirmsNodeStart, inspection }: StartRun,
  eventBuffer: EventBuffer,
  awaitEntries: () => Promise<unknown>,
): (() => Promise<unknown> | undefined) => {
  let isRecorded = inspection !== undefined
  let stored: Promise<unknown> | undefined
  return () => {
    if (isRecorded) return stored
    isRecorded = true
    eventBuffer.recordNodeStart()
    if (confirmsNodeStart === true) {
      eventBuffer.flush()
      stored = awaitEntries()
    }
    return stored
  }
}
