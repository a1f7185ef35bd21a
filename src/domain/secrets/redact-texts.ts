/** Removes secrets from texts by exact comparison. */

export const REDACTED = '[redacted]'

const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A server can repeat a secret as it is, in a URL, in a form, or inside JSON text, which may be a string of other JSON text. */
const toVariants = (text: string): string[] => {
  const encoded = encodeURIComponent(text.toWellFormed())
  const escaped = escapeJson(text)
  const escapedTwice = escapeJson(escaped)
  return [text, encoded, encoded.replaceAll('%20', '+'), escaped, escapedTwice, escapeJson(escapedTwice)]
}

/** Returns a function that removes the texts and their encoded forms. */
export const redactTexts = (texts: Iterable<string>): ((text: string) => string) => {
  // A longer text comes first: it may contain a shorter one.
  const variants = [...new Set([...texts].flatMap(toVariants))].sort((a, b) => b.length - a.length)
  return (text) => variants.reduce((rest, variant) => rest.replaceAll(variant, REDACTED), text)
}
