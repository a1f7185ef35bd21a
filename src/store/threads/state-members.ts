/** Divides a large state into the members that stay in the row of its thread, where searches compare them, and the others. */
import type { LongText } from '../../platform/joined-text.js'

/** A larger member is only in the version that the row refers to. */
const MAX_MEMBER_CHARS = 256
const MAX_ALL_CHARS = 1_000

export interface StateMembers {
  /** The JSON of an object with the small members, or `null` for a state that is no object. No search matches such a state. */
  members: string
  /** The names of the other members, as a JSON array. */
  omitted: string
}

export const divideState = (values: unknown): StateMembers => {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return { members: 'null', omitted: '[]' }
  return divideMembers(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, toSmallJson(value)] as const],
    ),
  )
}

/** Divides the members of a state that are JSON already. The text of a large one may be missing. */
export const divideMembers = (
  all: Iterable<readonly [name: string, text: LongText | undefined]>,
): StateMembers => {
  const members: string[] = []
  const omitted: string[] = []
  let remaining = MAX_ALL_CHARS
  for (const [name, value] of all) {
    const isSmall = value !== undefined && value.length <= MAX_MEMBER_CHARS
    const text = isSmall ? `${JSON.stringify(name)}:${String(value)}` : undefined
    if (text === undefined || text.length > remaining) {
      omitted.push(name)
      continue
    }
    members.push(text)
    remaining -= text.length
  }
  return { members: `{${members.join(',')}}`, omitted: JSON.stringify(omitted) }
}

const toSmallJson = (value: unknown): string | undefined => {
  if (countCharacters(value, MAX_MEMBER_CHARS) > MAX_MEMBER_CHARS) return undefined
  return JSON.stringify(value)
}

/** Returns at most the number of characters of the JSON. Does not look further once it is above the limit, so a large value costs nothing. */
const countCharacters = (value: unknown, limit: number): number => {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  let count = 2
  for (const name in value) {
    count += countCharacters((value as Record<string, unknown>)[name], limit - count) + 1
    if (count > limit) break
  }
  return count
}
