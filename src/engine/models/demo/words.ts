/** Normalizes words for comparison: lower case, without endings, without stop words. */

const STOP_WORDS = new Set(
  (
    'a about all an and any are as at be been but by can could did do does for from get give had has have he her him his ' +
    'how i if in into is it its just let like make may me my need no not of on one or our out please set she show should so ' +
    'some tell than that the their them then there these they this those to up us use used user was we were what when ' +
    'where which who why will with would you your'
  ).split(' '),
)

export const splitWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Splits an identifier into words: get_order, getOrder and get-order all give `get order`. */
export const splitName = (name: string): string[] =>
  splitWords(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))

/** Removes endings: shipping, shipped and ships all give `ship`. */
export const stem = (word: string): string => {
  if (word.length < 4) return word
  const shortWord = word.replace(/(?:ings?|ed|es|s)$/, '')
  if (shortWord.length < 3) return word
  return shortWord.replace(/([bdgmnprt])\1$/, '$1')
}

export const toMeaningfulStems = (words: readonly string[]): Set<string> =>
  new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stem))

export const splitSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')

/** Cuts between words if possible: half of an address would look like a leak of the rest. */
export const shorten = (text: string, length: number): string => {
  const singleLine = text.replace(/\s+/g, ' ').trim()
  if (singleLine.length <= length) return singleLine
  const cut = singleLine.slice(0, length - 1)
  const isWholeWord = singleLine.charAt(length - 1) === ' '
  return `${(isWholeWord ? cut : cut.replace(/(?<=\S) \S*$/, '')).trimEnd()}…`
}
