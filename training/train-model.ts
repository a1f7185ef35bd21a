/**
 * Trains the model of a category, in two rounds if `TYPICAL_SHARES` says so. The label of a long text says that some part of it
 * belongs to the category, not which one. The first round labels all windows of a text like the text. The second round learns
 * only from the windows that the first one found most typical, so that harmless parts of unsafe texts are not learned as unsafe.
 */
import { getMargin, type Model } from '../src/guardrails/detectors/classifier/model.js'
import { TYPICAL_SHARES, type Category } from './examples.js'
import { quantize, trainWeights } from './logistic.js'
import { toSamples, type Prepared } from './samples.js'

/** Keeps at least one window. */
const keepTypicalWindows = (text: Prepared, model: Model, share: number): Prepared => {
  const ranked = text.windows
    .map((window) => ({ window, margin: getMargin(model, window.features) }))
    .sort((a, b) => b.margin - a.margin)
  const kept = ranked.slice(0, Math.ceil(ranked.length * share))
  return { ...text, windows: kept.map(({ window }) => window) }
}

export const trainModel = (texts: readonly Prepared[], category: Category): Model => {
  const train = (selected: readonly Prepared[]): Model =>
    quantize(trainWeights(toSamples(selected, category)))
  const share = TYPICAL_SHARES[category]
  const first = train(texts)
  if (share === 1) return first
  return train(
    texts.map((text) => (text.labels[category] === 1 ? keepTypicalWindows(text, first, share) : text)),
  )
}
