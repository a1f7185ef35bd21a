import { countCodePoints } from '../text/code-points.js'
import { scoreSentiment } from './sentiment.js'
import { extractTerms, type Term } from './terms.js'

/** The measured properties of an output, stored to compare later outputs with: plain JSON, about 1 KB, without the text. */
export interface Observation {
  /** In code points. */
  length: number
  /** From −1 to 1. */
  sentiment: number
  terms: Term[]
  /** The result of `detectAnomaly` when the output was produced. */
  isOutlier?: boolean
}

export const toObservation = (text: string): Observation => ({
  length: countCodePoints(text),
  sentiment: scoreSentiment(text),
  terms: extractTerms(text),
})
