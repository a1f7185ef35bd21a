/** Patterns that users wrote, run in linear time by RE2 or refused by name. */
import { RE2JS, RE2JSException } from 're2js'

const MAX_SOURCE_LENGTH = 1_000
/** What `a{1,300}` takes. Every character may cost a step for each instruction. */
const MAX_PROGRAM_SIZE = 600

export const compilePattern = (
  source: string,
  caseSensitive = true,
): { pattern: RE2JS } | { problem: string } => {
  if (source.length > MAX_SOURCE_LENGTH)
    return { problem: `must have at most ${String(MAX_SOURCE_LENGTH)} characters` }
  try {
    // What JavaScript writes as \u00e9 is \x{e9} here.
    const translated = RE2JS.translateRegExp(source)
    const pattern = RE2JS.compile(translated, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
    const isLarge = pattern.matcher('').programSize() > MAX_PROGRAM_SIZE
    return isLarge ? { problem: 'is too large: its repetitions multiply' } : { pattern }
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return { problem: describeError(source, error.message) }
  }
}

const describeError = (source: string, message: string): string => {
  if (/\(\?(?:[=!]|<[=!])/.test(source)) return 'looks ahead or behind, which cannot be run in linear time'
  if (/\\(?:[1-9]|k<)/.test(source)) return 'refers back to a group, which cannot be run in linear time'
  return `is no regular expression of RE2: ${message}`
}
