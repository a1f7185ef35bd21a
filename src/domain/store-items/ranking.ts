/**
 * Ranks items by the words that they share with a query (BM25, normalized to the maximum possible score). It uses no embedding model,
 * so it does not find synonyms. Words are compared by their stems, ignoring case and accents.
 */
import { splitWords } from '../../guardrails/detectors/text/split-words.js'
import { toStem } from '../../guardrails/detectors/text/stem.js'
import type { StoreItemIndex } from '../../schema/store-item.js'
import type { StoreItemPosition } from '../../store/store-items/store-items.js'
import { isObject } from '../../schema/common.js'

/** Longer texts are cut before they are ranked. */
const MAX_TEXT_LENGTH = 20_000
const MAX_QUERY_TERMS = 100
/** The usual BM25 parameters: k1 limits the weight of repeated words, b penalizes long texts. */
const SATURATION = 1.2
const LENGTH_NORMALIZATION = 0.75

interface Entry {
  position: StoreItemPosition
  updated_at: number
  /** How often each query term occurs in the item; undefined if the item is excluded from queries. */
  counts: number[] | undefined
  length: number
}

export interface RankedItem {
  position: StoreItemPosition
  score?: number
}

export const makeRanking = (query: string) => {
  const terms = [...new Set(toWords(query))].slice(0, MAX_QUERY_TERMS)
  const termIndexes = new Map(terms.map((term, at) => [term, at]))
  const entries: Entry[] = []

  return {
    add(position: StoreItemPosition, updated_at: number, value: unknown, index: StoreItemIndex): void {
      if (index === false) {
        entries.push({ position, updated_at, counts: undefined, length: 0 })
        return
      }
      const words = toWords(toText(value, index))
      const counts = terms.map(() => 0)
      for (const word of words) {
        const at = termIndexes.get(word)
        if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1
      }
      entries.push({ position, updated_at, counts, length: words.length })
    },

    /** Highest score first, ties by most recent update; items that are excluded from queries come last. */
    rank(): RankedItem[] {
      const searchable = entries.filter(({ counts }) => counts !== undefined)
      const meanLength =
        searchable.reduce((sum, { length }) => sum + length, 0) / Math.max(1, searchable.length)
      const weights = terms.map((_, at) => {
        const documentCount = searchable.filter(({ counts }) => (counts?.[at] ?? 0) > 0).length
        return Math.log(1 + (searchable.length - documentCount + 0.5) / (documentCount + 0.5))
      })
      const maxScore = weights.reduce((sum, weight) => sum + weight, 0)
      const toScore = ({ counts, length }: Entry): number | undefined => {
        if (counts === undefined) return undefined
        const saturation =
          SATURATION * (1 - LENGTH_NORMALIZATION + LENGTH_NORMALIZATION * (length / Math.max(1, meanLength)))
        const rawScore = counts.reduce((sum, n, at) => sum + (weights[at] ?? 0) * (n / (n + saturation)), 0)
        return maxScore === 0 ? 0 : Math.round((rawScore / maxScore) * 1e6) / 1e6
      }
      return entries
        .map((entry) => ({ ...entry, score: toScore(entry) }))
        .sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.updated_at - a.updated_at)
        .map(({ position, score }) => ({ position, ...(score !== undefined && { score }) }))
    },
  }
}

const toWords = (text: string): string[] =>
  splitWords(text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()).map(toStem)

const toText = (value: unknown, paths: string[] | null): string => {
  const texts: string[] = []
  for (const item of paths === null ? [value] : paths.flatMap((path) => getValuesAt(value, path)))
    collectTexts(item, texts)
  return texts.join(' ').slice(0, MAX_TEXT_LENGTH)
}

/** Keys count as words: the query "food" finds values under the key `food`. */
const collectTexts = (value: unknown, texts: string[]): void => {
  if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts)
  else if (typeof value === 'object' && value !== null)
    for (const [key, field] of Object.entries(value)) {
      texts.push(key)
      collectTexts(field, texts)
    }
}

const PATH_STEP = /([^.[\]]+)|\[(-?\d+|\*)\]/g

/** Supports paths such as `title`, `author.name`, `chapters[*].text` and `tags[-1]`; `$` is the whole value. */
const getValuesAt = (value: unknown, path: string): unknown[] => {
  let values = [value]
  for (const [, key, index] of path.matchAll(PATH_STEP)) {
    if (key === '$') continue
    values = values.flatMap((parent): unknown[] => {
      if (key === undefined || key === '*') return getElements(parent, key ?? index ?? '')
      return isObject(parent) && Object.hasOwn(parent, key) ? [parent[key]] : []
    })
  }
  return values
}

const getElements = (value: unknown, index: string): unknown[] => {
  if (index === '*') return typeof value === 'object' && value !== null ? Object.values(value) : []
  return Array.isArray(value) ? (value as unknown[]).slice(Number(index)).slice(0, 1) : []
}
