/** Filters the events of a thread by channel and by namespace (the position in nested graphs). */
import type { ProtocolEvent } from './protocol-event.js'

export interface EventFilter {
  channels: readonly string[]
  /** Only events below one of these namespaces; empty for all namespaces. */
  namespaces?: readonly (readonly string[])[] | undefined
  /** The maximum depth below the namespace. */
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

/** The part of a segment that is the same in every run: `node` in `node:id`. */
export const nodeNameFrom = (segment: string): string => segment.replace(/:.*$/s, '')

/** A prefix segment without an ID matches the node in every run. */
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
