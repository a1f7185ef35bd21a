import { areaUnderCurve, getShare } from '../bench/guardrails/statistics.js'
import { getCalibrationError, scoreHeldOut, type Scored } from './cross-validate.js'
import type { Category } from './examples.js'
import { fitCombination, type Point } from './fit-combination.js'

const THRESHOLD = 0.5
const formatShare = (share: number): string => `${(share * 100).toFixed(1)} %`

const formatAuc = (scored: readonly Scored[], toScore: (scored: Scored) => number): string => {
  const labels = new Set(scored.map(({ isPositive }) => isPositive))
  if (labels.size < 2) return '-'
  return areaUnderCurve(
    scored.map((each) => ({ score: toScore(each), isPositive: each.isPositive })),
  ).toFixed(3)
}

const formatFamily = (family: string, scored: readonly Scored[]): string => {
  const positive = scored.filter(({ isPositive }) => isPositive)
  const negative = scored.filter(({ isPositive }) => !isPositive)
  const isAlarm = ({ score }: Scored): boolean => score >= THRESHOLD
  const shares = [positive, negative].map((rows) =>
    rows.length === 0 ? '-' : formatShare(getShare(rows, isAlarm)),
  )
  const aucs = [
    formatAuc(scored, ({ lexicon }) => lexicon),
    formatAuc(scored, ({ margin }) => margin),
    formatAuc(scored, ({ score }) => score),
  ]
  return `| ${[family, String(positive.length), String(negative.length), ...aucs, ...shares].join(' | ')} |\n`
}

/** Prints the quality for each family, with models and a combination that were fitted without it. */
export const printHeldOut = (category: Category, points: readonly Point[]): void => {
  const scored = scoreHeldOut(points, category)
  const error = getCalibrationError(scored).toFixed(3)
  process.stdout.write(
    `\n${category}: ${JSON.stringify(fitCombination(points, category))}, calibration error ${error}\n\n`,
  )
  process.stdout.write(
    '| family | positive | negative | AUC: words | classifier | both | recall | false alarms |\n',
  )
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- | --- |\n')
  for (const family of new Set(scored.map((each) => each.family)))
    process.stdout.write(
      formatFamily(
        family,
        scored.filter((each) => each.family === family),
      ),
    )
}
