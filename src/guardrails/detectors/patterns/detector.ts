/** What looks for one thing in text: how candidates are found, and what decides whether a candidate is one. */
import { RE2JS } from 're2js'
import type { Range } from '../text/mapped-text.js'
import { Automaton } from './automaton.js'
import { toProgram, type Program } from './program.js'

export type MatchKind = 'redact' | 'block'

/**
 * Decides what in the candidate `text[start..end)` is a match. It must not look past `end` (in a stream nothing is there
 * yet), nor further back than `LOOK_BACK`. The search goes on at `next`.
 */
export type CandidateCheck = (text: string, start: number, end: number) => { matches: Range[]; next: number }
export const MAX_LOOK_BACK = 2

export interface Detector {
  label: string
  kind: MatchKind
  /** Block patterns are words and read the folded text. What is not ASCII is looked for in the text as it came, too. */
  textForm: 'original' | 'normalized' | 'folded'
  find: (text: string) => (from: number) => Range | undefined
  /** Undefined: the pattern cannot be run on a stream. */
  program: Program | undefined
  checkCandidate: CandidateCheck
}

export const acceptCandidate: CandidateCheck = (_text, start, end) => ({
  matches: [{ start, end }],
  next: end,
})

export const findWithRe2 = (pattern: RE2JS): Detector['find'] => {
  return (text) => {
    const matcher = pattern.matcher(text)
    return (from) =>
      from <= text.length && matcher.find(from) ? { start: matcher.start(), end: matcher.end() } : undefined
  }
}

export const findWithProgram = (program: Program): Detector['find'] => {
  return (text) => {
    const automaton = new Automaton(program)
    return (from) => (from <= text.length ? automaton.findIn(text, from) : undefined)
  }
}

/**
 * A detector of our own. Its pattern is of the part of the syntax that JavaScript and RE2 read alike, and takes linear
 * time in both: JavaScript's is several times as fast on whole texts, RE2's program runs on streams.
 */
export const makeBuiltInDetector = (
  label: string,
  pattern: string,
  checkCandidate: CandidateCheck = acceptCandidate,
  requiredLiteral?: RequiredLiteral,
): Detector => {
  const compiled = RE2JS.compile(pattern)
  const findInLongText = findWithRe2(compiled)
  const findInShortText = findWithRegExp(new RegExp(pattern, 'gu'), requiredLiteral)
  return {
    label,
    kind: 'redact',
    textForm: 'normalized',
    find: (text) => (text.length > MAX_REGEXP_TEXT ? findInLongText(text) : findInShortText(text)),
    program: toProgram(compiled),
    checkCandidate,
  }
}

/** For the letters of a pattern that has no escapes. */
export const toAnyCase = (words: string): string =>
  words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

// JavaScript's expressions keep a stack as long as the match, and throw when it is full.
const MAX_REGEXP_TEXT = 200_000

/** A sign that every match has, no further than `reach` units from its start, and that nothing before it can be. */
interface RequiredLiteral {
  literal: string
  maxOffset: number
}

const findWithRegExp =
  (expression: RegExp, requiredLiteral?: RequiredLiteral): Detector['find'] =>
  (text) =>
  (from) => {
    const literalAt = requiredLiteral === undefined ? from : text.indexOf(requiredLiteral.literal, from)
    if (literalAt === -1) return undefined
    expression.lastIndex = Math.max(from, literalAt - (requiredLiteral?.maxOffset ?? 0))
    const match = expression.exec(text)
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length }
  }

/** All matches of a detector in a text that is there as a whole. */
export const findAll = (detector: Detector, text: string): Range[] => {
  const matches: Range[] = []
  const next = detector.find(text)
  let from = 0
  for (let candidate = next(from); candidate; candidate = next(from)) {
    const result = detector.checkCandidate(text, candidate.start, candidate.end)
    for (const match of result.matches) matches.push(match)
    from = result.next
  }
  return matches
}
