/** The texts of inputs and outputs: short ones for the cells of a grid, and whole ones for a search. */
import { compilePattern } from '../../json-schema/safe-pattern.js'
import { validationError } from '../../errors.js'
import { isObject, type JsonObject } from '../../schema/common.js'
import { toOutputText } from '../scoring/score.js'

const MAX_CELL_CHARS = 400
/** Matching a pattern blocks other requests, so only the start of a row is searched: at most a few tens of milliseconds. */
const MAX_SEARCHED_CHARS = 4_000

const cut = (text: string): string =>
  text.length <= MAX_CELL_CHARS ? text : `${text.slice(0, MAX_CELL_CHARS).toWellFormed()}…`

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

/** The last message of a conversation, the only text of an object, or the whole as JSON. */
const toInputText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (!isObject(value)) return JSON.stringify(value)
  const { messages, message, content } = value
  if (Array.isArray(messages) && messages.length > 0) return toInputText(messages.at(-1))
  const text = message ?? content
  if (typeof text === 'string') return text
  const values = Object.values(value)
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : JSON.stringify(value)
}

const toExpectedText = (value: unknown): string =>
  isObject(value)
    ? Object.entries(value)
        .map(([key, item]) => `${key}: ${typeof item === 'string' ? item : JSON.stringify(item)}`)
        .join(', ')
    : JSON.stringify(value)

export const toInputCell = (json: string | null): string | null =>
  json === null ? null : cut(toInputText(parse(json)))
export const toExpectedCell = (json: string | null): string | null =>
  json === null ? null : cut(toExpectedText(parse(json)))
export const toOutputCell = (json: string | null): string | null =>
  json === null ? null : cut(toOutputText(parse(json) as JsonObject))

const collectTexts = (value: unknown, texts: string[]): void => {
  if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts)
  else if (isObject(value)) for (const item of Object.values(value)) collectTexts(item, texts)
}

/** True for rows whose JSON documents contain the text, or match the pattern between slashes. */
export const makeTextSearch = (query: string): ((documents: readonly (string | null)[]) => boolean) => {
  const source = /^\/(.+)\/$/s.exec(query)?.[1]
  const matches = source === undefined ? makePlainSearch(query) : makePatternSearch(source)
  return (documents) => {
    const texts: string[] = []
    for (const document of documents) if (document !== null) collectTexts(parse(document), texts)
    return matches(texts.join('\n'))
  }
}

const makePlainSearch = (query: string): ((text: string) => boolean) => {
  const needle = query.toLowerCase()
  return (text) => text.toLowerCase().includes(needle)
}

const makePatternSearch = (source: string): ((text: string) => boolean) => {
  const compiled = compilePattern(source, false)
  if ('problem' in compiled) throw validationError('q', compiled.problem)
  return (text) => compiled.pattern.matcher(text.slice(0, MAX_SEARCHED_CHARS)).find()
}
