/** Limits the size of the state that an execution stores: of the values of a checkpoint, and of the values that a task writes. */
import type { LongText } from '../../platform/joined-text.js'

/** A value of a channel as it is stored. */
type ChannelText = readonly [channel: string, text: LongText]

/** A character takes at most this many bytes in UTF-8. */
const MAX_CHARACTER_BYTES = 3

export class StateTooLargeError extends Error {
  override readonly name = 'StateTooLargeError'
  readonly code = 'state_too_large'
}

export interface StateSizeLimit {
  /** Throws StateTooLargeError, also after an earlier call has thrown: nothing that follows a state that is missing may be stored. */
  check(texts: readonly ChannelText[]): void
}

/** `onExceeded` is called once. It stops the execution, which would otherwise only notice the error after its last step. */
export const makeStateSizeLimit = (
  maxBytes: number,
  onExceeded: (error: StateTooLargeError) => void,
): StateSizeLimit => {
  let exceeded: StateTooLargeError | undefined
  return {
    check: (texts) => {
      if (exceeded !== undefined) throw exceeded
      exceeded = findExcess(texts, maxBytes)
      if (exceeded === undefined) return
      onExceeded(exceeded)
      throw exceeded
    },
  }
}

const findExcess = (texts: readonly ChannelText[], maxBytes: number): StateTooLargeError | undefined => {
  // Bytes are only counted if the number of characters does not decide.
  const characters = texts.reduce((sum, [, text]) => sum + text.length, 0)
  if (characters * MAX_CHARACTER_BYTES <= maxBytes) return undefined
  const sizes = texts.map(([channel, text]) => ({ channel, bytes: Buffer.byteLength(String(text)) }))
  const bytes = sizes.reduce((sum, size) => sum + size.bytes, 0)
  if (bytes <= maxBytes) return undefined
  const largest = sizes.reduce((a, b) => (b.bytes > a.bytes ? b : a))
  return new StateTooLargeError(
    `The state takes ${formatBytes(bytes)} and may take at most ${formatBytes(maxBytes)} (MAX_STATE_BYTES). ` +
      `Its largest channel is "${largest.channel}" with ${formatBytes(largest.bytes)}. ` +
      'Store large data outside of the state and keep a reference to it, or raise MAX_STATE_BYTES.',
  )
}

const formatBytes = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`
