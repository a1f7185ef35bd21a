/** Moves the times inside of stored JSON. */
import type { TimeMap } from './time-map.js'

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const toIso = (at: number): string => new Date(at).toISOString()

const round = (at: number): number => Math.round(at * 10) / 10

/** Moves `at` and all ISO times since `since`. Other times, such as dates that users wrote, stay. */
export const moveJsonTimes = (value: unknown, map: TimeMap, since: number): unknown => {
  if (typeof value === 'string')
    return ISO_TIME.test(value) && Date.parse(value) >= since ? toIso(map(Date.parse(value))) : value
  if (Array.isArray(value)) return value.map((item) => moveJsonTimes(item, map, since))
  if (typeof value !== 'object' || value === null) return value
  const moved = Object.entries(value).map(([key, item]) => [
    key,
    key === 'at' && typeof item === 'number' && item >= since
      ? round(map(item))
      : moveJsonTimes(item, map, since),
  ])
  return Object.fromEntries(moved) as unknown
}

/** An event whose `timestamp` is that of its `at`, which is more exact. */
export const moveEvent = (event: { at: number }, map: TimeMap, since: number): unknown => {
  const at = round(map(event.at))
  return {
    ...(moveJsonTimes(event, map, since) as object),
    at,
    ...('timestamp' in event && { timestamp: toIso(at) }),
  }
}
