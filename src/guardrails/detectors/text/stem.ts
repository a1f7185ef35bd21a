import { stemmer } from 'stemmer'

const STEMS = new Map<string, string>()
const MAX_CACHED_STEMS = 20_000

/** Returns the Porter stem. Stems are cached, because a few thousand words make up nearly every text. */
export const toStem = (word: string): string => {
  const cached = STEMS.get(word)
  if (cached !== undefined) return cached
  const stem = word.length > 40 ? word : stemmer(word.replace(/'s?$/, ''))
  if (STEMS.size >= MAX_CACHED_STEMS) STEMS.clear()
  STEMS.set(word, stem)
  return stem
}
