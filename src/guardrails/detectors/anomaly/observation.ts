import { codePointsIn } from '../text/code-points.js'
import { sentimentOf } from './sentiment.js'
import { termsOf, type Term } from './terms.js'

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

export const observe = (text: string): Observation => ({
  length: codePointsIn(text),
  sentiment: sentimentOf(text),
  terms: termsOf(text),
})
