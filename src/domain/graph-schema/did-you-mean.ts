/** The known name that a mistyped one most likely means; undefined: none is near. */
export const nearestOf = (name: string, known: Iterable<string>): string | undefined => {
  let best: string | undefined
  let fewest = Math.max(1, Math.floor(name.length / 2.5)) + 1
  for (const candidate of known) {
    const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase())
    if (edits < fewest) [best, fewest] = [candidate, edits]
  }
  return best
}

/** ` (did you mean "x"?)`, or nothing. */
export const meant = (name: string, known: Iterable<string>): string => {
  const nearest = nearestOf(name.slice(0, 64), known)
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`
}

/** Levenshtein's distance, row by row. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let line = 1; line <= a.length; line++) {
    const next = [line]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (a[line - 1] === b[column - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
