/** The range of at most `size` of `count` positions around one of them, as the first position and the one after the last. */
export const nearestRange = (count: number, position: number, size: number): [first: number, end: number] => {
  const first = Math.max(0, Math.min(position - Math.floor(size / 2), count - size))
  return [first, Math.min(count, first + size)]
}
