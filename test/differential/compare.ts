/**
 * Compares two recordings of one scenario. Generated values only have to correspond: each ID of one server must map to the same ID of
 * the other server throughout the scenario, and timestamps must be at the same places.
 */
import { ID, withoutGeneratedValues } from './generated-values.js'
import type { Call, Frame } from './record.js'

export interface Difference {
  /** For example `3 POST /threads/{thread_id}/runs body.kwargs.config`: the number of the call, its endpoint and the path. */
  at: string
  peer: unknown
  ours: unknown
}

/** Fields that identify the server. */
const IGNORED_FIELDS = new Set(['langgraph_version', 'langgraph_api_url'])

export const compare = (peer: readonly Call[], ours: readonly Call[]): Difference[] => {
  const differences: Difference[] = []
  const compareValues = makeValueComparison((at, a, b) => differences.push({ at, peer: a, ours: b }))
  for (let index = 0; index < Math.max(peer.length, ours.length); index++) {
    const [a, b] = [peer[index], ours[index]]
    const at = `${String(index + 1)} ${(a ?? b)!.endpoint}`
    if (a?.endpoint !== b?.endpoint || a === undefined || b === undefined) {
      compareValues(`${at} call`, a?.endpoint, b?.endpoint)
      break
    }
    compareValues(`${at} status`, a.status, b.status)
    // Errors are compared by status only, because their messages differ.
    if (a.status < 400 && b.status < 400) {
      compareValues(`${at} headers`, a.headers, b.headers)
      compareValues(`${at} body`, a.body, b.body)
      compareFrames(compareValues, `${at} stream`, a.frames, b.frames)
    }
  }
  return differences
}

/** Streams are compared per mode, because the order of events of different modes is not guaranteed. */
const compareFrames = (
  compareValues: CompareValues,
  at: string,
  peer: readonly Frame[] = [],
  ours: readonly Frame[] = [],
) => {
  const ends = (frames: readonly Frame[]) => [toEventName(frames[0]), toEventName(frames.at(-1))]
  compareValues(`${at} ends`, ends(peer), ends(ours))
  const names = new Set([...peer, ...ours].map(toEventName))
  for (const name of names) {
    const [a, b] = [peer, ours].map((frames) => frames.filter((frame) => toEventName(frame) === name))
    compareValues(`${at} ${name}`, a, b)
  }
}

/** The event name without task IDs. */
const toEventName = (frame: Frame | undefined): string => (frame?.event ?? '').replace(ID, 'id')

type CompareValues = (at: string, peer: unknown, ours: unknown) => void

const makeValueComparison = (onDifference: CompareValues): CompareValues => {
  const peerToOurs = new Map<string, string>()
  const oursToPeer = new Map<string, string>()

  const isSameIds = (peer: string[], ours: string[]): boolean =>
    peer.length === ours.length &&
    peer.every((id, index) => {
      const other = ours[index]!
      if (!peerToOurs.has(id) && !oursToPeer.has(other)) {
        peerToOurs.set(id, other)
        oursToPeer.set(other, id)
      }
      return peerToOurs.get(id) === other
    })

  const isSameText = (peer: string, ours: string): boolean => {
    return (
      withoutGeneratedValues(peer) === withoutGeneratedValues(ours) &&
      isSameIds(peer.match(ID) ?? [], ours.match(ID) ?? [])
    )
  }

  const compareValues: CompareValues = (at, peer, ours) => {
    if (typeof peer === 'string' && typeof ours === 'string') {
      if (!isSameText(peer, ours)) onDifference(at, peer, ours)
    } else if (Array.isArray(peer) && Array.isArray(ours)) {
      if (peer.length !== ours.length) onDifference(`${at}.length`, peer, ours)
      else peer.forEach((value, index) => compareValues(`${at}[${String(index)}]`, value, ours[index]))
    } else if (isObject(peer) && isObject(ours)) {
      compareObjects(at, peer, ours)
    } else if (peer !== ours) onDifference(at, peer, ours)
  }

  const compareObjects = (at: string, peer: Record<string, unknown>, ours: Record<string, unknown>): void => {
    const [a, b] = [toComparableEntries(peer), toComparableEntries(ours)]
    for (const name of new Set([...a.keys(), ...b.keys()]))
      if (!IGNORED_FIELDS.has(name)) compareValues(`${at}.${name}`, a.get(name), b.get(name))
  }
  return compareValues
}

/** Keys may be IDs of messages or tasks, which differ between the servers; these entries are matched by their values. */
const toComparableEntries = (object: Record<string, unknown>): Map<string, unknown> => {
  const entries = Object.entries(object).map(([key, value]) => ({ name: withoutGeneratedValues(key), value }))
  const sorted = entries.toSorted((a, b) =>
    a.name === b.name ? toSortKey(a.value).localeCompare(toSortKey(b.value)) : 0,
  )
  const seen = new Map<string, number>()
  return new Map(
    sorted.map(({ name, value }) => {
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return [count === 1 ? name : `${name}(${String(count)})`, value]
    }),
  )
}

const toSortKey = (value: unknown): string => withoutGeneratedValues(JSON.stringify([value]))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
