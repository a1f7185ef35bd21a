import type { Span } from '../span.js'

/** Combines weights as independent evidence. */
export interface Evidence {
  add: (weight: number, span?: { start: number; end: number }) => void
  toScore: () => CategoryScore
}

export interface CategoryScore {
  /** From 0 to 1. */
  score: number
  spans: Span[]
  /** True if the word lists alone would not have found it. */
  isClassified?: boolean
}

/** Spans with a lower weight are noise in the audit. */
const MIN_SHOWN_WEIGHT = 0.2
export const MAX_SPANS = 100

export const makeEvidence = (label: string): Evidence => {
  let doubt = 1
  const spans: Span[] = []
  return {
    add: (weight, span) => {
      doubt *= 1 - Math.min(0.99, Math.max(0, weight))
      if (span && weight >= MIN_SHOWN_WEIGHT && spans.length < MAX_SPANS) spans.push({ ...span, label })
    },
    toScore: () => ({ score: 1 - doubt, spans }),
  }
}
