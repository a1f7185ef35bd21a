import { closest, distance } from 'fastest-levenshtein'
import { SETTINGS } from '../config.js'

const MAX_EDITS = 2
/** A short name differs from many words by two letters. */
const LETTERS_PER_EDIT = 6

const KNOWN_NAMES = SETTINGS.flatMap(([name, { aliases = [], secret: isSecret }]) => [
  name,
  ...aliases,
  ...(isSecret ? [`${name}_FILE`] : []),
])

/**
 * Returns a sentence for each name that is probably a misspelled setting. An env file also has variables of the project's own, so other
 * unknown names are not reported.
 */
export const findMisspelledSettings = (file: string, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (KNOWN_NAMES.includes(name)) return []
    const nearest = closest(name.toUpperCase(), KNOWN_NAMES)
    const maxEdits = Math.min(MAX_EDITS, Math.floor(name.length / LETTERS_PER_EDIT))
    return distance(name.toUpperCase(), nearest) <= maxEdits
      ? [`${file}: ${name} is not a setting; did you mean ${nearest}?`]
      : []
  })
