/** The reply of a run as text: the last message of its output, or the output as JSON. */

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The text of a message: a string, or the text parts of a list. */
export const extractText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return (content as unknown[])
    .map((part) => (isFields(part) && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('')
}

export const extractReply = (output: unknown): string => {
  if (!isFields(output)) return ''
  for (const field of ['response', 'message', 'content']) {
    const value = output[field]
    if (typeof value === 'string') return value
  }
  const { messages } = output
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  return isFields(last) && 'content' in last ? extractText(last['content']) : JSON.stringify(output, null, 2)
}
