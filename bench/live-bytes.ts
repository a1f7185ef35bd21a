/**
 * Measures what a token takes in the database while its run streams: the growth between two moments in the middle of the streams, divided by
 * the tokens that arrived between them. What a run takes without tokens, most of it at its start and its end, is not part of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './stream-loads.js'

/** Shares of the tokens that have been received. */
const FROM = 0.3
const TO = 0.8
const POLL_MS = 20

export const measureLiveBytes = async (
  received: readonly (readonly number[])[],
  { streams, tokens }: Load,
  measureStorage: () => number,
): Promise<number> => {
  const count = (): number => received.reduce((sum, delays) => sum + delays.length, 0)
  const measureAt = async (share: number): Promise<{ tokens: number; bytes: number }> => {
    while (count() < streams * tokens * share) await sleep(POLL_MS)
    return { tokens: count(), bytes: measureStorage() }
  }
  const first = await measureAt(FROM)
  const last = await measureAt(TO)
  return (last.bytes - first.bytes) / (last.tokens - first.tokens)
}
