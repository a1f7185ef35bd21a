/**
 * What a connection is subscribed to. An id of a subscription holds what it asks for, so that another connection, to whatever
 * node, can restore it: nothing of it is kept here.
 */
import { isWanted, type EventFilter } from '../../../langgraph/protocol/event-filter.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { newId } from '../../../platform/ids.js'
import type { JsonObject } from '../../../schema/common.js'
import { SubscribeParams } from '../../../schema/langgraph-protocol.js'
import { Refusal } from './command-response.js'
import { paramsOf, refuseUnknown } from './parse-params.js'

export interface Subscription {
  id: string
  filter: EventFilter
  /** The number of the last event that it was told, or that it does not want. */
  seen: number
}

const readFilter = paramsOf(SubscribeParams)

export const subscriptionFrom = (
  params: JsonObject | undefined,
): { filter: EventFilter; since: number | undefined } => {
  const { channels, namespaces, depth, since } = readFilter(params)
  refuseUnknown({ channels, since })
  return { filter: { channels, namespaces, depth }, since }
}

export const newSubscriptionId = (filter: EventFilter): string =>
  `${newId()}.${Buffer.from(JSON.stringify(filter)).toString('base64url')}`

export const restored = (id: string): EventFilter => {
  const [, written = ''] = id.split('.')
  try {
    return subscriptionFrom(JSON.parse(Buffer.from(written, 'base64url').toString()) as JsonObject).filter
  } catch {
    throw new Refusal('no_such_subscription', `there is no subscription ${id.slice(0, 100)}`)
  }
}

/** Each event once, however many want it, and in order: clients tell by themselves whom it is for. */
export const wantedBy = (subscriptions: Iterable<Subscription>, events: ProtocolEvent[]): ProtocolEvent[] => {
  const all = [...subscriptions]
  return events.filter((event) => {
    let isSent = false
    for (const one of all) {
      if (event.seq <= one.seen) continue
      one.seen = event.seq
      isSent = isWanted(event, one.filter) || isSent
    }
    return isSent
  })
}
