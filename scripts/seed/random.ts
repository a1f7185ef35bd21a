/** Random choices that are the same for the same seed (mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    /** A number from `min` up to, but not including, `max`. */
    between: (min: number, max: number): number => min + next() * (max - min),
    integer: (min: number, max: number): number => Math.floor(min + next() * (max + 1 - min)),
    pick: <T>(list: readonly [T, ...T[]]): T => list[Math.floor(next() * list.length)] ?? list[0],
  }
}

export type Random = ReturnType<typeof makeRandom>
