/**
 * The configuration of an `output_filter` as detectors. Nothing is thrown: what is wrong is told by path, all at once.
 *
 * A pattern of the user's under the name of a built-in detector is searched as it is written, and the built-in detector
 * is searched as well: who writes `credit_card: '\d{4}-\d{4}-\d{4}-\d{4}'` means cards, in whatever grouping.
 */
import { RE2JS, RE2JSException } from 're2js'
import { foldWords } from '../text/fold.js'
import { normalizeText } from '../text/normalize.js'
import { BUILT_IN_NAMES, findBuiltIn } from './built-in-patterns.js'
import { acceptCandidate, findWithProgram, findWithRe2, findAll, type Detector } from './detector.js'
import { toProgram, type Program } from './program.js'
import { parsePatternEntries, type ValidationProblems, type Report } from './pattern-entries.js'

export const DEFAULT_REPLACEMENT = '[REDACTED]'
const MAX_PATTERN_LENGTH = 1000
/**
 * What `a{1,300}` takes. Every character may cost a step for each instruction: with 2,000 of them, 100 KB of the worst text took
 * 28 s (November 2026).
 */
const MAX_PROGRAM_SIZE = 600
/** Beyond this, running a pattern character by character would be slower than the model that writes them. */
const MAX_STREAMED_PROGRAM_SIZE = 300
/** Beyond this, RE2's own search of a whole text is faster than ours. */
const MAX_SEARCHED_PROGRAM_SIZE = 150

// Such a pattern may ask for what normalising changes: an em dash, a zero-width space, a full-width letter.
const MATCHES_BEYOND_ASCII = /[^\0-\x7f]|\\[xpP]/

export interface PatternConfig {
  /** `[{ name: regex }]`, `{ name: regex }`, names of built-in detectors, `{ name, pattern }`, or a mix in a list. */
  detect_patterns?: unknown
  /** Plain strings. */
  block_patterns?: unknown
  replacement?: unknown
}

export interface PatternSet {
  detectors: Detector[]
  replacement: string
  /** `buffered`: a stream can be checked only when it has ended, for the `reason`. */
  mode: 'streaming' | 'buffered'
  reason?: string
}

export interface CompiledPatterns {
  set: PatternSet
  /** By path; with any of these the configuration is not to be used. */
  problems: ValidationProblems
  /** By path; the configuration works, but perhaps not as it was meant. */
  warnings: ValidationProblems
}

export const compilePatterns = (config: PatternConfig): CompiledPatterns => {
  const problems: ValidationProblems = {}
  const report: Report = (path, text) => {
    problems[path] ??= text
  }
  const detectors = new Set<Detector>()
  for (const { path, name, pattern } of parsePatternEntries(config.detect_patterns, report)) {
    const builtIns = findBuiltIn(name)
    for (const detector of builtIns ?? []) detectors.add(detector)
    if (pattern !== undefined) {
      const detector = compilePattern(name, pattern, (text) => report(path, `pattern "${name}" ${text}`))
      if (detector === undefined) continue
      detectors.add(detector)
      if (MATCHES_BEYOND_ASCII.test(pattern)) detectors.add({ ...detector, textForm: 'original' })
    } else if (builtIns === undefined) {
      report(path, `"${name}" is no built-in pattern; there are ${BUILT_IN_NAMES.join(', ')}`)
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

/** Text that is checked twice, as by two guardrails, should not be replaced twice. */
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
  const reason = `pattern "${unstreamable.label}" is too large to be run character by character`
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
    report('is too large: its repetitions multiply to more than can be run on every text')
    return undefined
  }
  const program = toProgram(compiled)
  if (program === undefined ? compiled.test('') : program.matchesEmpty) {
    report('can match the empty string, so it would match everywhere')
    return undefined
  }
  const isStreamed = program !== undefined && program.instructions.length <= MAX_STREAMED_PROGRAM_SIZE
  return makeDetector(name, 'redact', 'normalized', compiled, isStreamed ? program : undefined)
}

const makeDetector = (
  label: string,
  kind: Detector['kind'],
  reads: Detector['textForm'],
  compiled: RE2JS,
  program: Program | undefined,
): Detector => ({
  label,
  kind,
  textForm: reads,
  find: skipWhenAbsent(
    compiled,
    program === undefined || program.instructions.length > MAX_SEARCHED_PROGRAM_SIZE
      ? findWithRe2(compiled)
      : findWithProgram(program),
  ),
  program,
  checkCandidate: acceptCandidate,
})

/** Whether there is anything to find at all is known hundreds of times faster than where. */
const skipWhenAbsent =
  (compiled: RE2JS, find: Detector['find']): Detector['find'] =>
  (text) =>
    compiled.test(text) ? find(text) : () => undefined

const compileRe2 = (pattern: string, report: (text: string) => void): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const hasLookaround = /\(\?(?:[=!]|<[=!])/.test(pattern)
    const hasBackReference = /\\(?:[1-9]|k<)/.test(pattern)
    const reason = hasLookaround
      ? 'looks ahead or behind, which cannot be run in linear time'
      : hasBackReference
        ? 'refers back to a group, which cannot be run in linear time'
        : `is no regular expression of RE2: ${error.message}`
    report(reason)
    return undefined
  }
}

/** Plain text is looked for in the folded text, where case, look-alikes and invisible characters make no difference. */
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
    else if (foldWords(normalizeText(phrase)).text.trim() === '')
      report(path, 'has nothing that could be looked for')
    else return [makeBlockDetector(phrase)]
    return []
  })
}

const makeBlockDetector = (phrase: string): Detector => {
  const words = foldWords(normalizeText(phrase)).text.trim().split(/\s+/)
  // A phrase may be broken over lines.
  const compiled = RE2JS.compile(words.map((word) => RE2JS.quote(word)).join('[ \\t\\r\\n]+'))
  return makeDetector(phrase, 'block', 'folded', compiled, toProgram(compiled))
}
