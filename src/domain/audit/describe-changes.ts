/** What the audit log keeps of a request. Pure. */
import { isObject, type JsonObject } from '../../schema/common.js'

const SECRET_NAMES = /secret|password|token|credential|authorization|^value$|^key$/i
const MAX_TEXT_CHARS = 300
const MAX_ITEMS = 50
/** Fields that can contain credentials anywhere, or the data of runs. */
const OPAQUE_NAMES = new Set(['config', 'context', 'graph_schema', 'input', 'metadata', 'headers'])

const isShort = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_TEXT_CHARS)

const describeValue = (name: string, value: unknown): unknown => {
  if (SECRET_NAMES.test(name)) return '[hidden]'
  if (OPAQUE_NAMES.has(name)) return '[changed]'
  if (isShort(value)) return value
  if (Array.isArray(value) && value.length <= MAX_ITEMS && value.every(isShort)) return value
  return '[changed]'
}

/** Keeps the names of all fields, and the values of those that are short and cannot be secret. */
export const describeChanges = (body: unknown): JsonObject =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, describeValue(name, value)]))
    : {}
