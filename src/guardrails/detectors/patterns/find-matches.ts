/** Finds and replaces the matches of a pattern set in a complete text. */
import type { Span } from '../span.js'
import { foldWords } from '../text/fold.js'
import { toIdentityMapping } from '../text/mapped-text.js'
import { normalizeText } from '../text/normalize.js'
import type { PatternSet } from './compile-patterns.js'
import { findAll, type MatchKind } from './detector.js'

export interface Match extends Span {
  kind: MatchKind
}

/** Sorted by start. Overlapping matches of one kind are merged under the label of the longest. */
export const findMatches = (set: PatternSet, text: string): Match[] => {
  const normalized = normalizeText(text)
  const folded = set.detectors.some(({ textForm }) => textForm === 'folded')
    ? foldWords(normalized)
    : normalized
  const textForms = { original: toIdentityMapping(text), normalized, folded }
  const matches: Match[] = []
  for (const detector of set.detectors) {
    const { label, kind } = detector
    const source = textForms[detector.textForm]
    for (const match of findAll(detector, source.text)) {
      const { start, end } = source.toSourceRange(match.start, match.end)
      matches.push({ start, end, label, kind })
    }
  }
  const redacted = mergeMatches(matches, 'redact')
  const blocking = mergeMatches(matches, 'block')
  return blocking.length === 0 ? redacted : [...redacted, ...blocking].sort(comparePositions)
}

const comparePositions = (a: Match, b: Match): number =>
  a.start - b.start || b.end - a.end || (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)

/** Merges overlapping matches of one kind. Adjacent matches stay separate. */
export const mergeMatches = (matches: readonly Match[], kind: MatchKind): Match[] => {
  const merged: Match[] = []
  let longest = 0
  for (const match of matches.filter((each) => each.kind === kind).sort(comparePositions)) {
    const last = merged.at(-1)
    const length = match.end - match.start
    if (last === undefined || match.start >= last.end) {
      // No object spread: with a million matches, creating these objects dominates the time.
      merged.push({ start: match.start, end: match.end, label: match.label, kind })
      longest = length
      continue
    }
    last.end = Math.max(last.end, match.end)
    if (length > longest) {
      last.label = match.label
      longest = length
    }
  }
  return merged
}

/** Ignores matches that block; the caller decides what happens to a blocked text. */
export const redact = (text: string, matches: readonly Match[], replacement: string): string => {
  let result = ''
  let at = 0
  for (const { start, end } of mergeMatches(matches, 'redact')) {
    result += text.slice(at, start) + replacement
    at = end
  }
  return result + text.slice(at)
}
