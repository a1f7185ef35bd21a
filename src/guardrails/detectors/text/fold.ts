/**
 * Text for looking up words: lower case, no diacritics, straight quotation marks, look-alike letters as the Latin ones
 * they imitate. Not for numbers or identifiers. Offsets lead to the text that the source itself was made from.
 */
import { LOOK_ALIKES } from './confusables.js'
import { MapBuilder, through, type MappedText } from './mapped-text.js'
import { isAscii } from './segments.js'

export const foldWords = (source: MappedText): MappedText => {
  // Lower case keeps every ASCII character at its place.
  if (isAscii(source.text)) return { text: source.text.toLowerCase(), spanOf: source.spanOf }
  const builder = new MapBuilder()
  for (const { 0: part, index } of source.text.matchAll(/[\0-\x7f]+|[^]/gu)) {
    if (part.charCodeAt(0) < 0x80) builder.addSame(part.toLowerCase(), index)
    else builder.add(foldLetter(part), index, index + part.length)
  }
  return through(source, builder.build(source.text.length))
}

const CACHE_LIMIT = 4096
const cache = new Map<string, string>()

/** One code point at a time, so that a text that comes in chunks folds like the whole one. Marks fold to nothing. */
export const foldLetter = (letter: string): string => {
  const known = cache.get(letter)
  if (known !== undefined) return known
  const bare = withoutMarks(withoutMarks(letter).toLowerCase())
  const folded = Array.from(bare, (each) => LOOK_ALIKES.get(each) ?? each).join('')
  if (cache.size >= CACHE_LIMIT) cache.clear()
  cache.set(letter, folded)
  return folded
}

// Composed again at the end: Korean syllables are no letters with marks.
const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')
