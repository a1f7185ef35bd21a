/** How far two raters agree beyond what chance would give (Cohen), also where a near miss is better than a far one. */
import { normalQuantile } from './normal.js'

export type KappaWeights = 'none' | 'linear' | 'quadratic'

export interface Kappa {
  kappa: number
  interval: [number, number]
  pairs: number
}

const agreementOf = (weights: KappaWeights, apart: number, most: number): number => {
  if (weights === 'none') return apart === 0 ? 1 : 0
  const share = most === 0 ? 0 : apart / most
  return weights === 'linear' ? 1 - share : 1 - share * share
}

/**
 * @param table how often the first rater said `row` where the second said `column`; the categories in their order.
 * @returns null where it has no value: no pairs, or both always said the same one thing.
 */
export const kappaOfTable = (
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
  const weight = (i: number, j: number) => agreementOf(weights, Math.abs(i - j), size - 1)
  const seen = cells.reduce((sum, { i, j, share }) => sum + weight(i, j) * share, 0)
  const chance = cells.reduce((sum, { i, j }) => sum + weight(i, j) * (rows[i] ?? 0) * (columns[j] ?? 0), 0)
  if (1 - chance < 1e-12) return null
  const kappa = (seen - chance) / (1 - chance)

  // The large-sample variance of Fleiss, Cohen and Everitt (1969).
  const ofRow = rows.map((_, i) => columns.reduce((sum, share, j) => sum + share * weight(i, j), 0))
  const ofColumn = columns.map((_, j) => rows.reduce((sum, share, i) => sum + share * weight(i, j), 0))
  const spread = cells.reduce((sum, { i, j, share }) => {
    const marginal = (ofRow[i] ?? 0) + (ofColumn[j] ?? 0)
    return sum + share * (weight(i, j) - marginal * (1 - kappa)) ** 2
  }, 0)
  const variance = Math.max(0, spread - (kappa - chance * (1 - kappa)) ** 2) / (pairs * (1 - chance) ** 2)
  const half = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance)
  return { kappa, interval: [Math.max(-1, kappa - half), Math.min(1, kappa + half)], pairs }
}
