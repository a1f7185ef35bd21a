/**
 * Maps the times at which the seed created rows to times in the past. The map is monotone, so the order of events stays. Pauses, such
 * as those of a person who reads, are inserted where one part of the work had ended.
 */
export interface Pause {
  /** Times after this one are moved by the length of the pause. */
  after: number
  ms: number
}

export type TimeMap = (at: number) => number

const sumPauses = (pauses: readonly Pause[], at: number): number =>
  pauses.reduce((sum, { after, ms }) => (at > after ? sum + ms : sum), 0)

/** Maps `end` to `newEnd`, and earlier times so that the distances stay, apart from the pauses. */
export const makeTimeMap = (pauses: readonly Pause[], end: number, newEnd: number): TimeMap => {
  const offset = newEnd - end - sumPauses(pauses, end)
  return (at) => at + offset + sumPauses(pauses, at)
}
