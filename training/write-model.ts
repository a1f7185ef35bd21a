import { writeFileSync } from 'node:fs'
import type { Combination } from '../src/guardrails/detectors/classifier/combine.js'
import type { Model } from '../src/guardrails/detectors/classifier/model.js'
import type { Category } from './examples.js'
import { encodeModel } from './logistic.js'

const FOLDER = new URL('../src/guardrails/detectors/classifier/weights/', import.meta.url)

/** Writes a module, so that tests, benchmarks and the bundles load the weights in the same way. */
export const writeModel = (category: Category, model: Model, combination: Combination): void => {
  const { weights, scale, bias } = encodeModel(model)
  const { intercept, lexicon, found, floor, classifier } = combination
  const source = `/** Written by \`npm run train\`; see docs/guardrail-models.md. */
import type { TrainedClassifier } from '../trained-classifier.js'

export const ${category.toUpperCase()}: TrainedClassifier = {
  combination: { intercept: ${String(intercept)}, lexicon: ${String(lexicon)}, found: ${String(found)}, floor: ${String(floor)}, classifier: ${String(classifier)} },
  scale: ${String(scale)},
  bias: ${String(bias)},
  weights:
    '${weights}',
}
`
  writeFileSync(new URL(`${category.replaceAll('_', '-')}.ts`, FOLDER), source)
}
