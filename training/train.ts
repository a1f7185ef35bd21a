/**
 * Trains the classifiers of the guardrails, writes their weights, and prints how well they do on families of texts that were
 * held out from training.
 *
 *   npm run train -- --data <folder of the public sets>
 */
import { parseArgs } from 'node:util'
import { makeRandom } from '../test/support/random.js'
import { toHeldOutPoints } from './cross-validate.js'
import { CATEGORIES, type Category } from './examples.js'
import { fitCombination } from './fit-combination.js'
import { quantize, trainWeights } from './logistic.js'
import { readCorpus } from './read-corpus.js'
import { readPublicSets } from './read-sets.js'
import { printHeldOut } from './report.js'
import { prepare, toSamples, type Prepared } from './samples.js'
import { writeModel } from './write-model.js'

const SEED = 1

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) {
  process.stderr.write(
    'Usage: npm run train -- --data <folder>\nThe folder contains the public sets that docs/guardrail-models.md lists.\n',
  )
  process.exit(2)
}

const trainCategory = (prepared: readonly Prepared[], category: Category): void => {
  const points = toHeldOutPoints(prepared, category)
  printHeldOut(category, points)
  writeModel(
    category,
    quantize(trainWeights(toSamples(prepared, category))),
    fitCombination(points, category),
  )
}

const prepared = [...readPublicSets(values.data), ...readCorpus(makeRandom(SEED))].map(prepare)
process.stdout.write(`${String(prepared.length)} texts\n`)
for (const category of CATEGORIES) trainCategory(prepared, category)
