/**
 * Accumulates the difference between two sides, overall or for one criterion, from examples that are added one at a time.
 * Each example is paired with itself, which reveals differences that a comparison of two averages would miss.
 *
 * Memory does not grow with the number of examples: it keeps counts, moments, the first 300 differences (see
 * paired-difference.ts) and the first ids of changed examples.
 */
import { detectableMeanDifference, detectableRateDifference } from '../stats/detectable-difference.js'
import { mcNemar } from '../stats/mcnemar.js'
import { addPair, computePairedDifference, newPairAccumulator } from '../stats/paired-difference.js'
import { pairedRateInterval } from '../stats/paired-rate-interval.js'
import { signTest } from '../stats/sign-test.js'
import { meanScore, allPassed, type Verdict } from './verdict.js'

export interface PassDifference {
  /** Examples that passed or failed on both sides. */
  pairs: number
  before: number
  after: number
  difference: number
  /** The 95 % interval of the difference. */
  interval: [number, number] | null
  /** p value of the exact McNemar test, uncorrected and corrected for multiple testing. */
  p: number
  p_corrected: number
  /** The smallest difference that this number of examples could be expected to show; null if there is none. */
  detectable: number | null
}

export interface ScoreDifference {
  pairs: number
  before: number
  after: number
  difference: number
  interval: [number, number] | null
  p: number
  p_corrected: number
  detectable: number | null
}

export interface Difference {
  /** Examples whose score rose, fell and stayed the same. */
  wins: number
  losses: number
  ties: number
  /** p value of the sign test on wins and losses, whatever their size. */
  sign_p: number
  /** Regressed: passed on the baseline and fails now. Fixed: the reverse. Only the first ids are listed. */
  regressed_count: number
  fixed_count: number
  regressed: string[]
  fixed: string[]
  pass: PassDifference | null
  score: ScoreDifference | null
}

/** More ids than a person reads, in a document that is still small. */
const MAX_LISTED_IDS = 1_000

/** Smaller differences come from the order of floating-point additions. */
const EPSILON = 1e-9

interface Counts {
  passed_twice: number
  failed_twice: number
  regressed: number
  fixed: number
}

const passDifference = ({ passed_twice, failed_twice, regressed, fixed }: Counts): PassDifference | null => {
  const pairs = passed_twice + failed_twice + regressed + fixed
  if (pairs === 0) return null
  const { p } = mcNemar(regressed, fixed)
  return {
    pairs,
    before: (passed_twice + regressed) / pairs,
    after: (passed_twice + fixed) / pairs,
    difference: (fixed - regressed) / pairs,
    interval: pairedRateInterval({ regressed, fixed, pairs }),
    p,
    p_corrected: p,
    // Laplace smoothing: with few examples, no observed difference does not mean that none exists.
    detectable: detectableRateDifference(pairs, (regressed + fixed + 1) / (pairs + 2)),
  }
}

export const makeDifference = (seed: number) => {
  const counts: Counts = { passed_twice: 0, failed_twice: 0, regressed: 0, fixed: 0 }
  const listedIds = { regressed: new Array<string>(), fixed: new Array<string>() }
  const scoreChanges = { wins: 0, losses: 0, ties: 0 }
  const sums = { before: 0, after: 0 }
  const pairs = newPairAccumulator()

  const addChanged = (kind: 'regressed' | 'fixed', id: string): void => {
    counts[kind]++
    if (listedIds[kind].length < MAX_LISTED_IDS) listedIds[kind].push(id)
  }

  const addPassChange = (id: string, before: boolean | null, after: boolean | null): void => {
    if (before === null || after === null) return
    if (before === after) counts[before ? 'passed_twice' : 'failed_twice']++
    else addChanged(before ? 'regressed' : 'fixed', id)
  }

  const addScoreChange = (before: number | null, after: number | null): void => {
    if (before === null || after === null) return
    sums.before += before
    sums.after += after
    const change = Math.abs(after - before) <= EPSILON ? 0 : after - before
    scoreChanges[change > 0 ? 'wins' : change < 0 ? 'losses' : 'ties']++
    addPair(pairs, change)
  }

  const scoreDifference = (): ScoreDifference | null => {
    const paired = computePairedDifference(pairs, seed)
    if (paired === null) return null
    const { deviation, ...rest } = paired
    return {
      ...rest,
      before: sums.before / rest.pairs,
      after: sums.after / rest.pairs,
      p_corrected: rest.p,
      detectable: deviation === 0 ? null : detectableMeanDifference(rest.pairs, deviation),
    }
  }

  return {
    /** Adds the runs of one example on each side. */
    add: (id: string, before: readonly Verdict[], after: readonly Verdict[]): void => {
      addPassChange(id, allPassed(before), allPassed(after))
      addScoreChange(meanScore(before), meanScore(after))
    },

    /** The difference of the examples added so far, with uncorrected p values. */
    difference: (): Difference => ({
      ...scoreChanges,
      sign_p: signTest(scoreChanges.wins, scoreChanges.losses),
      regressed_count: counts.regressed,
      fixed_count: counts.fixed,
      regressed: [...listedIds.regressed],
      fixed: [...listedIds.fixed],
      pass: passDifference(counts),
      score: scoreDifference(),
    }),
  }
}
