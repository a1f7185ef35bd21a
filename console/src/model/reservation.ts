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

type Reserved = Pick<RunSummary, 'reserved_by' | 'reserved_until'>

export const holderOf = ({ reserved_by, reserved_until }: Reserved, me: string, now: number): Holder => {
  const until = readTime(reserved_until)
  if (reserved_by === null || until === undefined || until <= now) return { by: 'nobody' }
  return reserved_by === me ? { by: 'me', until } : { by: 'other', name: reserved_by, until }
}

/** True if nobody works on the run at the moment. */
export const isFree = (run: Reserved, now: number): boolean => holderOf(run, '', now).by === 'nobody'
