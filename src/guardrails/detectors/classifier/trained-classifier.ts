import type { Combination } from './combine.js'
import type { EncodedModel } from './model.js'

/** A model as `npm run train` writes it, and how its margin is combined with the word lists. */
export interface TrainedClassifier extends EncodedModel {
  combination: Combination
}
