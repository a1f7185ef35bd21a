/** What the tools brought, in a sentence each. */
import type { Turn } from './conversation.js'
import { shortened } from './words.js'

const LONGEST = 2000

const inWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(inWords).join('; ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, one]) => `${key.replaceAll('_', ' ')}: ${inWords(one)}`)
    .join(', ')
}

const contentOf = (text: string): string => {
  try {
    return inWords(JSON.parse(text))
  } catch {
    // Not JSON: it is meant to be read as it is.
    return text
  }
}

export const resultAnswer = (results: readonly Turn[]): string =>
  results
    .map(({ text, tool, failed }) => {
      const name = tool === undefined || tool === '' ? 'The tool' : `The tool ${tool}`
      const content = shortened(contentOf(text), LONGEST)
      if (content === '') return `${name} answered nothing.`
      const end = /[.!?…]$/.test(content) ? '' : '.'
      return `${name} ${failed === true ? 'failed' : 'answered'}: ${content}${end}`
    })
    .join(' ')
