import type { Span } from '../span.js'

/** Weights of what was found, gathered as independent witnesses. */
export interface Evidence {
  add: (weight: number, span?: { start: number; end: number }) => void
  toScore: () => CategoryScore
}

export interface CategoryScore {
  /** 0 to 1: from 0.5 on likely, from 0.8 on plain. */
  score: number
  spans: Span[]
}

/** Spans of less weight are noise to whoever reads the audit. */
const MIN_SHOWN_WEIGHT = 0.2
const MAX_SPANS = 100

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
