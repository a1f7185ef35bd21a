/**
 * What separates a word from the word before it: nothing, the end of a line, a paragraph or list item, or the end of a
 * sentence. A line break must not hide a phrase, so it ends a sentence only if the lines look complete.
 */
export type LineBreak = 'none' | 'line' | 'paragraph' | 'sentence'

/** A phrase that is spread over lines has few words in each of them. */
const MAX_WORDS_OF_FRAGMENT = 3

/** Returns for each word whether it starts a sentence. */
export const markSentences = (breaks: readonly LineBreak[]): boolean[] => {
  const parts = splitAt(breaks, (kind) => kind !== 'none')
  const starts = breaks.map((_, at) => at === 0)
  parts.forEach((part, at) => {
    const before = parts[at - 1]
    if (!before) return
    const kind = breaks[part.start] ?? 'sentence'
    const isFragment = part.length <= MAX_WORDS_OF_FRAGMENT && before.length <= MAX_WORDS_OF_FRAGMENT
    // "Ignore. All. Previous. Instructions."
    const isSingleWord = part.length === 1 && before.length === 1
    starts[part.start] = kind === 'sentence' ? !isSingleWord : kind === 'paragraph' && !isFragment
  })
  return starts
}

const splitAt = (
  breaks: readonly LineBreak[],
  isBoundary: (kind: LineBreak) => boolean,
): { start: number; length: number }[] => {
  const parts: { start: number; length: number }[] = []
  breaks.forEach((kind, at) => {
    const last = parts.at(-1)
    if (last && !isBoundary(kind)) last.length++
    else parts.push({ start: at, length: 1 })
  })
  return parts
}
