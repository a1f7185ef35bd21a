/** The demo model's measure of a text: a token is a run of letters and digits, or one punctuation mark. */
const TOKEN = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu

export const countTokens = (text: string): number => text.match(TOKEN)?.length ?? 0

/** The text up to its `limit`-th token. */
export const truncateToTokens = (text: string, limit: number): string => {
  let count = 0
  for (const token of text.matchAll(TOKEN)) {
    count++
    if (count === limit) return text.slice(0, token.index + token[0].length)
  }
  return text
}

/** The pieces that a stream sends: words with the space after them. Joined they are the text again. */
export const splitIntoPieces = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? []
