/** The models that `npm run train` writes. Each is decoded when it is first used. */
import { computeOnce } from '../compute-once.js'
import type { Combination } from './combine.js'
import { decodeModel, type Model } from './model.js'
import type { TrainedClassifier } from './trained-classifier.js'
import { HARASSMENT } from './weights/harassment.js'
import { HATE_SPEECH } from './weights/hate-speech.js'
import { PROMPT_INJECTION } from './weights/prompt-injection.js'
import { SELF_HARM } from './weights/self-harm.js'
import { SEXUAL } from './weights/sexual.js'
import { VIOLENCE } from './weights/violence.js'

export type ClassifiedCategory =
  | 'hate_speech'
  | 'violence'
  | 'self_harm'
  | 'harassment'
  | 'sexual'
  | 'prompt_injection'

export interface Classifier {
  model: Model
  combination: Combination
}

const decode = (trained: TrainedClassifier): (() => Classifier) =>
  computeOnce(() => ({ model: decodeModel(trained), combination: trained.combination }))

const CLASSIFIERS: Readonly<Record<ClassifiedCategory, () => Classifier>> = {
  hate_speech: decode(HATE_SPEECH),
  violence: decode(VIOLENCE),
  self_harm: decode(SELF_HARM),
  harassment: decode(HARASSMENT),
  sexual: decode(SEXUAL),
  prompt_injection: decode(PROMPT_INJECTION),
}

export const getClassifier = (category: ClassifiedCategory): Classifier => CLASSIFIERS[category]()
