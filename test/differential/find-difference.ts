/** Finds the entry of the list of deliberate differences that explains a difference. */
import type { Difference } from './compare.js'
import { DELIBERATE_DIFFERENCES } from './deliberate-differences.js'

export interface DeliberateDifference {
  /** Shown on the compatibility page. */
  what: string
  why: string
  /** The scenarios in which it occurs; all if absent. */
  scenarios?: RegExp
  /** Matches Difference.at: the number of the call, the endpoint and the path in the response. */
  at: RegExp
  /** If present, the values must be exactly these. */
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
