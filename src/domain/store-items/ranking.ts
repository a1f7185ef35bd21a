/**
 * How well items fit a query, by the words that they share (BM25, as a part of what would be possible). No model is asked: a
 * synonym is not found. Words count by their stems, whatever their letter case and accents.
 */
import { tokensOf } from '../../evaluations/scoring/text-overlap.js'
import { stemOf } from '../../guardrails/detectors/text/stem.js'
import type { ItemIndex } from '../../schema/store-item.js'
import type { ItemPlace } from '../../store/store-items/store-items.js'
import { isObject } from '../runs/parse-config.js'

/** Of each text; what is behind says little that its beginning does not. */
const LOOKED_AT = 20_000
const MOST_TERMS = 100
/** The usual ones: how soon more of a word counts no more, and how much a long text is held against it. */
const SATURATION = 1.2
const BY_LENGTH = 0.75

interface Entry {
  place: ItemPlace
  updated_at: number
  /** How often each word of the query is in it; undefined: no query looks at it. */
  counts: number[] | undefined
  length: number
}

export interface Ranked {
  place: ItemPlace
  score?: number
}

export const makeRanking = (query: string) => {
  const terms = [...new Set(wordsOf(query))].slice(0, MOST_TERMS)
  const places = new Map(terms.map((term, at) => [term, at]))
  const entries: Entry[] = []

  return {
    add(place: ItemPlace, updated_at: number, value: unknown, index: ItemIndex): void {
      if (index === false) {
        entries.push({ place, updated_at, counts: undefined, length: 0 })
        return
      }
      const words = wordsOf(textOf(value, index))
      const counts = terms.map(() => 0)
      for (const word of words) {
        const at = places.get(word)
        if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
      }
      entries.push({ place, updated_at, counts, length: words.length })
    },

    /** The best first; of equals what was put last; those that no query looks at come at the end. */
    ranked(): Ranked[] {
      const looked = entries.filter(({ counts }) => counts !== undefined)
      const mean = looked.reduce((sum, { length }) => sum + length, 0) / Math.max(1, looked.length)
      const weights = terms.map((_, at) => {
        const having = looked.filter(({ counts }) => (counts?.[at] ?? 0) > 0).length
        return Math.log(1 + (looked.length - having + 0.5) / (having + 0.5))
      })
      const possible = weights.reduce((sum, weight) => sum + weight, 0)
      const scoreOf = ({ counts, length }: Entry): number | undefined => {
        if (counts === undefined) return undefined
        const held = SATURATION * (1 - BY_LENGTH + BY_LENGTH * (length / Math.max(1, mean)))
        const reached = counts.reduce((sum, n, at) => sum + (weights[at] ?? 0) * (n / (n + held)), 0)
        return possible === 0 ? 0 : Math.round((reached / possible) * 1e6) / 1e6
      }
      return entries
        .map((entry) => ({ ...entry, score: scoreOf(entry) }))
        .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.updated_at - a.updated_at)
        .map(({ place, score }) => ({ place, ...(score !== undefined && { score }) }))
    },
  }
}

const wordsOf = (text: string): string[] =>
  tokensOf(text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()).map(stemOf)

const textOf = (value: unknown, paths: string[] | null): string => {
  const texts: string[] = []
  for (const one of paths === null ? [value] : paths.flatMap((path) => valuesAt(value, path)))
    gather(one, texts)
  return texts.join(' ').slice(0, LOOKED_AT)
}

/** Keys are words as well: "food" finds what lies under `food`. */
const gather = (value: unknown, texts: string[]): void => {
  if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
  else if (Array.isArray(value)) for (const item of value) gather(item, texts)
  else if (typeof value === 'object' && value !== null)
    for (const [key, field] of Object.entries(value)) {
      texts.push(key)
      gather(field, texts)
    }
}

const STEP = /([^.[\]]+)|\[(-?\d+|\*)\]/g

/** At paths such as `title`, `author.name`, `chapters[*].text`, `tags[-1]`; `$` is the whole. */
const valuesAt = (value: unknown, path: string): unknown[] => {
  let found = [value]
  for (const [, key, index] of path.matchAll(STEP)) {
    if (key === '$') continue
    found = found.flatMap((one): unknown[] => {
      if (key === undefined || key === '*') return itemsOf(one, key ?? index ?? '')
      return isObject(one) && Object.hasOwn(one, key) ? [one[key]] : []
    })
  }
  return found
}

const itemsOf = (value: unknown, index: string): unknown[] => {
  if (index === '*') return typeof value === 'object' && value !== null ? Object.values(value) : []
  return Array.isArray(value) ? (value as unknown[]).slice(Number(index)).slice(0, 1) : []
}
