/** Scores every text with models that were trained without its family, and measures the combination the same way. */
import { classify } from '../src/guardrails/detectors/classifier/model.js'
import { combineScores } from '../src/guardrails/detectors/classifier/combine.js'
import { fitCombination, type Point } from './fit-combination.js'
import type { Category } from './examples.js'
import type { Prepared } from './samples.js'
import { trainModel } from './train-model.js'

/** Families without positive texts are held out together: what matters is that none of their texts was trained on. */
const toFolds = (prepared: readonly Prepared[], category: Category): string[][] => {
  const families = [...new Set(prepared.map(({ family }) => family))]
  const isNegative = (name: string): boolean =>
    prepared.every(({ family, labels }) => family !== name || labels[category] !== 1)
  const negative = families.filter(isNegative)
  const halves = [0, 1].map((half) => negative.filter((_, at) => at % 2 === half))
  return [...families.filter((name) => !isNegative(name)).map((name) => [name]), ...halves]
}

/** The points of all families: each family is scored by a model of other families. */
export const toHeldOutPoints = (prepared: readonly Prepared[], category: Category): Point[] => {
  const known = prepared.filter(({ labels }) => labels[category] !== undefined)
  return toFolds(known, category).flatMap((fold) => {
    const model = trainModel(
      known.filter(({ family }) => !fold.includes(family)),
      category,
    )
    return known
      .filter(({ family }) => fold.includes(family))
      .map((each): Point => ({
        family: each.family,
        label: each.labels[category] ?? 0,
        lexicon: each.lexicon[category],
        margin: classify(model, each.windows).margin,
      }))
  })
}

export interface Scored {
  family: string
  isPositive: boolean
  lexicon: number
  margin: number
  score: number
}

/** The combination is fitted without the family as well. */
export const scoreHeldOut = (points: readonly Point[], category: Category): Scored[] => {
  const families = [...new Set(points.map(({ family }) => family))]
  return families.flatMap((family) => {
    const combination = fitCombination(
      points.filter((point) => point.family !== family),
      category,
    )
    return points
      .filter((point) => point.family === family)
      .map(({ label, lexicon, margin }) => ({
        family,
        isPositive: label === 1,
        lexicon,
        margin,
        score: combineScores(combination, lexicon, margin),
      }))
  })
}

const BINS = 10

/** Expected calibration error: the mean distance between the scores of a bin and its share of positive texts. */
export const getCalibrationError = (scored: readonly { score: number; isPositive: boolean }[]): number => {
  let error = 0
  for (let bin = 0; bin < BINS; bin++) {
    const inBin = scored.filter(({ score }) => Math.min(BINS - 1, Math.floor(score * BINS)) === bin)
    const difference = inBin.reduce((sum, { score, isPositive }) => sum + score - (isPositive ? 1 : 0), 0)
    error += Math.abs(difference) / scored.length
  }
  return error
}
