/** What a compiled pattern is made of, and what its assertions ask about the place between two characters. */

export type Instruction =
  | { kind: 'split'; first: number; second: number }
  | { kind: 'assert'; flags: number; next: number }
  | { kind: 'character'; accepts: (point: number) => boolean; next: number }
  | { kind: 'pass'; next: number }
  | { kind: 'match' }
  | { kind: 'fail' }

/** The numbers are RE2's. */
const ASSERTS = { lineStart: 1, lineEnd: 2, textStart: 4, textEnd: 8, boundary: 16, noBoundary: 32 }
/** Stands for the character before the first and after the last. */
export const NO_CHARACTER = -1
export const NEWLINE = 10

export const assertsBetween = (before: number, after: number): number =>
  (before === NO_CHARACTER ? ASSERTS.textStart | ASSERTS.lineStart : 0) |
  (before === NEWLINE ? ASSERTS.lineStart : 0) |
  (after === NO_CHARACTER ? ASSERTS.textEnd | ASSERTS.lineEnd : 0) |
  (after === NEWLINE ? ASSERTS.lineEnd : 0) |
  (isWordCharacter(before) === isWordCharacter(after) ? ASSERTS.noBoundary : ASSERTS.boundary)

export const isWordCharacter = (point: number): boolean =>
  (point >= 0x61 && point <= 0x7a) ||
  (point >= 0x41 && point <= 0x5a) ||
  (point >= 0x30 && point <= 0x39) ||
  point === 0x5f
