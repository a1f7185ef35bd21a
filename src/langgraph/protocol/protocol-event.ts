/** Events of the agent streaming protocol, and their sequence numbers in the thread. */

/** An event before it gets its sequence number. */
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
 * Sequence numbers increase within a thread and are the same for every reader and node, without a stored counter. A number has three
 * parts: the ordinal of the run in its thread (20 bits, enough for one run per minute for two years), the number of the stored event in
 * the run (22 bits), and the index among the protocol events that the stored event is converted to (11 bits).
 */
const EVENTS_PER_STORED_EVENT = 2 ** 11
const STORED_EVENTS_PER_RUN = 2 ** 22

/** The maximum number of protocol events for one stored event. */
export const MAX_EVENTS_PER_STORED_EVENT = EVENTS_PER_STORED_EVENT

export const toThreadSeq = (ordinal: number, seq: number, index: number): number =>
  (ordinal * STORED_EVENTS_PER_RUN + seq) * EVENTS_PER_STORED_EVENT + index

/** The ordinal of the run that the sequence number belongs to. */
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
