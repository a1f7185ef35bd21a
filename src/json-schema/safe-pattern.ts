/** Compiles regular expressions of users with RE2, which runs in linear time, or says why a pattern is refused. */
import { RE2JS, RE2JSException } from 're2js'

const MAX_SOURCE_LENGTH = 1_000
/** The program size of `a{1,300}`. Matching one character can take one step per instruction. */
const MAX_PROGRAM_SIZE = 600

export const compilePattern = (
  source: string,
  caseSensitive = true,
): { pattern: RE2JS } | { problem: string } => {
  if (source.length > MAX_SOURCE_LENGTH)
    return { problem: `must have at most ${String(MAX_SOURCE_LENGTH)} characters` }
  try {
    // Translates JavaScript syntax, such as \u00e9, to RE2 syntax, such as \x{e9}.
    const translated = RE2JS.translateRegExp(source)
    const pattern = RE2JS.compile(translated, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    const isLarge = pattern.matcher('').programSize() > MAX_PROGRAM_SIZE
    return isLarge ? { problem: 'is too large: nested repetitions multiply its size' } : { pattern }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { problem: describeError(source, error.message) }
  }
}

const describeError = (source: string, message: string): string => {
  if (/\(\?(?:[=!]|<[=!])/.test(source)) return 'uses lookahead or lookbehind, which RE2 does not support'
  if (/\\(?:[1-9]|k<)/.test(source)) return 'uses a backreference, which RE2 does not support'
  return `is not a valid RE2 regular expression: ${message}`
}
