/** The value that a text holds as JSON; otherwise the text. A number is one only if nothing of it gets lost. */
export const parseJsonOrText = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value !== 'number' || String(value) === text.trim() ? value : text
  } catch {
    return text
  }
}
