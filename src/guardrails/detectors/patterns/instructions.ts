/** The instructions of a compiled pattern, and the assertions that hold between two characters. */

export type Instruction =
  | { kind: 'split'; first: number; second: number }
  | { kind: 'assert'; flags: number; next: number }
  | { kind: 'character'; accepts: (codePoint: number) => boolean; next: number }
  | { kind: 'pass'; next: number }
  | { kind: 'match' }
  | { kind: 'fail' }

/** The values are RE2's. */
const ASSERTION_FLAGS = { lineStart: 1, lineEnd: 2, textStart: 4, textEnd: 8, boundary: 16, noBoundary: 32 }
/** Stands for the position before the first and after the last character. */
export const NO_CHARACTER = -1
export const NEWLINE = 10

export const getAssertionsBetween = (before: number, after: number): number =>
  (before === NO_CHARACTER ? ASSERTION_FLAGS.textStart | ASSERTION_FLAGS.lineStart : 0) |
  (before === NEWLINE ? ASSERTION_FLAGS.lineStart : 0) |
  (after === NO_CHARACTER ? ASSERTION_FLAGS.textEnd | ASSERTION_FLAGS.lineEnd : 0) |
  (after === NEWLINE ? ASSERTION_FLAGS.lineEnd : 0) |
  (isWordCharacter(before) === isWordCharacter(after) ? ASSERTION_FLAGS.noBoundary : ASSERTION_FLAGS.boundary)

export const isWordCharacter = (codePoint: number): boolean =>
  (codePoint >= 0x61 && codePoint <= 0x7a) ||
  (codePoint >= 0x41 && codePoint <= 0x5a) ||
  (codePoint >= 0x30 && codePoint <= 0x39) ||
  codePoint === 0x5f
