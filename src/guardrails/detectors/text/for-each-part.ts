import { endsWithSurrogatePair } from './code-points.js'

/**
 * Calls `visit` with the range of each part of a text between two separators; parts are not empty. `separator` is a global
 * pattern of one character. Unlike `split` and `match`, this allocates nothing: `test` only moves `lastIndex`.
 */
export const forEachPart = (
  text: string,
  separator: RegExp,
  visit: (start: number, end: number) => void,
): void => {
  let start = 0
  separator.lastIndex = 0
  while (separator.test(text)) {
    const next = separator.lastIndex
    const end = endsWithSurrogatePair(text, next) ? next - 2 : next - 1
    if (end > start) visit(start, end)
    start = next
  }
  if (start < text.length) visit(start, text.length)
}
