/** Fisher-Yates shuffle with a seeded random generator. */
export const shuffle = <T>(items: readonly T[], random: () => number): T[] => {
  const result = [...items]
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[result[last], result[other]] = [result[other]!, result[last]!]
  }
  return result
}
