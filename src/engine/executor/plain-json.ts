/**
 * Fast paths for what LangGraph's serializer writes and reads most: plain JSON and LangChain's messages. The serializer walks through a value
 * once more to find cycles, and creates a promise for each member that it reads. For the state of a long conversation, that took most of
 * the time of a turn (November 2026). Everything else is left to the serializer.
 */

/** Deeper values may be circular. */
const MAX_DEPTH = 64

/** What LangGraph's serializer writes instead of undefined. */
export const UNDEFINED = { lc: 2, type: 'undefined' }

/** Returns the text that LangGraph's serializer would write, or undefined if the value contains anything but plain JSON. */
export const stringifyPlainJson = (value: unknown): string | undefined =>
  isPlainJson(value, MAX_DEPTH) ? JSON.stringify(value) : undefined

/** The same for values that contain objects with a method `toJSON`, for example messages. */
export const stringifySerializable = (value: unknown): string | undefined => {
  try {
    return JSON.stringify(value, replaceMember)
  } catch {
    // The value contains instances of other classes, or is circular.
    return undefined
  }
}

/** Returns the value that LangGraph's serializer would read, or undefined if the text may contain instances of classes. */
export const parsePlainJson = (text: string): { value: unknown } | undefined =>
  text.includes('"lc":') ? undefined : { value: JSON.parse(text) as unknown }

const isPlainJson = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object') return isPlainPrimitive(value)
  if (value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainJson(item, depth - 1)) return false
    return true
  }
  return Object.getPrototypeOf(value) === Object.prototype && hasPlainMembers(value, depth - 1)
}

/** The serializer takes an object with `lg_name` for an instance of a LangGraph class, and JSON.stringify calls `toJSON`. */
const hasPlainMembers = (value: object, depth: number): boolean => {
  for (const [name, member] of Object.entries(value))
    if (name === 'lg_name' || !isPlainJson(member, depth)) return false
  return true
}

const isPlainPrimitive = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** `value` is the result of `toJSON`, if the member has this method. */
const replaceMember = (_name: string, value: unknown): unknown => {
  if (value === undefined) return UNDEFINED
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Object.getPrototypeOf(value) !== Object.prototype || 'lg_name' in value)
    throw new TypeError('not plain JSON')
  return value
}
