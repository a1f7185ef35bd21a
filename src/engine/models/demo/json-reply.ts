/** "Reply with JSON with the keys name and age": returns the listed keys with values from the text, or null. */
import { makeValueExtractor } from './value-extractor.js'

const JSON_REQUEST =
  /\b(?:reply|answer|respond|return|output|give|produce|write|extract)\b[^.\n]{0,80}\bJSON\b/i
const KEY_LIST = /\b(?:keys?|fields?|properties)\b\s*(?:are|named|called)?\s*:?\s*([^\n.]+)/i
const JSON_SHAPE = /\{[^{}]*\}/
const SHAPE_KEY = /"([\w-]+)"\s*:/g
const TEXT_KEYS = new Set(['text', 'message', 'question', 'request', 'input'])

const findKeys = (instruction: string): string[] => {
  const shape = JSON_SHAPE.exec(instruction)?.[0] ?? ''
  const shapeKeys = [...shape.matchAll(SHAPE_KEY)].map(([, key = '']) => key)
  if (shapeKeys.length > 0) return [...new Set(shapeKeys)]
  const keyList = KEY_LIST.exec(instruction)?.[1] ?? ''
  return keyList
    .split(/,\s*(?:and\s+)?|\s+and\s+/)
    .map((key) => /^["'`\s]*([\w-]+)["'`\s]*(?:\(.*\))?$/.exec(key)?.[1])
    .filter((key) => key !== undefined)
}

const removeInstruction = (request: string): string =>
  request
    .split(/(?<=[.:!?])\s+|\n+/)
    .filter((sentence) => !JSON_REQUEST.test(sentence) && !KEY_LIST.test(sentence))
    .join('\n')

/** `respondInText` supplies the value if the instruction names no keys. */
export const respondWithJson = (
  system: string,
  request: string,
  respondInText: () => string,
): string | undefined => {
  const isInRequest = JSON_REQUEST.test(request)
  if (!isInRequest && !JSON_REQUEST.test(system)) return undefined
  const keys = findKeys(isInRequest ? request : system)
  if (keys.length === 0) return JSON.stringify({ answer: respondInText() })
  const text = isInRequest ? removeInstruction(request) : request
  const extractor = makeValueExtractor(text)
  const entries = keys.map((key) => [
    key,
    TEXT_KEYS.has(key)
      ? text.trim()
      : (extractor.findNumber(key) ?? extractor.findText(key, undefined) ?? null),
  ])
  return JSON.stringify(Object.fromEntries(entries))
}
