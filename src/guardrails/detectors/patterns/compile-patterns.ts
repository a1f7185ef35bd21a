/**
 * Compiles the patterns of an `output_filter` to detectors. Does not throw: all problems are returned, by path.
 *
 * A user pattern with the name of a built-in pattern is searched in addition to it: a user who writes
 * `credit_card: '\d{4}-\d{4}-\d{4}-\d{4}'` wants to find cards in any grouping.
 */
import { RE2JS, RE2JSException } from 're2js'
import { foldWords } from '../text/fold.js'
import { normalizeText } from '../text/normalize.js'
import { BUILT_IN_NAMES, findBuiltIn } from './built-in-patterns.js'
import { acceptCandidate, findWithProgram, findWithRe2, findAll, type Detector } from './detector.js'
import { toProgram, type Program } from './program.js'
import type { ValidationProblems } from '../../../schema/validation-problems.js'
import { SearchBudget } from './search-budget.js'
import { parsePatternEntries, type Report } from './pattern-entries.js'

export const DEFAULT_REPLACEMENT = '[REDACTED]'
const MAX_PATTERN_LENGTH = 1000
/** Compiling a pattern takes up to 2 ms, and a guardrail is checked on the main thread (November 2026). */
const MAX_PATTERNS = 100
/**
 * The size of `a{1,300}`. In the worst case every character costs a step per instruction: with 2,000 instructions, 100 KB
 * of the worst text took 28 s (November 2026).
 */
const MAX_PROGRAM_SIZE = 600
/** Above this size, running a pattern character by character would be slower than the model that streams them. */
const MAX_STREAMED_PROGRAM_SIZE = 300

// Normalization would remove what such a pattern looks for: an em dash, a zero-width space, a full-width letter.
const MATCHES_BEYOND_ASCII = /[^\0-\x7f]|\\[xpP]/

export interface PatternConfig {
  /** `[{ name: regex }]`, `{ name: regex }`, names of built-in patterns, `{ name, pattern }`, or a mix in a list. */
  detect_patterns?: unknown
  /** A list of plain strings. */
  block_patterns?: unknown
  replacement?: unknown
}

export interface PatternSet {
  detectors: Detector[]
  replacement: string
  /** `buffered`: a stream can be checked only after its end; `reason` says why. */
  mode: 'streaming' | 'buffered'
  reason?: string
}

export interface CompiledPatterns {
  set: PatternSet
  /** By path. If there is one, the set must not be used. */
  problems: ValidationProblems
  /** By path. The configuration works, but perhaps not as intended. */
  warnings: ValidationProblems
}

export const compilePatterns = (config: PatternConfig): CompiledPatterns => {
  const problems: ValidationProblems = {}
  const report: Report = (path, text) => {
    problems[path] ??= text
  }
  const detectors = new Set<Detector>()
  const entries = parsePatternEntries(config.detect_patterns, report)
  if (entries.length > MAX_PATTERNS)
    report('detect_patterns', `must contain at most ${String(MAX_PATTERNS)} patterns`)
  for (const { path, name, pattern } of entries.slice(0, MAX_PATTERNS)) {
    const builtIns = findBuiltIn(name)
    for (const detector of builtIns ?? []) detectors.add(detector)
    if (pattern !== undefined) {
      const detector = compilePattern(name, pattern, (text) => report(path, `pattern "${name}" ${text}`))
      if (detector === undefined) continue
      detectors.add(detector)
      if (MATCHES_BEYOND_ASCII.test(pattern)) detectors.add({ ...detector, textForm: 'original' })
    } else if (builtIns === undefined) {
      report(path, `"${name}" is not a built-in pattern; available: ${BUILT_IN_NAMES.join(', ')}`)
    }
  }
  for (const detector of compileBlockPatterns(config.block_patterns, report)) detectors.add(detector)

  const { replacement = DEFAULT_REPLACEMENT } = config
  if (typeof replacement !== 'string') report('replacement', 'must be a string')
  const set = toPatternSet(
    [...detectors],
    typeof replacement === 'string' ? replacement : DEFAULT_REPLACEMENT,
  )
  return { set, problems, warnings: findWarnings(set) }
}

