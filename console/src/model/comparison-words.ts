/** What the figures of a comparison mean, in words. */
import type { Comparison } from '../api/types.ts'

type Tone = 'better' | 'worse' | 'same'

export interface Verdict {
  tone: Tone
  headline: string
  /** How often chance alone makes such a difference. */
  chance: string
  /** Criteria that changed, and what the number of examples can show. */
  details: string[]
}

/** A p value is never shown as 0. */
export const formatP = (p: number): string => (p < 0.001 ? '<0.001' : p.toFixed(3))

/** Above this, chance explains the difference too often. */
const SIGNIFICANT = 0.05
const CLEAR = 0.01

const toneOf = (difference: number, p: number): Tone =>
  p >= SIGNIFICANT || difference === 0 ? 'same' : difference > 0 ? 'better' : 'worse'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const headlineOf = (tone: Tone, p: number): string => {
  if (tone === 'same') return 'No clear difference'
  return p < CLEAR ? capitalized(tone) : `Probably ${tone}`
}

export const describeChance = (p: number): string => {
  if (p >= 0.995) return 'such a difference is what chance alone makes'
  if (p < 0.001) return 'chance alone makes such a difference in fewer than 1 of 1,000 comparisons'
  if (p < CLEAR)
    return `chance alone makes such a difference in ${String(Math.max(1, Math.round(p * 1_000)))} of 1,000 comparisons`
  return `chance alone makes such a difference in ${String(Math.round(p * 100))} of 100 comparisons`
}

const listNames = (names: string[]): string => names.join(', ')

export interface CriterionChange {
  name: string
  /** Shares of failing examples. */
  before: number
  after: number
  /** The difference of pass rates. */
  difference: number
  p: number
  tone: Tone
}

/** The pass rate of each criterion on both sides; the largest changes first. */
export const listCriterionChanges = ({ by_criterion }: Comparison): CriterionChange[] =>
  Object.entries(by_criterion)
    .flatMap(([name, { pass }]) =>
      pass === null
        ? []
        : [
            {
              name,
              before: 1 - pass.before,
              after: 1 - pass.after,
              difference: pass.difference,
              p: pass.p_corrected,
              tone: toneOf(pass.difference, pass.p_corrected),
            },
          ],
    )
    .toSorted((a, b) => Math.abs(b.difference) - Math.abs(a.difference))

const describeCriteria = (comparison: Comparison): string[] => {
  const changes = listCriterionChanges(comparison)
  const namesOf = (tone: Tone): string[] =>
    changes.filter((change) => change.tone === tone).map(({ name }) => name)
  const [worse, better] = [namesOf('worse'), namesOf('better')]
  return [
    ...(worse.length > 0 ? [`Worse in ${listNames(worse)}.`] : []),
    ...(better.length > 0 ? [`Better in ${listNames(better)}.`] : []),
  ]
}

const describeDetectable = (comparison: Comparison): string[] => {
  const { pass } = comparison
  if (pass?.detectable == null) return []
  const size = Math.abs(pass.difference) < pass.detectable ? 'smaller' : 'larger'
  return [
    `${String(pass.pairs)} pairs reliably show a change of ${pass.detectable.toFixed(3)} in the pass rate; this one is ${size}.`,
  ]
}

export const describeComparison = (comparison: Comparison): Verdict => {
  const test = comparison.pass ?? comparison.score
  if (test === null)
    return {
      tone: 'same',
      headline: 'Nothing to compare',
      chance: 'no example has a verdict on both sides',
      details: [],
    }
  const tone = toneOf(test.difference, test.p_corrected)
  return {
    tone,
    headline: headlineOf(tone, test.p_corrected),
    chance: describeChance(test.p_corrected),
    details: [...describeCriteria(comparison), ...describeDetectable(comparison)],
  }
}
