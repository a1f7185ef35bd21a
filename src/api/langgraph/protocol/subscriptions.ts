/**
 * Subscriptions of a WebSocket connection. The ID of a subscription contains its encoded filter, so that a new connection to any node
 * can restore it without stored state.
 */
import { matchesFilter, type EventFilter } from '../../../langgraph/protocol/event-filter.js'
import type { ProtocolEvent } from '../../../langgraph/protocol/protocol-event.js'
import { newId } from '../../../platform/ids.js'
import type { JsonObject } from '../../../schema/common.js'
import { SubscribeParams } from '../../../schema/langgraph-protocol.js'
import { CommandError } from './command-response.js'
import { makeParamsParser, checkSubscription } from './parse-params.js'

export interface Subscription {
  id: string
  filter: EventFilter
  /** The sequence number of the last event that was sent to the subscription or filtered out. */
  lastSeq: number
}

const parseFilterParams = makeParamsParser(SubscribeParams)

export const parseSubscription = (
  params: JsonObject | undefined,
): { filter: EventFilter; since: number | undefined } => {
  const { channels, namespaces, depth, since } = parseFilterParams(params)
  checkSubscription({ channels, since })
  return { filter: { channels, namespaces, depth }, since }
}

export const createSubscriptionId = (filter: EventFilter): string =>
  `${newId()}.${Buffer.from(JSON.stringify(filter)).toString('base64url')}`

export const restoreFilter = (id: string): EventFilter => {
  const [, encodedFilter = ''] = id.split('.')
  try {
    return parseSubscription(JSON.parse(Buffer.from(encodedFilter, 'base64url').toString()) as JsonObject)
      .filter
  } catch {
    throw new CommandError('no_such_subscription', `Subscription ${id.slice(0, 100)} does not exist`)
  }
}

/** Returns each event that matches at least one subscription once and in order. The client assigns events to its subscriptions. */
export const takeMatchingEvents = (
  subscriptions: Iterable<Subscription>,
  events: ProtocolEvent[],
): ProtocolEvent[] => {
  const list = [...subscriptions]
  return events.filter((event) => {
    let isMatched = false
    for (const subscription of list) {
      if (event.seq <= subscription.lastSeq) continue
      subscription.lastSeq = event.seq
      isMatched = matchesFilter(event, subscription.filter) || isMatched
    }
    return isMatched
  })
}
