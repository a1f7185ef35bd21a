/** Logistic regression by AdaGrad on sparse binary features. Deterministic: the order of the examples comes from a seed. */
import { BUCKETS } from '../src/guardrails/detectors/classifier/features.js'
import type { EncodedModel, Model } from '../src/guardrails/detectors/classifier/model.js'
import { makeRandom } from '../test/support/random.js'

export interface Sample {
  buckets: Uint16Array
  label: 0 | 1
  weight: number
}

const EPOCHS = 8
const RATE = 0.6
const DECAY = 1e-3
const SEED = 20

interface Weights {
  values: Float32Array
  bias: number
}

const toProbability = (margin: number): number => 1 / (1 + Math.exp(-margin))

export const trainWeights = (samples: readonly Sample[]): Weights => {
  const values = new Float32Array(BUCKETS)
  const squares = new Float32Array(BUCKETS).fill(1e-3)
  let bias = 0
  let biasSquare = 1e-3
  const random = makeRandom(SEED)
  const order = Uint32Array.from(samples.keys())
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1))
      const swapped = order[at]!
      order[at] = order[other]!
      order[other] = swapped
    }
    for (const index of order) {
      const { buckets, label, weight } = samples[index]!
      const length = 1 / Math.sqrt(Math.max(1, buckets.length))
      let sum = 0
      for (const bucket of buckets) sum += values[bucket]!
      const error = (toProbability(bias + sum * length) - label) * weight
      biasSquare += error * error
      bias -= (RATE * error) / Math.sqrt(biasSquare)
      const gradient = error * length
      for (const bucket of buckets) {
        const value = values[bucket]!
        const slope = gradient + DECAY * value
        const square = (squares[bucket]! += slope * slope)
        values[bucket] = value - (RATE * slope) / Math.sqrt(square)
      }
    }
  }
  return { values, bias }
}

/** One byte for each weight. The few largest weights are clipped, so that the others keep their precision. */
const CLIPPED_SHARE = 0.0005

export const quantize = ({ values, bias }: Weights): Model => {
  const sizes = Float32Array.from(values, Math.abs).sort()
  const largest = sizes[Math.floor(sizes.length * (1 - CLIPPED_SHARE)) - 1] ?? 1
  const scale = Number((Math.max(largest, 1e-6) / 127).toPrecision(6))
  const weights = Int8Array.from(values, (value) => Math.max(-127, Math.min(127, Math.round(value / scale))))
  return { weights, scale, bias: Number(bias.toPrecision(6)) }
}

export const encodeModel = ({ weights, scale, bias }: Model): EncodedModel => ({
  weights: Buffer.from(weights.buffer).toString('base64'),
  scale,
  bias,
})
