/** The distribution of scores: a histogram for each side, and pairs of scores for a scatter plot. */
import type { ScoreDistribution } from '../../schema/evaluation-rows.js'
import { toChange, type RowEntry } from './example-rows.js'

const BIN_COUNT = 10
/** More points than a small chart can show. */
const MAX_POINTS = 2_000

/** A score of 1 is in the last bin. */
const toBin = (score: number): number =>
  Math.max(0, Math.min(BIN_COUNT - 1, Math.floor(score * BIN_COUNT + 1e-9)))

export const computeDistribution = (
  entries: readonly RowEntry[],
  sideCount: number,
): Pick<ScoreDistribution, 'bins' | 'points'> & { sides: { counts: number[]; mean: number | null }[] } => {
  const sides = Array.from({ length: sideCount }, (_, side) => {
    const counts = new Array<number>(BIN_COUNT).fill(0)
    let [sum, scored] = [0, 0]
    for (const entry of entries) {
      const score = entry.sides[side]?.score
      if (score == null) continue
      const bin = toBin(score)
      counts[bin] = (counts[bin] ?? 0) + 1
      sum += score
      scored++
    }
    return { counts, mean: scored === 0 ? null : sum / scored }
  })
  return { bins: BIN_COUNT, sides, points: sideCount < 2 ? [] : toPoints(entries) }
}

/** Changed examples come first, so that they are shown if there are too many points. */
const toPoints = (entries: readonly RowEntry[]): ScoreDistribution['points'] => {
  const points = entries.flatMap(({ example_id, sides: [after, before] }) =>
    after?.score == null || before?.score == null
      ? []
      : [{ example_id, before: before.score, after: after.score, change: toChange(after, before) }],
  )
  const isChanged = ({ change }: { change: string }): boolean => change === 'regressed' || change === 'fixed'
  return [...points.filter(isChanged), ...points.filter((point) => !isChanged(point))].slice(0, MAX_POINTS)
}
