/**
 * Trains the classifiers of the guardrails, writes their weights, and reports how well they do on families of texts that were
 * held out from training. The same data and code give the same files.
 *
 *   npm run train -- --data <folder of the public sets>
 */
import { parseArgs } from 'node:util'
import { toHeldOutPoints } from './cross-validate.js'
import { CATEGORIES, type Category } from './examples.js'
import { fingerprintInputs, writeFingerprint } from './fingerprint.js'
import { fitCombination } from './fit-combination.js'
import { readOwnTexts } from './read-own-texts.js'
import { readPublicSets } from './read-sets.js'
import { formatPage, formatReport, reportHeldOut, type CategoryReport } from './report.js'
import { prepare, type Prepared } from './samples.js'
import { trainModel } from './train-model.js'
import { writeFigures } from './write-figures.js'
import { writeModel } from './write-model.js'

const { values } = parseArgs({ options: { data: { type: 'string' } } })
if (values.data === undefined) {
  process.stderr.write(
    'Usage: npm run train -- --data <folder>\nThe folder contains the public sets that docs/guardrail-models.md lists.\n',
  )
  process.exit(2)
}

const trainCategory = (prepared: readonly Prepared[], category: Category): CategoryReport => {
  const points = toHeldOutPoints(prepared, category)
  const report = reportHeldOut(category, points)
  process.stdout.write(formatReport(report))
  writeModel(category, trainModel(prepared, category), fitCombination(points, category))
  return report
}

const ownTexts = readOwnTexts()
const prepared = [...readPublicSets(values.data), ...ownTexts].map(prepare)
process.stdout.write(`${String(prepared.length)} texts\n`)
const reports = CATEGORIES.map((category) => trainCategory(prepared, category))
writeFigures(formatPage(reports))
writeFingerprint(fingerprintInputs(ownTexts))
