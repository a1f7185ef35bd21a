/** IDs and times, which differ each time a scenario runs. */

/** UUIDs, and the hashes that LangGraph uses as interrupt IDs. */
export const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/gi
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g

export const withoutGeneratedValues = (text: string): string => text.replace(TIME, 'time').replace(ID, 'id')

/** Replaces each ID by the number of its first occurrence, in the same format, and each time by the same time. */
export const numberGeneratedValues = <T>(value: T): T => {
  const numbers = new Map<string, number>()
  const toNumbered = (id: string): string => {
    const number = numbers.get(id) ?? numbers.size + 1
    numbers.set(id, number)
    const digits = number.toString(16).padStart(32, '0')
    return id.includes('-') ? digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') : digits
  }
  const text = JSON.stringify(value).replace(TIME, '2026-01-01T00:00:00.000Z').replace(ID, toNumbered)
  return JSON.parse(text) as T
}
