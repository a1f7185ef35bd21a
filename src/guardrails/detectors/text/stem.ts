import { stemmer } from 'stemmer'

const STEMS = new Map<string, string>()
const MOST_STEMS_KEPT = 20_000

/** Porter's stem; kept, because a few thousand words make up nearly every text. */
export const stemOf = (word: string): string => {
  const known = STEMS.get(word)
  if (known !== undefined) return known
  const stem = word.length > 40 ? word : stemmer(word.replace(/'s?$/, ''))
  if (STEMS.size >= MOST_STEMS_KEPT) STEMS.clear()
  STEMS.set(word, stem)
  return stem
}
