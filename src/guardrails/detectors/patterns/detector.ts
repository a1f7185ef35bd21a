/** A detector finds one kind of pattern: an expression finds candidates, and a check accepts or rejects them. */
import { RE2JS } from 're2js'
import { computeOnce } from '../compute-once.js'
import type { Range } from '../text/mapped-text.js'
import { Automaton } from './automaton.js'
import { toProgram, type Program } from './program.js'
import { SearchBudget } from './search-budget.js'

export type MatchKind = 'redact' | 'block'

/**
 * Returns the matches within the candidate `text[start..end)`. It must not read past `end` (a stream has no later text
 * yet), nor further back than `MAX_LOOK_BACK`. The search continues at `next`.
 */
export type CandidateCheck = (text: string, start: number, end: number) => { matches: Range[]; next: number }
export const MAX_LOOK_BACK = 64

export interface Detector {
  label: string
  kind: MatchKind
  /** Block patterns search the folded text. A pattern with non-ASCII characters also searches the original text. */
  textForm: 'original' | 'normalized' | 'folded'
  find: (text: string) => (from: number) => Range | undefined
  /** Undefined if the pattern cannot run on a stream. */
  readonly program: Program | undefined
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
    const budget = SearchBudget.current ?? new SearchBudget(text.length)
    return (from) => {
      if (from > text.length) return undefined
      if (budget.isSpent) return from === text.length ? undefined : { start: from, end: text.length }
      const stepsBefore = program.dfa.steps
      const match = automaton.findIn(text, from)
      budget.spend(program.dfa.steps - stepsBefore)
      return match
    }
  }
}

/**
 * The pattern uses only syntax that means the same in JavaScript and RE2 and runs in linear time in both: JavaScript's
 * RegExp is several times faster on whole texts, RE2's program runs on streams.
 */
export const makeBuiltInDetector = (
  label: string,
  pattern: string,
  checkCandidate: CandidateCheck = acceptCandidate,
  requiredLiteral?: RequiredLiteral,
): Detector => {
  const compile = computeOnce(() => RE2JS.compile(pattern))
  const getProgram = computeOnce(() => toProgram(compile()))
  const findInShortText = findWithRegExp(new RegExp(pattern, 'gu'), requiredLiteral)
  return {
    label,
    kind: 'redact',
    textForm: 'normalized',
    find: (text) => (text.length > MAX_REGEXP_TEXT ? findWithRe2(compile())(text) : findInShortText(text)),
    get program() {
      return getProgram()
    },
    checkCandidate,
  }
}

/** Makes the letters of a pattern case-insensitive. The pattern must not contain escapes. */
export const toAnyCase = (words: string): string =>
  words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

// The backtracking stack of JavaScript's RegExp grows with the match, and overflows on very long matches.
const MAX_REGEXP_TEXT = 200_000

/** A literal that every match contains, at most `maxOffset` units after its start, and that cannot occur before it. */
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

/** Finds an expression in a candidate; it may look at the two characters before it. */
export const findRanges = (
  text: string,
  start: number,
  end: number,
  pattern: RegExp,
): (Range & { text: string })[] => {
  const offset = Math.max(0, start - 2)
  return Array.from(text.slice(offset, end).matchAll(pattern), ({ 0: match, index }) => ({
    start: offset + index,
    end: offset + index + match.length,
    text: match,
  }))
}

/** Finds all matches of a detector in a complete text. */
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
