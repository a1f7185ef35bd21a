/**
 * A fast path for values that LangGraph's serializer writes and reads as plain JSON. The serializer calls a function for each member, and
 * awaits each member when it reads, which takes several times as long as JSON.stringify and JSON.parse.
 */

/** Deeper values may be circular. */
const MAX_DEPTH = 64

/** Returns the text that LangGraph's serializer would write, or undefined if the value contains anything but plain JSON. */
export const stringifyPlainJson = (value: unknown): string | undefined =>
  isPlainJson(value, MAX_DEPTH) ? JSON.stringify(value) : undefined

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
