/**
 * The results of one or several sides (assistants, or evaluations) joined by example: which rows a filter selects, and in which
 * order they are listed. In a comparison, the first side is compared with each of the others.
 */
import type { ExampleChange, RowFilter, RowSort } from '../../schema/evaluation-rows.js'
import { allPassed, meanScore, type Verdict } from './verdict.js'

export interface SideVerdict extends Verdict {
  /** True if a run failed or a score is missing. */
  isError: boolean
  /** True if the repetitions of the example disagree. */
  varies: boolean
}

export interface RowEntry {
  example_id: string
  /** One for each side; undefined if the side does not have the example. */
  sides: (SideVerdict | undefined)[]
}

/** Smaller differences come from the order of floating-point additions. */
const EPSILON = 1e-9

const differs = (a: Verdict, b: Verdict): boolean =>
  a.passed !== b.passed || Math.abs((a.score ?? -1) - (b.score ?? -1)) > EPSILON

export const toSideVerdict = (runs: readonly Verdict[], isError: boolean): SideVerdict => {
  const [first] = runs
  return {
    passed: allPassed(runs),
    score: meanScore(runs),
    isError,
    varies: first !== undefined && runs.some((run) => differs(run, first)),
  }
}

/** What happened to an example from the side `before` to the side `after`. */
export const toChange = (after: SideVerdict | undefined, before: SideVerdict | undefined): ExampleChange => {
  if (after === undefined || before === undefined) return 'unpaired'
  if (before.passed === true && after.passed === false) return 'regressed'
  if (before.passed === false && after.passed === true) return 'fixed'
  if (before.score === null || after.score === null) return 'same'
  return Math.abs(after.score - before.score) > EPSILON ? 'different' : 'same'
}

export const toDifference = (
  after: SideVerdict | undefined,
  before: SideVerdict | undefined,
): number | null => {
  if (after?.score == null || before?.score == null) return null
  return after.score - before.score
}

const isDifferent = ({ sides }: RowEntry, isComparison: boolean): boolean => {
  const [first, ...others] = sides
  if (isComparison) return ['regressed', 'fixed', 'different'].includes(toChange(first, others[0]))
  return (
    sides.some((side) => side?.varies === true) ||
    (first !== undefined && others.some((side) => side !== undefined && differs(side, first)))
  )
}

export const matchesFilter = (entry: RowEntry, only: RowFilter, isComparison: boolean): boolean => {
  const { sides } = entry
  switch (only) {
    case 'failed':
      return isComparison ? sides[0]?.passed === false : sides.some((side) => side?.passed === false)
    case 'passed':
      return isComparison ? sides[0]?.passed === true : sides.every((side) => side?.passed === true)
    case 'error':
      return sides.some((side) => side?.isError === true)
    case 'different':
      return isDifferent(entry, isComparison)
    case 'regressed':
    case 'fixed':
    case 'same':
    case 'unpaired':
      return isComparison && toChange(sides[0], sides[1]) === only
  }
}

const FILTERS = ['failed', 'passed', 'error', 'different', 'regressed', 'fixed', 'same', 'unpaired'] as const

export type RowCounts = Record<RowFilter | 'all', number>

export const countRows = (entries: readonly RowEntry[], isComparison: boolean): RowCounts => {
  const counts = {
    all: entries.length,
    ...Object.fromEntries(FILTERS.map((filter) => [filter, 0])),
  } as RowCounts
  for (const entry of entries)
    for (const filter of FILTERS) if (matchesFilter(entry, filter, isComparison)) counts[filter]++
  return counts
}

/** Errors first, then the largest change; of equal changes, the regressions first. */
const compareByChange = (a: RowEntry, b: RowEntry): number => {
  const errors = Number(matchesFilter(b, 'error', true)) - Number(matchesFilter(a, 'error', true))
  if (errors !== 0) return errors
  const [changeA, changeB] = [toDifference(a.sides[0], a.sides[1]), toDifference(b.sides[0], b.sides[1])]
  return Math.abs(changeB ?? 0) - Math.abs(changeA ?? 0) || (changeA ?? 0) - (changeB ?? 0)
}

const compareByScore = (a: RowEntry, b: RowEntry): number =>
  (a.sides[0]?.score ?? -1) - (b.sides[0]?.score ?? -1)

/** The order of examples in the dataset decides between equal rows. */
export const sortRows = (entries: readonly RowEntry[], sort: RowSort): RowEntry[] => {
  if (sort === 'example') return [...entries]
  return entries.toSorted(sort === 'change' ? compareByChange : compareByScore)
}
