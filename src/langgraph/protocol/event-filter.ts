/** Which events of a thread somebody wants: by channel, and by where in nested graphs they happen. */
import type { ProtocolEvent } from './protocol-event.js'

export interface EventFilter {
  channels: readonly string[]
  /** Only below one of these; none: everywhere. */
  namespaces?: readonly (readonly string[])[] | undefined
  /** How far below. */
  depth?: number | undefined
}

const CHANNELS: ReadonlySet<string> = new Set([
  'values',
  'updates',
  'messages',
  'tools',
  'lifecycle',
  'input',
  'checkpoints',
  'tasks',
  'custom',
])

export const isKnownChannel = (name: string): boolean => CHANNELS.has(name) || /^custom:./.test(name)

/** The part of a segment that does not change from run to run: `node` of `node:id`. */
export const nodeNameFrom = (segment: string): string => segment.replace(/:.*$/s, '')

/** A segment of the prefix without an id stands for the node in every run. */
export const isBelow = (namespace: readonly string[], prefix: readonly string[]): boolean =>
  prefix.length <= namespace.length &&
  prefix.every((segment, index) => {
    const actual = namespace[index] ?? ''
    return actual === segment || nodeNameFrom(actual) === segment
  })

const isOnChannel = ({ method, params }: ProtocolEvent, channels: readonly string[]): boolean => {
  if (method === 'input.requested') return channels.includes('input')
  if (channels.includes(method)) return true
  if (method !== 'custom') return false
  const { name } = (params.data ?? {}) as { name?: unknown }
  return typeof name === 'string' && channels.includes(`custom:${name}`)
}

export const matchesFilter = (
  event: ProtocolEvent,
  { channels, namespaces = [], depth }: EventFilter,
): boolean => {
  if (!isOnChannel(event, channels)) return false
  const { namespace } = event.params
  if (namespaces.length === 0) return true
  return namespaces.some(
    (prefix) =>
      isBelow(namespace, prefix) && (depth === undefined || namespace.length - prefix.length <= depth),
  )
}
