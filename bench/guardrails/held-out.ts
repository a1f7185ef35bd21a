/** Scores of texts by models that were trained without the family of the text. The shipped weights have seen these rows. */
import { getDataFolder } from './labeled-texts.js'
import { makeRandom } from '../../test/support/random.js'
import { scoreHeldOut, toHeldOutPoints, type Scored } from '../../training/cross-validate.js'
import type { Category } from '../../training/examples.js'
import { readCorpus } from '../../training/read-corpus.js'
import { readPublicSets } from '../../training/read-sets.js'
import { prepare, type Prepared } from '../../training/samples.js'

let prepared: Prepared[] | undefined
const scores = new Map<Category, Scored[]>()

export const getHeldOutScores = (category: Category): Scored[] => {
  prepared ??= [...readPublicSets(getDataFolder() ?? ''), ...readCorpus(makeRandom(1))].map(prepare)
  const known = scores.get(category) ?? scoreHeldOut(toHeldOutPoints(prepared, category), category)
  scores.set(category, known)
  return known
}

export const selectFamily = (scored: readonly Scored[], ...families: string[]): Scored[] =>
  scored.filter(({ family }) => families.includes(family))
