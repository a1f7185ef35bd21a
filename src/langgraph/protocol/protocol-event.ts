/** An event of the agent streaming protocol, as its clients read it, and the number that it has in its thread. */

/** What happened, and where in nested graphs: without a number yet. */
export interface ProtocolEventBody {
  method: string
  namespace: readonly string[]
  node?: string | undefined
  data: unknown
}

export interface ProtocolEvent {
  type: 'event'
  event_id: string
  seq: number
  method: string
  params: { namespace: readonly string[]; timestamp: number; node?: string; data: unknown }
}

/**
 * A number that grows within a thread, and is the same for every reader: which run of the thread it is (20 bits: a run a minute for
 * two years), which of the run's stored events (22 bits), and which of what that event is told as (11 bits). No table of numbers
 * is needed, and what a node forgets another one finds again.
 */
const EVENTS_PER_STORED_EVENT = 2 ** 11
const STORED_EVENTS_PER_RUN = 2 ** 22

/** What one stored event may be told as, at most. */
export const MAX_EVENTS_PER_STORED_EVENT = EVENTS_PER_STORED_EVENT

export const toThreadSeq = (ordinal: number, seq: number, index: number): number =>
  (ordinal * STORED_EVENTS_PER_RUN + seq) * EVENTS_PER_STORED_EVENT + index

/** Which run of its thread it is of. */
export const runOrdinalFrom = (seq: number): number =>
  Math.floor(seq / (STORED_EVENTS_PER_RUN * EVENTS_PER_STORED_EVENT))

export const toProtocolEvent = (body: ProtocolEventBody, seq: number, timestamp: number): ProtocolEvent => {
  const { method, namespace, node, data } = body
  return {
    type: 'event',
    event_id: String(seq),
    seq,
    method,
    params: { namespace, timestamp, ...(node !== undefined && { node }), data },
  }
}