/** A replacement that matches a pattern would be replaced again by a second guardrail. */
const findWarnings = (set: PatternSet): ValidationProblems => {
  const { text } = normalizeText(set.replacement)
  const selfMatching = set.detectors.find(
    (detector) => detector.kind === 'redact' && findAll(detector, text).length > 0,
  )
  return selfMatching === undefined
    ? {}
    : { replacement: `is itself matched by pattern "${selfMatching.label}"` }
}

const toPatternSet = (detectors: Detector[], replacement: string): PatternSet => {
  const unstreamable = detectors.find(({ program }) => program === undefined)
  if (unstreamable === undefined) return { detectors, replacement, mode: 'streaming' }
  const reason = `pattern "${unstreamable.label}" is too large to run character by character`
  return { detectors, replacement, mode: 'buffered', reason }
}

const compilePattern = (
  name: string,
  pattern: string,
  report: (text: string) => void,
): Detector | undefined => {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    report(`has ${String(pattern.length)} characters; at most ${String(MAX_PATTERN_LENGTH)} are allowed`)
    return undefined
  }
  const compiled = compileRe2(pattern, report)
  if (compiled === undefined) return undefined
  if (compiled.matcher('').programSize() > MAX_PROGRAM_SIZE) {
    report(`is too large: it compiles to more than ${String(MAX_PROGRAM_SIZE)} instructions`)
    return undefined
  }
  const program = toProgram(compiled)
  if (program === undefined ? compiled.test('') : program.matchesEmpty) {
    report('can match the empty string, so it would match everywhere')
    return undefined
  }
  const isStreamed = program !== undefined && program.instructions.length <= MAX_STREAMED_PROGRAM_SIZE
  return makeDetector({ label: name, kind: 'redact', textForm: 'normalized' }, compiled, program, isStreamed)
}

const makeDetector = (
  description: Pick<Detector, 'label' | 'kind' | 'textForm'>,
  compiled: RE2JS,
  program: Program | undefined,
  isStreamed: boolean,
): Detector => ({
  ...description,
  find: skipWhenAbsent(
    compiled,
    // Only the automaton counts its steps. RE2 runs a pattern with an instruction that this version does not know.
    program === undefined ? findWithRe2(compiled) : findWithProgram(program),
  ),
  program: isStreamed ? program : undefined,
  checkCandidate: acceptCandidate,
})

/** Testing whether there is any match is hundreds of times faster than locating it. */
const skipWhenAbsent =
  (compiled: RE2JS, find: Detector['find']): Detector['find'] =>
  (text) => {
    SearchBudget.current?.spendOnTest(text.length)
    return compiled.test(text) ? find(text) : () => undefined
  }

const compileRe2 = (pattern: string, report: (text: string) => void): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const hasLookaround = /\(\?(?:[=!]|<[=!])/.test(pattern)
    const hasBackReference = /\\(?:[1-9]|k<)/.test(pattern)
    const reason = hasLookaround
      ? 'uses lookahead or lookbehind, which cannot run in linear time'
      : hasBackReference
        ? 'uses a backreference, which cannot run in linear time'
        : `is not a valid RE2 expression: ${error.message}`
    report(reason)
    return undefined
  }
}

/** Plain phrases search the folded text, where case, confusables and invisible characters make no difference. */
const compileBlockPatterns = (value: unknown, report: Report): Detector[] => {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    report('block_patterns', 'must be a list of strings')
    return []
  }
  return value.flatMap((phrase: unknown, index) => {
    const path = `block_patterns/${String(index)}`
    if (typeof phrase !== 'string') report(path, 'must be a string')
    else if (phrase.length > MAX_PATTERN_LENGTH)
      report(path, `must have at most ${String(MAX_PATTERN_LENGTH)} characters`)
    else if (foldWords(normalizeText(phrase)).text.trim() === '') report(path, 'contains no searchable text')
    else return [makeBlockDetector(phrase)]
    return []
  })
}

const makeBlockDetector = (phrase: string): Detector => {
  const words = foldWords(normalizeText(phrase)).text.trim().split(/\s+/)
  // A phrase may span lines.
  const compiled = RE2JS.compile(words.map((word) => RE2JS.quote(word)).join('[ \\t\\r\\n]+'))
  return makeDetector(
    { label: phrase, kind: 'block', textForm: 'folded' },
    compiled,
    toProgram(compiled),
    true,
  )
}
