/**
 * The configuration of an `output_filter` as detectors. Nothing is thrown: what is wrong is told by path, all at once.
 *
 * A pattern of the user's under the name of a built-in detector is searched as it is written, and the built-in detector
 * is searched as well: who writes `credit_card: '\d{4}-\d{4}-\d{4}-\d{4}'` means cards, in whatever grouping.
 */
import { RE2JS, RE2JSException } from 're2js'
import { foldWords } from '../text/fold.js'
import { normalise } from '../text/normalize.js'
import { BUILT_IN_NAMES, builtIn } from './built-in-patterns.js'
import { everyCandidate, findWithProgram, findWithRe2, searchWhole, type Detector } from './detector.js'
import { programOf, type Program } from './program.js'
import { entriesOf, type Problems, type Report } from './pattern-entries.js'

export const DEFAULT_REPLACEMENT = '[REDACTED]'
const LONGEST_PATTERN = 1000
/**
 * What `a{1,300}` takes. Every character may cost a step for each instruction: with 2,000 of them, 100 KB of the worst text took
 * 28 s (November 2026).
 */
const LARGEST_PROGRAM = 600
/** Beyond this, running a pattern character by character would be slower than the model that writes them. */
const LARGEST_STREAMED_PROGRAM = 300
/** Beyond this, RE2's own search of a whole text is faster than ours. */
const LARGEST_SEARCHED_PROGRAM = 150

// Such a pattern may ask for what normalising changes: an em dash, a zero-width space, a full-width letter.
const ASKS_BEYOND_ASCII = /[^\0-\x7f]|\\[xpP]/

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

export interface Compiled {
  set: PatternSet
  /** By path; with any of these the configuration is not to be used. */
  problems: Problems
  /** By path; the configuration works, but perhaps not as it was meant. */
  warnings: Problems
}

export const compilePatterns = (config: PatternConfig): Compiled => {
  const problems: Problems = {}
  const report: Report = (path, text) => {
    problems[path] ??= text
  }
  const detectors = new Set<Detector>()
  for (const { path, name, pattern } of entriesOf(config.detect_patterns, report)) {
    const own = builtIn(name)
    for (const detector of own ?? []) detectors.add(detector)
    if (pattern !== undefined) {
      const detector = compilePattern(name, pattern, (text) => report(path, `pattern "${name}" ${text}`))
      if (detector === undefined) continue
      detectors.add(detector)
      if (ASKS_BEYOND_ASCII.test(pattern)) detectors.add({ ...detector, reads: 'original' })
    } else if (own === undefined) {
      report(path, `"${name}" is no built-in pattern; there are ${BUILT_IN_NAMES.join(', ')}`)
    }
  }
  for (const detector of compileBlockPatterns(config.block_patterns, report)) detectors.add(detector)

  const { replacement = DEFAULT_REPLACEMENT } = config
  if (typeof replacement !== 'string') report('replacement', 'must be a string')
  const set = setOf([...detectors], typeof replacement === 'string' ? replacement : DEFAULT_REPLACEMENT)
  return { set, problems, warnings: warningsOf(set) }
}

/** Text that is checked twice, as by two guardrails, should not be replaced twice. */
const warningsOf = (set: PatternSet): Problems => {
  const { text } = normalise(set.replacement)
  const again = set.detectors.find(
    (detector) => detector.kind === 'redact' && searchWhole(detector, text).length > 0,
  )
  return again === undefined ? {} : { replacement: `is itself matched by pattern "${again.label}"` }
}

const setOf = (detectors: Detector[], replacement: string): PatternSet => {
  const whole = detectors.find(({ program }) => program === undefined)
  if (whole === undefined) return { detectors, replacement, mode: 'streaming' }
  const reason = `pattern "${whole.label}" is too large to be run character by character`
  return { detectors, replacement, mode: 'buffered', reason }
}

const compilePattern = (
  name: string,
  pattern: string,
  report: (text: string) => void,
): Detector | undefined => {
  if (pattern.length > LONGEST_PATTERN) {
    report(`has ${String(pattern.length)} characters; at most ${String(LONGEST_PATTERN)} are allowed`)
    return undefined
  }
  const compiled = compileRe2(pattern, report)
  if (compiled === undefined) return undefined
  if (compiled.matcher('').programSize() > LARGEST_PROGRAM) {
    report('is too large: its repetitions multiply to more than can be run on every text')
    return undefined
  }
  const program = programOf(compiled)
  if (program === undefined ? compiled.test('') : program.canBeEmpty) {
    report('can match the empty string, so it would match everywhere')
    return undefined
  }
  const isStreamed = program !== undefined && program.instructions.length <= LARGEST_STREAMED_PROGRAM
  return detectorOf(name, 'redact', 'normalised', compiled, isStreamed ? program : undefined)
}

const detectorOf = (
  label: string,
  kind: Detector['kind'],
  reads: Detector['reads'],
  compiled: RE2JS,
  program: Program | undefined,
): Detector => ({
  label,
  kind,
  reads,
  find: unlessAbsent(
    compiled,
    program === undefined || program.instructions.length > LARGEST_SEARCHED_PROGRAM
      ? findWithRe2(compiled)
      : findWithProgram(program),
  ),
  program,
  judge: everyCandidate,
})

/** Whether there is anything to find at all is known hundreds of times faster than where. */
const unlessAbsent =
  (compiled: RE2JS, find: Detector['find']): Detector['find'] =>
  (text) =>
    compiled.test(text) ? find(text) : () => undefined

const compileRe2 = (pattern: string, report: (text: string) => void): RE2JS | undefined => {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    const lookaround = /\(\?(?:[=!]|<[=!])/.test(pattern)
    const backReference = /\\(?:[1-9]|k<)/.test(pattern)
    const why = lookaround
      ? 'looks ahead or behind, which cannot be run in linear time'
      : backReference
        ? 'refers back to a group, which cannot be run in linear time'
        : `is no regular expression of RE2: ${error.message}`
    report(why)
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
    else if (phrase.length > LONGEST_PATTERN)
      report(path, `must have at most ${String(LONGEST_PATTERN)} characters`)
    else if (foldWords(normalise(phrase)).text.trim() === '')
      report(path, 'has nothing that could be looked for')
    else return [blockDetector(phrase)]
    return []
  })
}

const blockDetector = (phrase: string): Detector => {
  const words = foldWords(normalise(phrase)).text.trim().split(/\s+/)
  // A phrase may be broken over lines.
  const compiled = RE2JS.compile(words.map((word) => RE2JS.quote(word)).join('[ \\t\\r\\n]+'))
  return detectorOf(phrase, 'block', 'folded', compiled, programOf(compiled))
}
