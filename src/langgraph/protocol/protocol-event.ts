/** An event of the agent streaming protocol, as its clients read it, and the number that it has in its thread. */

/** What happened, and where in nested graphs: without a number yet. */
export interface Told {
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
const PLACES = 2 ** 11
const EVENTS = 2 ** 22

/** What one stored event may be told as, at most. */
export const MOST_TOLD = PLACES

export const seqOf = (ordinal: number, seq: number, place: number): number =>
  (ordinal * EVENTS + seq) * PLACES + place

/** Which run of its thread it is of. */
export const ordinalOf = (seq: number): number => Math.floor(seq / (EVENTS * PLACES))

export const toProtocolEvent = (told: Told, seq: number, timestamp: number): ProtocolEvent => {
  const { method, namespace, node, data } = told
  return {
    type: 'event',
    event_id: String(seq),
    seq,
    method,
    params: { namespace, timestamp, ...(node !== undefined && { node }), data },
  }
}
