/**
 * JSON containment with the meaning of PostgreSQL's `@>`: objects by key, arrays by element, other values by equality.
 */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const containsJson = (whole: unknown, part: unknown): boolean => {
  if (isObject(part))
    return (
      isObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value),
      )
    )
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.every((expected) => (whole as unknown[]).some((item) => containsJson(item, expected)))
    )
  return whole === part
}

/** The SQL function json_contains(whole, part): both arguments are JSON texts. Returns 0 or 1. */
export const jsonContains = (whole: unknown, part: unknown): number =>
  typeof whole === 'string' && typeof part === 'string' && containsJson(JSON.parse(whole), JSON.parse(part))
    ? 1
    : 0
