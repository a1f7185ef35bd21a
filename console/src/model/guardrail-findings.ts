/** Where guardrails found something in a text. */

export interface Finding {
  /** Counted from one, in the order of the text. */
  number: number
  start: number
  end: number
  label: string
  guardrail: string
  action: string
  score: number | null
  reason: string
  detector: string
}

interface Decision {
  guardrail: string
  action: string
  score: number | null
  reason: string
  detector: string
  spans: { start: number; end: number; label: string }[]
}

export interface Segment {
  text: string
  /** The findings that cover this part of the text. */
  findings: Finding[]
}

/** The findings with a place in the text, by that place. */
export const listFindings = (decisions: readonly Decision[]): Finding[] =>
  decisions
    .filter(({ action }) => action !== 'pass')
    .flatMap(({ spans, guardrail, action, score, reason, detector }) =>
      spans.map((span) => ({ ...span, guardrail, action, score, reason, detector })),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((finding, index) => ({ number: index + 1, ...finding }))

/** Divides the text where a finding starts or ends; findings may overlap. Offsets outside of the text are cut. */
export const splitText = (text: string, findings: readonly Finding[]): Segment[] => {
  const clamp = (offset: number): number => Math.min(Math.max(offset, 0), text.length)
  const borders = new Set([
    0,
    text.length,
    ...findings.flatMap(({ start, end }) => [clamp(start), clamp(end)]),
  ])
  const offsets = [...borders].sort((a, b) => a - b)
  return offsets.slice(0, -1).map((start, index) => ({
    text: text.slice(start, offsets[index + 1]),
    findings: findings.filter((finding) => clamp(finding.start) <= start && clamp(finding.end) > start),
  }))
}
