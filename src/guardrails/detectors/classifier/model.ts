/** A logistic regression over hashed features, with a weight of one byte for each bucket. */
import type { Span } from '../span.js'
import type { Word } from '../text/tokenize.js'
import { extractFeatures, splitIntoWindows, type Features } from './features.js'

/** As training/ writes it. */
export interface EncodedModel {
  /** The bytes of all weights in base64. */
  weights: string
  /** The value of one unit of a weight. */
  scale: number
  bias: number
}

export interface Model {
  weights: Int8Array
  scale: number
  bias: number
}

export const decodeModel = ({ weights, scale, bias }: EncodedModel): Model => ({
  weights: Int8Array.from(atob(weights), (unit) => unit.charCodeAt(0)),
  scale,
  bias,
})

/** The log odds of the category. The length of the feature vector is 1, so that long windows do not score higher. */
export const getMargin = ({ weights, scale, bias }: Model, { buckets }: Features): number => {
  let sum = 0
  for (let at = 0; at < buckets.length; at++) sum += weights[buckets[at] ?? 0] ?? 0
  return bias + (sum * scale) / Math.sqrt(Math.max(1, buckets.length))
}

export interface WindowFeatures {
  words: readonly Word[]
  features: Features
}

/** Several guardrails classify the same words one after the other. */
const windowsByWords = new WeakMap<readonly Word[], WindowFeatures[]>()

export const toWindowFeatures = (words: readonly Word[]): WindowFeatures[] => {
  const cached = windowsByWords.get(words)
  if (cached) return cached
  const windows = splitIntoWindows(words).map((window) => ({
    words: window,
    features: extractFeatures(window),
  }))
  windowsByWords.set(words, windows)
  return windows
}

export interface Classification {
  margin: number
  /** The window with the highest margin. */
  window: WindowFeatures | undefined
}

export const classify = (model: Model, windows: readonly WindowFeatures[]): Classification => {
  let best: Classification = { margin: -Infinity, window: undefined }
  for (const window of windows) {
    const margin = getMargin(model, window.features)
    if (margin > best.margin) best = { margin, window }
  }
  return best
}

const MAX_SHOWN = 5

/** The words that raised the margin of a window most, in the order of the text. */
export const explain = ({ weights }: Model, { words, features }: WindowFeatures, label: string): Span[] => {
  const { buckets, ends } = features
  const contributions = words.map((word, at) => {
    let sum = 0
    for (let index = at === 0 ? 0 : (ends[at - 1] ?? 0); index < (ends[at] ?? 0); index++)
      sum += weights[buckets[index] ?? 0] ?? 0
    return { word, sum }
  })
  return contributions
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MAX_SHOWN)
    .map(({ word: { start, end } }) => ({ start, end, label }))
    .sort((a, b) => a.start - b.start)
}
