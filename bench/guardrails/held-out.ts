/** Scores of texts by models that were trained without the family of the text. The shipped weights have seen these rows. */
import { getDataFolder } from './labeled-texts.js'
import { scoreHeldOut, toHeldOutPoints, type Scored } from '../../training/cross-validate.js'
import type { Category } from '../../training/examples.js'
import { readOwnTexts } from '../../training/read-own-texts.js'
import { readPublicSets } from '../../training/read-sets.js'
import { prepare, type Prepared } from '../../training/samples.js'

let prepared: Prepared[] | undefined
const scores = new Map<Category, Scored[]>()

const getPrepared = (): Prepared[] =>
  (prepared ??= [...readPublicSets(getDataFolder() ?? ''), ...readOwnTexts()].map(prepare))

export const getHeldOutScores = (category: Category): Scored[] => {
  const known = scores.get(category) ?? scoreHeldOut(toHeldOutPoints(getPrepared(), category), category)
  scores.set(category, known)
  return known
}

/**
 * The same scores, but the rows of one family are held out in halves: the model has seen other rows of the same authors, as the
 * shipped one has. Rows that resemble each other are in both halves, so this figure is optimistic.
 */
export const scoreInHalves = (category: Category, halvedFamily: string): Scored[] => {
  let row = 0
  const halved = getPrepared().map((each) =>
    each.family === halvedFamily ? { ...each, family: `${halvedFamily} ${String(row++ % 2)}` } : each,
  )
  return scoreHeldOut(toHeldOutPoints(halved, category), category)
}

export const selectFamily = (scored: readonly Scored[], ...families: string[]): Scored[] =>
  scored.filter(({ family }) => families.includes(family))
