import type { Term } from './terms.js'

/**
 * How far each text is from the others, 0 to 1: one minus the cosine of its tf-idf vector with the sum of theirs. A
 * text is never compared with itself, else every text before would look closer than the new one.
 */
export const driftsOf = (texts: readonly (readonly Term[])[]): number[] => {
  const { places, weights, ends, counts } = layOut(texts)
  // Terms of every text keep a weight: they are what the replies are about.
  const rarity = counts.map((count) => Math.log(1 + texts.length / count))
  const total = new Float64Array(counts.length)
  eachText(ends, (from, to) => {
    let square = 0
    for (let at = from; at < to; at++) {
      const weight = (weights[at] ?? 0) * (rarity[places[at] ?? 0] ?? 0)
      weights[at] = weight
      square += weight * weight
    }
    const length = Math.sqrt(square) || 1
    for (let at = from; at < to; at++) {
      const weight = (weights[at] ?? 0) / length
      const place = places[at] ?? 0
      weights[at] = weight
      total[place] = (total[place] ?? 0) + weight
    }
  })
  const square = total.reduce((sum, weight) => sum + weight * weight, 0)
  const drifts: number[] = []
  eachText(ends, (from, to) => {
    let product = 0
    for (let at = from; at < to; at++) product += (weights[at] ?? 0) * (total[places[at] ?? 0] ?? 0)
    // Without the text itself, whose length is one: |total − own|² and (total − own) · own.
    const others = Math.sqrt(Math.max(0, square - 2 * product + 1))
    const cosine = others < 1e-9 ? 0 : (product - 1) / others
    drifts.push(Math.min(1, Math.max(0, 1 - cosine)))
  })
  return drifts
}

/** The terms of all texts one after the other: a window has thousands, and each is looked up only once. */
interface Layout {
  /** Where in `counts` a term stands. */
  places: Int32Array
  weights: Float64Array
  /** Where the terms of each text end. */
  ends: number[]
  /** In how many texts a term is. */
  counts: number[]
}

const layOut = (texts: readonly (readonly Term[])[]): Layout => {
  const size = texts.reduce((sum, terms) => sum + terms.length, 0)
  const layout: Layout = {
    places: new Int32Array(size),
    weights: new Float64Array(size),
    ends: [],
    counts: [],
  }
  const { places, weights, ends, counts } = layout
  const known = new Map<string, number>()
  let at = 0
  for (const terms of texts) {
    for (const [term, weight] of terms) {
      const place = known.get(term) ?? counts.length
      if (place === counts.length) known.set(term, counts.push(0) - 1)
      counts[place] = (counts[place] ?? 0) + 1
      places[at] = place
      weights[at++] = weight
    }
    ends.push(at)
  }
  return layout
}

const eachText = (ends: readonly number[], take: (from: number, to: number) => void): void => {
  let from = 0
  for (const end of ends) {
    take(from, end)
    from = end
  }
}
