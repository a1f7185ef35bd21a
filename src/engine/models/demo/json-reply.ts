/** "Reply with JSON with the keys name and age": the keys that are listed, filled from the text or null. */
import { makeSource } from './value-extractor.js'

const WANTED = /\b(?:reply|answer|respond|return|output|give|produce|write|extract)\b[^.\n]{0,80}\bJSON\b/i
const LISTED = /\b(?:keys?|fields?|properties)\b\s*(?:are|named|called)?\s*:?\s*([^\n.]+)/i
const SHAPE = /\{[^{}]*\}/
const SHAPE_KEY = /"([\w-]+)"\s*:/g
const TEXT_KEYS = new Set(['text', 'message', 'question', 'request', 'input'])

const keysIn = (instruction: string): string[] => {
  const shape = SHAPE.exec(instruction)?.[0] ?? ''
  const shown = [...shape.matchAll(SHAPE_KEY)].map(([, key = '']) => key)
  if (shown.length > 0) return [...new Set(shown)]
  const listed = LISTED.exec(instruction)?.[1] ?? ''
  return listed
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((key) => /^["'`\s]*([\w-]+)["'`\s]*(?:\(.*\))?$/.exec(key)?.[1])
    .filter((key) => key !== undefined)
}

const withoutInstruction = (request: string): string =>
  request
    .split(/(?<=[.:!?])\s+|\n+/)
    .filter((sentence) => !WANTED.test(sentence) && !LISTED.test(sentence))
    .join('\n')

/** `otherwise` is the answer in words, for a reply whose keys nobody named. */
export const jsonAnswer = (system: string, request: string, otherwise: () => string): string | undefined => {
  const inRequest = WANTED.test(request)
  if (!inRequest && !WANTED.test(system)) return undefined
  const keys = keysIn(inRequest ? request : system)
  if (keys.length === 0) return JSON.stringify({ answer: otherwise() })
  const text = inRequest ? withoutInstruction(request) : request
  const source = makeSource(text)
  const entries = keys.map((key) => [
    key,
    TEXT_KEYS.has(key) ? text.trim() : (source.namedNumber(key) ?? source.namedText(key, undefined) ?? null),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}
