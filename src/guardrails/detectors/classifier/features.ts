/**
 * Hashed features of a text: its words, pairs of words, and sequences of four characters of each word. The model has one weight
 * for each bucket. Training and detection use the same words, with evasions undone.
 */
import type { Word } from '../text/tokenize.js'

export const BUCKETS = 65_536
const SEQUENCE = 4
const MAX_WORD = 24

/** A long text is classified in windows, so that a short attack in it is not diluted. */
const WINDOW = 100
const STEP = 70

export const splitIntoWindows = (words: readonly Word[]): (readonly Word[])[] => {
  if (words.length <= WINDOW) return [words]
  const windows: (readonly Word[])[] = []
  for (let start = 0; start < words.length - (WINDOW - STEP); start += STEP)
    windows.push(words.slice(start, start + WINDOW))
  return windows
}

const FNV_PRIME = 0x01000193
const WORD_SEED = 0x811c9dc5
const PAIR_SEED = 0x2c1b3c6d
const SEQUENCE_SEED = 0x297a2d39

const addUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME)
const addText = (hash: number, text: string): number => {
  let result = hash
  for (let at = 0; at < text.length; at++) result = addUnit(result, text.charCodeAt(at))
  return result
}
/** The lower bits of FNV depend on few units, so the upper half is mixed in. */
const toBucket = (hash: number): number => (hash ^ (hash >>> 15)) & (BUCKETS - 1)

const BOUNDARY = 32

/** The features of a word that do not depend on the word before it. */
interface WordFeatures {
  text: string
  /** The word itself, then its sequences of characters. */
  buckets: Uint16Array
  /** The hash of a pair that starts with the word, up to the second word. */
  pairHash: number
}

const hashWord = (word: string): Uint16Array => {
  const buckets = [toBucket(addText(WORD_SEED, word))]
  const last = Math.min(word.length, MAX_WORD)
  // Position -1 and `last` stand for the boundaries of the word.
  for (let start = -1; start === -1 || start + SEQUENCE <= last + 1; start++) {
    let hash = SEQUENCE_SEED
    for (let at = start; at < start + SEQUENCE && at <= last; at++)
      hash = addUnit(hash, at < 0 || at >= last ? BOUNDARY : word.charCodeAt(at))
    buckets.push(toBucket(hash))
  }
  return Uint16Array.from(buckets)
}

// A few thousand words make up nearly every text.
const wordFeatures = new Map<string, WordFeatures>()
const MAX_CACHED_WORDS = 20_000

const hashPairStart = (word: string): number => addUnit(addText(PAIR_SEED, word), BOUNDARY)

const toWordFeatures = (plain: string): WordFeatures => {
  const cached = wordFeatures.get(plain)
  if (cached) return cached
  const text = plain.replaceAll("'", '').replace(/\d+/g, '0')
  const features = { text, buckets: hashWord(text), pairHash: hashPairStart(text) }
  if (wordFeatures.size >= MAX_CACHED_WORDS) wordFeatures.clear()
  if (plain.length <= MAX_WORD) wordFeatures.set(plain, features)
  return features
}

const TEXT_START = hashPairStart('')

/** The distinct buckets of the words, and for each word the range of buckets that it was the first to use. */
export interface Features {
  buckets: Uint16Array
  /** `ends[i]` is the end of the buckets of word i. */
  ends: Uint32Array
}

// A generation per text marks the buckets that it has used; clearing the table each time would take longer.
const lastUsed = new Uint32Array(BUCKETS)
let generation = 0
/** The buckets of the current text. Each bucket occurs only once, so that they always fit. */
const collected = new Uint16Array(BUCKETS)

export const extractFeatures = (words: readonly Word[]): Features => {
  generation++
  const ends = new Uint32Array(words.length)
  let count = 0
  let pairHash = TEXT_START
  const add = (bucket: number): void => {
    if (lastUsed[bucket] === generation) return
    lastUsed[bucket] = generation
    collected[count++] = bucket
  }
  for (let at = 0; at < words.length; at++) {
    const { text, buckets, pairHash: nextPairHash } = toWordFeatures(words[at]?.plain ?? '')
    add(buckets[0] ?? 0)
    add(toBucket(addText(pairHash, text)))
    for (let index = 1; index < buckets.length; index++) add(buckets[index] ?? 0)
    pairHash = nextPairHash
    ends[at] = count
  }
  return { buckets: collected.slice(0, count), ends }
}
