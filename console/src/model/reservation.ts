/** Who works on a run that waits for a person. */
import type { RunSummary } from '../api/types.ts'

export const readTime = (value: unknown): number | undefined => {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

export type Holder =
  | { by: 'nobody' }
  | { by: 'me'; until: number }
  | { by: 'other'; name: string; until: number }

type Reserved = Pick<RunSummary, 'reserved_by' | 'reserved_by_id' | 'reserved_until'>

/** `me` is the ID of the caller: two keys can have the same name. */
export const holderOf = (run: Reserved, me: string, now: number): Holder => {
  const { reserved_by, reserved_by_id, reserved_until } = run
  const until = readTime(reserved_until)
  if (reserved_by === null || until === undefined || until <= now) return { by: 'nobody' }
  return reserved_by_id === me ? { by: 'me', until } : { by: 'other', name: reserved_by, until }
}

/** True if the run has no reservation, or an expired one. */
export const isFree = (run: Reserved, now: number): boolean => holderOf(run, '', now).by === 'nobody'
