/** The reply of a run as text: its response, the last message, the only text of its output, or the whole output as JSON. */

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
  const { response, messages } = output
  if (typeof response === 'string') return response
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (isFields(last) && 'content' in last) return extractText(last['content'])
  const [first, ...others] = Object.values(output)
  // Graphs return their whole state, so one text among other values is as likely the input as the reply.
  return typeof first === 'string' && others.length === 0 ? first : JSON.stringify(output, null, 2)
}
