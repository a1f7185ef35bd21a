/** Describes each tool result in a sentence. */
import type { Turn } from './conversation.js'
import { shorten } from './words.js'

const MAX_RESULT_CHARS = 2000

const toText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(toText).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key.replaceAll('_', ' ')}: ${toText(item)}`)
    .join(', ')
}

const parseContent = (text: string): string => {
  try {
    return toText(JSON.parse(text))
  } catch {
    // The result is plain text, not JSON.
    return text
  }
}

export const respondToToolResults = (results: readonly Turn[]): string =>
  results
    .map(({ text, tool, failed }) => {
      const name = tool === undefined || tool === '' ? 'The tool' : `The tool ${tool}`
      const content = shorten(parseContent(text), MAX_RESULT_CHARS)
      if (content === '') return `${name} returned nothing.`
      const end = /[.!?…]$/.test(content) ? '' : '.'
      return `${name} ${failed === true ? 'failed' : 'returned'}: ${content}${end}`
    })
    .join(' ')
