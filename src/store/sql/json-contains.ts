/** Whether a JSON value holds another, as PostgreSQL's `@>` has it: objects by their keys, arrays by their items, the rest as it is. */
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

/** As a function of SQL: both are texts, and the answer is a number. */
export const jsonContains = (whole: unknown, part: unknown): number =>
  typeof whole === 'string' && typeof part === 'string' && containsJson(JSON.parse(whole), JSON.parse(part))
    ? 1
    : 0
