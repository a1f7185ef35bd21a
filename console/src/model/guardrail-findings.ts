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
  /** Those of them that end with this part. */
  ending: Finding[]
}

type Place = Omit<Finding, 'number'>

/** Several rules of a guardrail may find the same passage; it is shown as one finding. */
const mergeOverlaps = (places: Place[]): Place[] => {
  const merged: Place[] = []
  for (const place of places) {
    const same = merged.findLast(
      ({ guardrail, label, end }) =>
        guardrail === place.guardrail && label === place.label && place.start < end,
    )
    if (same === undefined) merged.push({ ...place })
    else same.end = Math.max(same.end, place.end)
  }
  return merged
}

/** The findings with a place in the text, by that place. */
export const listFindings = (decisions: readonly Decision[]): Finding[] => {
  const places = decisions
    .filter(({ action }) => action !== 'pass')
    .flatMap(({ spans, guardrail, action, score, reason, detector }) =>
      spans.map((span) => ({ ...span, guardrail, action, score, reason, detector })),
    )
    .sort((a, b) => a.start - b.start || a.end - b.end)
  return mergeOverlaps(places).map((place, index) => ({ number: index + 1, ...place }))
}

/** Divides the text where a finding starts or ends; findings may overlap. Offsets outside of the text are cut. */
export const splitText = (text: string, findings: readonly Finding[]): Segment[] => {
  const clamp = (offset: number): number => Math.min(Math.max(offset, 0), text.length)
  const borders = new Set([
    0,
    text.length,
    ...findings.flatMap(({ start, end }) => [clamp(start), clamp(end)]),
  ])
  const offsets = [...borders].sort((a, b) => a - b)
  return offsets.slice(0, -1).map((start, index) => {
    const end = offsets[index + 1] ?? text.length
    const covering = findings.filter((finding) => clamp(finding.start) <= start && clamp(finding.end) > start)
    return {
      text: text.slice(start, end),
      findings: covering,
      ending: covering.filter((finding) => clamp(finding.end) === end),
    }
  })
}
