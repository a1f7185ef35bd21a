/** Parses a text as JSON; returns the text itself if it is no JSON, or a number that would lose digits. */
export const parseJsonOrText = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value !== 'number' || String(value) === text.trim() ? value : text
  } catch {
    return text
  }
}
