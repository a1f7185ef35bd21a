/** Figures with 95 % intervals and counts. */
import { wilsonInterval } from '../../src/evaluations/stats/wilson.js'
import { areaUnderCurve } from './statistics.js'
import { formatPercent, formatShare } from '../report.js'

const Z = 1.96

export const formatRate = <T>(rows: readonly T[], holds: (row: T) => boolean, digits = 1): string => {
  const hits = rows.filter(holds).length
  const [low, high] = wilsonInterval(hits, rows.length)
  return `${formatPercent(hits / rows.length, digits)} (${formatPercent(low, digits)} to ${formatPercent(high, digits)}, ${String(hits)} of ${String(rows.length)})`
}

/** The interval is that of Hanley and McNeil. */
export const formatAuc = (rows: readonly { score: number; isPositive: boolean }[]): string => {
  const auc = areaUnderCurve(rows)
  const positive = rows.filter(({ isPositive }) => isPositive).length
  const negative = rows.length - positive
  const first = auc / (2 - auc) - auc ** 2
  const second = (2 * auc ** 2) / (1 + auc) - auc ** 2
  const variance =
    (auc * (1 - auc) + (positive - 1) * first + (negative - 1) * second) / (positive * negative)
  const spread = Z * Math.sqrt(variance)
  return `${formatShare(auc)} (${formatShare(auc - spread)} to ${formatShare(Math.min(1, auc + spread))}, ${String(positive)} of ${String(rows.length)})`
}
