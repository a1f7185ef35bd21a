/**
 * Compares two recordings of one scenario. Generated values only have to correspond: each ID of one server must map to the same ID of
 * the other server throughout the scenario, and timestamps must be at the same places.
 */
import type { Call, Frame } from './record.js'

export interface Difference {
  /** For example `3 POST /threads/{thread_id}/runs body.kwargs.config`: the number of the call, its endpoint and the path. */
  at: string
  peer: unknown
  ours: unknown
}

/** Fields that identify the server. */
const DROPPED = new Set(['langgraph_version', 'langgraph_api_url'])

// UUIDs, and the hashes that LangGraph uses as interrupt IDs.
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{32}\b/gi
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g

export const compare = (peer: readonly Call[], ours: readonly Call[]): Difference[] => {
  const found: Difference[] = []
  const same = makeSame((at, a, b) => found.push({ at, peer: a, ours: b }))
  for (let index = 0; index < Math.max(peer.length, ours.length); index++) {
    const [a, b] = [peer[index], ours[index]]
    const at = `${String(index + 1)} ${(a ?? b)!.endpoint}`
    if (a?.endpoint !== b?.endpoint || a === undefined || b === undefined) {
      same(`${at} call`, a?.endpoint, b?.endpoint)
      break
    }
    same(`${at} status`, a.status, b.status)
    // Errors are compared by status only, because their messages differ.
    if (a.status < 400 && b.status < 400) {
      same(`${at} headers`, a.headers, b.headers)
      same(`${at} body`, a.body, b.body)
      compareFrames(same, `${at} stream`, a.frames, b.frames)
    }
  }
  return found
}

/** Streams are compared per mode, because the order of events of different modes is not guaranteed. */
const compareFrames = (same: Same, at: string, peer: readonly Frame[] = [], ours: readonly Frame[] = []) => {
  const ends = (frames: readonly Frame[]) => [nameOf(frames[0]), nameOf(frames.at(-1))]
  same(`${at} ends`, ends(peer), ends(ours))
  const names = new Set([...peer, ...ours].map(nameOf))
  for (const name of names) {
    const [a, b] = [peer, ours].map((frames) => frames.filter((frame) => nameOf(frame) === name))
    same(`${at} ${name}`, a, b)
  }
}

/** The event name without task IDs. */
const nameOf = (frame: Frame | undefined): string => (frame?.event ?? '').replace(ID, 'id')

type Same = (at: string, peer: unknown, ours: unknown) => void

const makeSame = (differ: Same): Same => {
  const standsFor = new Map<string, string>()
  const stoodFor = new Map<string, string>()

  const sameIds = (peer: string[], ours: string[]): boolean =>
    peer.length === ours.length &&
    peer.every((id, index) => {
      const other = ours[index]!
      if (!standsFor.has(id) && !stoodFor.has(other)) {
        standsFor.set(id, other)
        stoodFor.set(other, id)
      }
      return standsFor.get(id) === other
    })

  const sameText = (peer: string, ours: string): boolean => {
    return bare(peer) === bare(ours) && sameIds(peer.match(ID) ?? [], ours.match(ID) ?? [])
  }

  const same: Same = (at, peer, ours) => {
    if (typeof peer === 'string' && typeof ours === 'string') {
      if (!sameText(peer, ours)) differ(at, peer, ours)
    } else if (Array.isArray(peer) && Array.isArray(ours)) {
      if (peer.length !== ours.length) differ(`${at}.length`, peer, ours)
      else peer.forEach((value, index) => same(`${at}[${String(index)}]`, value, ours[index]))
    } else if (isObject(peer) && isObject(ours)) {
      sameObjects(at, peer, ours)
    } else if (peer !== ours) differ(at, peer, ours)
  }

  const sameObjects = (at: string, peer: Record<string, unknown>, ours: Record<string, unknown>): void => {
    const [a, b] = [byName(peer), byName(ours)]
    for (const name of new Set([...a.keys(), ...b.keys()]))
      if (!DROPPED.has(name)) same(`${at}.${name}`, a.get(name), b.get(name))
  }
  return same
}

const bare = (text: string): string => text.replace(TIME, 'time').replace(ID, 'id')

/** Keys may be IDs of messages or tasks, which differ between the servers; these entries are matched by their values. */
const byName = (object: Record<string, unknown>): Map<string, unknown> => {
  const entries = Object.entries(object).map(([key, value]) => ({ name: bare(key), value }))
  const sorted = entries.toSorted((a, b) =>
    a.name === b.name ? textOf(a.value).localeCompare(textOf(b.value)) : 0,
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

const textOf = (value: unknown): string => bare(JSON.stringify([value]))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
