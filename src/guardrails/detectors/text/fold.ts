/**
 * Folds text for word lookups: lower case, no diacritics, straight quotation marks, confusable letters replaced by the Latin
 * ones they imitate. Not for numbers or identifiers. Offsets map back to the original text of the source.
 */
import { CONFUSABLES } from './confusables.js'
import { MappedTextBuilder, composeMappings, type MappedText } from './mapped-text.js'
import { isAscii } from './segments.js'

export const foldWords = (source: MappedText): MappedText => {
  // Lower-casing ASCII does not change offsets.
  if (isAscii(source.text)) return { text: source.text.toLowerCase(), toSourceRange: source.toSourceRange }
  const builder = new MappedTextBuilder()
  for (const { 0: part, index } of source.text.matchAll(/[\0-\x7f]+|[^]/gu)) {
    if (part.charCodeAt(0) < 0x80) builder.addVerbatim(part.toLowerCase(), index)
    else builder.add(foldLetter(part), index, index + part.length)
  }
  return composeMappings(source, builder.build(source.text.length))
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
