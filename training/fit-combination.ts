/** Fits the combination of word lists and classifier by logistic regression (Platt scaling with three inputs). */
import {
  clampMargin,
  FOUND_THRESHOLD,
  toLogOdds,
  type Combination,
} from '../src/guardrails/detectors/classifier/combine.js'

import { FLOORS, POSITIVE_WEIGHTS, type Category } from './examples.js'

/** A text with the margin of a model that was trained without the family of the text. */
export interface Point {
  family: string
  label: 0 | 1
  lexicon: number
  margin: number
}

const STEPS = 60
const RIDGE = 1e-3

/** A large set of easy texts must not hide that a small one is hard, so families count by the root of their size. */
const TYPICAL_FAMILY = 300

const toWeights = (points: readonly Point[]): number[] => {
  const sizes = new Map<string, number>()
  for (const { family } of points) sizes.set(family, (sizes.get(family) ?? 0) + 1)
  return points.map(({ family }) => Math.sqrt(TYPICAL_FAMILY / (sizes.get(family) ?? TYPICAL_FAMILY)))
}

const INPUTS = 4
type Vector = number[]

const solve = (matrix: readonly Vector[], right: Vector): Vector => {
  const rows = matrix.map((row, at) => [...row, right[at]!])
  for (let pivot = 0; pivot < INPUTS; pivot++) {
    const lead = rows[pivot]!
    for (let other = 0; other < INPUTS; other++) {
      if (other === pivot) continue
      const factor = rows[other]![pivot]! / lead[pivot]!
      rows[other] = rows[other]!.map((value, at) => value - factor * lead[at]!)
    }
  }
  return rows.map((row, at) => row[INPUTS]! / row[at]!)
}

const toInputs = ({ lexicon, margin }: Point): Vector => [
  1,
  toLogOdds(lexicon),
  lexicon >= FOUND_THRESHOLD ? 1 : 0,
  clampMargin(margin),
]

/** Newton's method; inputs that are not used keep the weight 0. */
const fitNewton = (points: readonly Point[], isUsed: readonly boolean[], positiveWeight: number): Vector => {
  const pointWeights = toWeights(points).map((weight, at) =>
    points[at]?.label === 1 ? weight * positiveWeight : weight,
  )
  const rows = points.map((point) => toInputs(point).map((value, at) => (isUsed[at] === true ? value : 0)))
  let weights: Vector = Array.from({ length: INPUTS }, () => 0)
  for (let step = 0; step < STEPS; step++) {
    const gradient: Vector = weights.map(() => 0)
    const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)))
    points.forEach(({ label }, index) => {
      const inputs = rows[index]!
      const sum = inputs.reduce((total, value, at) => total + value * weights[at]!, 0)
      const probability = 1 / (1 + Math.exp(-sum))
      const curvature = pointWeights[index]! * Math.max(1e-6, probability * (1 - probability))
      inputs.forEach((input, row) => {
        gradient[row]! += pointWeights[index]! * (probability - label) * input
        inputs.forEach((other, column) => (hessian[row]![column]! += curvature * input * other))
      })
    })
    const change = solve(hessian, gradient)
    weights = weights.map((value, at) => value - Math.max(-1, Math.min(1, change[at]!)))
  }
  return weights
}

const round = (value: number): number => Number(value.toPrecision(5))

/** No input may lower the score: those with a negative weight are left out. */
export const fitCombination = (points: readonly Point[], category: Category): Combination => {
  let isUsed = [true, true, true, true]
  let weights = fitNewton(points, isUsed, POSITIVE_WEIGHTS[category])
  while (weights.some((weight, at) => at > 0 && weight < 0)) {
    isUsed = isUsed.map((used, at) => used && (at === 0 || weights[at]! >= 0))
    weights = fitNewton(points, isUsed, POSITIVE_WEIGHTS[category])
  }
  const [intercept, lexicon, found, classifier] = weights.map(round) as [number, number, number, number]
  return { intercept, lexicon, found, floor: FLOORS[category], classifier }
}
