/** Formats the quality of the models on families of texts that were held out from training. */
import { areaUnderCurve, getShare } from '../bench/guardrails/statistics.js'
import { getCalibrationError, scoreHeldOut, type Scored } from './cross-validate.js'
import type { Category } from './examples.js'
import { fitCombination, type Point } from './fit-combination.js'

const THRESHOLD = 0.5
const HEAD = ['family', 'positive', 'negative', 'AUC: words', 'classifier', 'both', 'recall', 'false alarms']

const formatRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`
const formatHead = (cells: readonly string[]): string => formatRow(cells) + formatRow(cells.map(() => '---'))
const formatShare = (share: number): string => `${(share * 100).toFixed(1)} %`

const formatAuc = (scored: readonly Scored[], toScore: (scored: Scored) => number): string => {
  const labels = new Set(scored.map(({ isPositive }) => isPositive))
  if (labels.size < 2) return '-'
  return areaUnderCurve(
    scored.map((each) => ({ score: toScore(each), isPositive: each.isPositive })),
  ).toFixed(3)
}

/** The cells of one family, in the order of the head. */
const formatFamily = (family: string, scored: readonly Scored[]): string[] => {
  const positive = scored.filter(({ isPositive }) => isPositive)
  const negative = scored.filter(({ isPositive }) => !isPositive)
  const isAlarm = ({ score }: Scored): boolean => score >= THRESHOLD
  const shares = [positive, negative].map((rows) =>
    rows.length === 0 ? '-' : formatShare(getShare(rows, isAlarm)),
  )
  return [
    family,
    String(positive.length),
    String(negative.length),
    formatAuc(scored, ({ lexicon }) => lexicon),
    formatAuc(scored, ({ margin }) => margin),
    formatAuc(scored, ({ score }) => score),
    ...shares,
  ]
}

export interface CategoryReport {
  category: Category
  combination: string
  calibrationError: number
  families: { cells: string[]; hasPositive: boolean }[]
}

/** Each family is scored by models and a combination that were fitted without it. */
export const reportHeldOut = (category: Category, points: readonly Point[]): CategoryReport => {
  const scored = scoreHeldOut(points, category)
  const families = [...new Set(scored.map(({ family }) => family))]
  return {
    category,
    combination: JSON.stringify(fitCombination(points, category)),
    calibrationError: getCalibrationError(scored),
    families: families.map((family) => {
      const rows = scored.filter((each) => each.family === family)
      return { cells: formatFamily(family, rows), hasPositive: rows.some(({ isPositive }) => isPositive) }
    }),
  }
}

export const formatReport = ({
  category,
  combination,
  calibrationError,
  families,
}: CategoryReport): string => {
  const rows = families.map(({ cells }) => formatRow(cells)).join('')
  return `\n${category}: ${combination}, calibration error ${calibrationError.toFixed(3)}\n\n${formatHead(HEAD)}${rows}`
}

/** The table of the documentation: the families with texts of the category. */
export const formatPage = (reports: readonly CategoryReport[]): string => {
  const rows = reports.flatMap(({ category, families }) =>
    families.filter(({ hasPositive }) => hasPositive).map(({ cells }) => formatRow([category, ...cells])),
  )
  const errors = reports.map(({ category, calibrationError }) =>
    formatRow([category, calibrationError.toFixed(3)]),
  )
  return (
    formatHead(['category', ...HEAD]) +
    rows.join('') +
    '\nThe expected calibration error over all held-out texts, in ten bins:\n\n' +
    formatHead(['category', 'error']) +
    errors.join('')
  )
}
