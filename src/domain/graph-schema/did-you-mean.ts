/** Returns the known name that a misspelled name most likely means, or undefined if none is similar. */
export const findNearest = (name: string, known: Iterable<string>): string | undefined => {
  let best: string | undefined
  let fewestEdits = Math.max(1, Math.floor(name.length / 2.5)) + 1
  for (const candidate of known) {
    const edits = countEdits(name.toLowerCase(), candidate.toLowerCase())
    if (edits < fewestEdits) [best, fewestEdits] = [candidate, edits]
  }
  return best
}

/** Returns ` (did you mean "x"?)` or an empty string. */
export const didYouMean = (name: string, known: Iterable<string>): string => {
  const nearest = findNearest(name.slice(0, 64), known)
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`
}

/** Levenshtein distance, computed row by row. */
const countEdits = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let rowIndex = 1; rowIndex <= a.length; rowIndex++) {
    const next = [rowIndex]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (a[rowIndex - 1] === b[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
