/** A difference that is meant, and how it is recognised. */
import type { Difference } from './compare.js'
import { DELIBERATE_DIFFERENCES } from './deliberate-differences.js'

export interface DeliberateDifference {
  /** For the page. */
  what: string
  why: string
  /** Only in these; otherwise in all. */
  scenarios?: RegExp
  /** What it concerns: the how manieth call, the endpoint, and what of its answer. */
  at: RegExp
  /** Only when they answer exactly this. */
  peer?: unknown
  ours?: unknown
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const findDeliberateDifference = (
  scenario: string,
  { at, peer, ours }: Difference,
): DeliberateDifference | undefined =>
  DELIBERATE_DIFFERENCES.find(
    (listed) =>
      listed.at.test(at) &&
      (listed.scenarios?.test(scenario) ?? true) &&
      (!('peer' in listed) || isSame(listed.peer, peer)) &&
      (!('ours' in listed) || isSame(listed.ours, ours)),
  )
