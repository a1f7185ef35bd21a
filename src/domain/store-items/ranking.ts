/**
 * How well items fit a query, by the words that they share (BM25, as a part of what would be possible). No model is asked: a
 * synonym is not found. Words count by their stems, whatever their letter case and accents.
 */
import { tokenize } from '../../evaluations/scoring/text-overlap.js'
import { toStem } from '../../guardrails/detectors/text/stem.js'
import type { StoreItemIndex } from '../../schema/store-item.js'
import type { StoreItemPosition } from '../../store/store-items/store-items.js'
import { isObject } from '../runs/parse-config.js'

/** Of each text; what is behind says little that its beginning does not. */
const MAX_TEXT_LENGTH = 20_000
const MAX_QUERY_TERMS = 100
/** The usual ones: how soon more of a word counts no more, and how much a long text is held against it. */
const SATURATION = 1.2
const LENGTH_NORMALIZATION = 0.75

interface Entry {
  position: StoreItemPosition
  updated_at: number
  /** How often each word of the query is in it; undefined: no query looks at it. */
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

    /** The best first; of equals what was put last; those that no query looks at come at the end. */
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
  tokenize(text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()).map(toStem)

const toText = (value: unknown, paths: string[] | null): string => {
  const texts: string[] = []
  for (const item of paths === null ? [value] : paths.flatMap((path) => getValuesAt(value, path)))
    collectTexts(item, texts)
  return texts.join(' ').slice(0, MAX_TEXT_LENGTH)
}

/** Keys are words as well: "food" finds what lies under `food`. */
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

/** At paths such as `title`, `author.name`, `chapters[*].text`, `tags[-1]`; `$` is the whole. */
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
