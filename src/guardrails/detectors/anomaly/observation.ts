import { countCodePoints } from '../text/code-points.js'
import { scoreSentiment } from './sentiment.js'
import { extractTerms, type Term } from './terms.js'

/** What is kept of a reply to compare later ones with: plain JSON, about 1 KB, without the text. */
export interface Observation {
  /** Code points. */
  length: number
  /** −1 to 1. */
  sentiment: number
  terms: Term[]
  /** As `judge` said when the reply came. */
  isOutlier?: boolean
}

export const toObservation = (text: string): Observation => ({
  length: countCodePoints(text),
  sentiment: scoreSentiment(text),
  terms: extractTerms(text),
})
