/**
 * What a connection is subscribed to. An id of a subscription holds what it asks for, so that another connection, to whatever
 * node, can restore it: nothing of it is kept here.
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
  /** The number of the last event that it was told, or that it does not want. */
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
    throw new CommandError('no_such_subscription', `there is no subscription ${id.slice(0, 100)}`)
  }
}

/** Each event once, however many want it, and in order: clients tell by themselves whom it is for. */
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
