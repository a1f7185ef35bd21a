/** The similarity of a text to the most similar example: the cosine of tf-idf vectors of stems. */
export const makeExampleSimilarity = (
  examples: readonly (readonly string[])[],
): ((stems: readonly string[]) => number) => {
  const exampleCounts = new Map<string, number>()
  for (const stems of examples) {
    for (const stem of new Set(stems)) exampleCounts.set(stem, (exampleCounts.get(stem) ?? 0) + 1)
  }
  const getInverseFrequency = (stem: string): number =>
    Math.log(1 + (examples.length + 1) / (1 + (exampleCounts.get(stem) ?? 0)))
  const toVector = (stems: readonly string[]): Map<string, number> => {
    const vector = new Map<string, number>()
    for (const stem of stems) vector.set(stem, (vector.get(stem) ?? 0) + getInverseFrequency(stem))
    const length = Math.hypot(...[...vector.values()].slice(0, MAX_DIMENSIONS))
    for (const [stem, value] of vector) vector.set(stem, length === 0 ? 0 : value / length)
    return vector
  }
  // An inverted index: only examples that share a stem with the text are compared.
  const postings = new Map<string, [example: number, value: number][]>()
  examples.forEach((stems, example) => {
    for (const [stem, value] of toVector(stems)) {
      const stemPostings = postings.get(stem) ?? []
      stemPostings.push([example, value])
      postings.set(stem, stemPostings)
    }
  })
  return (stems) => {
    const cosines = new Map<number, number>()
    for (const [stem, value] of toVector(stems.slice(0, MAX_DIMENSIONS))) {
      for (const [example, weight] of postings.get(stem) ?? []) {
        cosines.set(example, (cosines.get(example) ?? 0) + value * weight)
      }
    }
    let nearest = 0
    for (const cosine of cosines.values()) nearest = Math.max(nearest, cosine)
    return Math.min(1, nearest)
  }
}

/** The maximum number of words that are compared; more would not change which example is the nearest. */
const MAX_DIMENSIONS = 2_000
