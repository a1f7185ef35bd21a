/**
 * Folds text for word lookups: lower case, no diacritics, straight quotation marks, confusable letters replaced by the Latin
 * ones they imitate. Not for numbers or identifiers. Offsets map back to the original text of the source.
 */
import { CONFUSABLES } from './confusables.js'
import { MappedTextBuilder, composeMappings, type MappedText } from './mapped-text.js'
import { findAsciiEnd, isAscii } from './segments.js'

export const foldWords = (source: MappedText): MappedText => {
  // Lower-casing ASCII does not change offsets.
  if (isAscii(source.text)) return { text: source.text.toLowerCase(), toSourceRange: source.toSourceRange }
  if (lastFolded?.source === source) return lastFolded.folded
  const folded = composeMappings(source, foldBeyondAscii(source.text))
  if (source.text.length <= MAX_CACHED_LENGTH) lastFolded = { source, folded }
  return folded
}

/** Several guardrails fold the same normalized text, which is cached, too. */
let lastFolded: { source: MappedText; folded: MappedText } | undefined
const MAX_CACHED_LENGTH = 20_000

const foldBeyondAscii = (text: string): MappedText => {
  const builder = new MappedTextBuilder()
  for (let at = 0; at < text.length;) {
    let end = findAsciiEnd(text, at)
    if (end > at) builder.addVerbatim(text.slice(at, end).toLowerCase(), at)
    else {
      const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
      end = at + letter.length
      builder.add(foldLetter(letter), at, end)
    }
    at = end
  }
  return builder.build(text.length)
}

const CACHE_LIMIT = 4096
const cache = new Map<string, string>()

/** Folds one code point at a time, so that a text in chunks folds like the complete text. Marks fold to nothing. */
export const foldLetter = (letter: string): string => {
  const cached = cache.get(letter)
  if (cached !== undefined) return cached
  const bare = removeMarks(removeMarks(letter).toLowerCase())
  const folded = Array.from(bare, (each) => CONFUSABLES.get(each) ?? each).join('')
  if (cache.size >= CACHE_LIMIT) cache.clear()
  cache.set(letter, folded)
  return folded
}

// NFC at the end recomposes Korean syllables, which NFD splits although they have no marks.
const removeMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
