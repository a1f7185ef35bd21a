/** Random numbers from a seed, so that intervals are reproducible. */

/** Returns a number in [0, 1). */
export type Random = () => number

/** mulberry32 by Tommy Ettinger: its 32 bits of state are enough for thousands of resamples. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Derives a seed from a text with FNV-1a. */
export const toSeed = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}
