/** Cohen's kappa: agreement of two raters beyond chance, optionally weighted by the distance of the categories. */
import { normalQuantile } from './normal.js'

export type KappaWeights = 'none' | 'linear' | 'quadratic'

export interface Kappa {
  kappa: number
  interval: [number, number]
  pairs: number
}

const agreementWeight = (weights: KappaWeights, distance: number, maxDistance: number): number => {
  if (weights === 'none') return distance === 0 ? 1 : 0
  const share = maxDistance === 0 ? 0 : distance / maxDistance
  return weights === 'linear' ? 1 - share : 1 - share * share
}

/**
 * @param table how often the first rater chose `row` and the second `column`; the categories are in order.
 * @returns null if it is undefined: there are no pairs, or both raters always chose the same category.
 */
export const cohensKappa = (
  table: readonly (readonly number[])[],
  weights: KappaWeights = 'none',
  confidence = 0.95,
): Kappa | null => {
  const size = table.length
  const pairs = table.flat().reduce((sum, count) => sum + count, 0)
  if (pairs === 0) return null
  const cells = table.flatMap((row, i) => row.map((count, j) => ({ i, j, share: count / pairs })))
  const rows = table.map((row) => row.reduce((sum, count) => sum + count, 0) / pairs)
  const columns = table.map((_, j) => table.reduce((sum, row) => sum + (row[j] ?? 0), 0) / pairs)
  const weight = (i: number, j: number) => agreementWeight(weights, Math.abs(i - j), size - 1)
  const observed = cells.reduce((sum, { i, j, share }) => sum + weight(i, j) * share, 0)
  const expected = cells.reduce((sum, { i, j }) => sum + weight(i, j) * (rows[i] ?? 0) * (columns[j] ?? 0), 0)
  if (1 - expected < 1e-12) return null
  const kappa = (observed - expected) / (1 - expected)

  // The large-sample variance of Fleiss, Cohen and Everitt (1969).
  const rowWeights = rows.map((_, i) => columns.reduce((sum, share, j) => sum + share * weight(i, j), 0))
  const columnWeights = columns.map((_, j) => rows.reduce((sum, share, i) => sum + share * weight(i, j), 0))
  const spread = cells.reduce((sum, { i, j, share }) => {
    const marginal = (rowWeights[i] ?? 0) + (columnWeights[j] ?? 0)
    return sum + share * (weight(i, j) - marginal * (1 - kappa)) ** 2
  }, 0)
  const variance = Math.max(0, spread - (kappa - expected * (1 - kappa)) ** 2) / (pairs * (1 - expected) ** 2)
  const halfWidth = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance)
  return { kappa, interval: [Math.max(-1, kappa - halfWidth), Math.min(1, kappa + halfWidth)], pairs }
}
