/** The demo model's tokens: a sequence of letters and digits, or a single punctuation mark. */
const TOKEN = /[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu

export const countTokens = (text: string): number => text.match(TOKEN)?.length ?? 0

/** Truncates the text after `limit` tokens. */
export const truncateToTokens = (text: string, limit: number): string => {
  let count = 0
  for (const token of text.matchAll(TOKEN)) {
    count++
    if (count === limit) return text.slice(0, token.index + token[0].length)
  }
  return text
}

/** The chunks of a stream: words with the following whitespace. Their concatenation is the text. */
export const splitIntoPieces = (text: string): string[] => text.match(/^\s+|\S+\s*/g) ?? []
