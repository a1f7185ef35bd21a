/** Counts how often the nodes of a graph were executed, from the events of a run. */
import type { EventFields } from '../../events/run-event.js'
import { isObject } from '../../schema/common.js'
import { addDuration, addHistogram, type Histogram } from './histogram.js'

export interface NodeCounts {
  count: number
  errors: number
  input_tokens: number
  output_tokens: number
  duration: Histogram
}

/** By node ID. A Map, because the IDs are chosen by the authors of graphs. */
export type NodeTally = Map<string, NodeCounts>

/** Nodes beyond these limits are counted together, because code can create any number of names. */
const MAX_NODES_PER_RUN = 200
export const MAX_NODES_PER_BUCKET = 500
export const OTHER_NODES = '(other)'
const MAX_ID_LENGTH = 200

export const countNodeEvent = (tally: NodeTally, event: EventFields): void => {
  const { type, node_id, duration_ms, usage } = event
  if (typeof node_id !== 'string') return
  if (type === 'llm.completion') {
    const { input_tokens, output_tokens } = isObject(usage) ? usage : {}
    const counts = getCounts(tally, node_id, MAX_NODES_PER_RUN)
    counts.input_tokens += toCount(input_tokens)
    counts.output_tokens += toCount(output_tokens)
  } else if (type === 'node.completed' || type === 'node.failed') {
    const counts = getCounts(tally, node_id, MAX_NODES_PER_RUN)
    counts.count++
    if (type === 'node.failed') counts.errors++
    addDuration(counts.duration, toCount(duration_ms))
  }
}

export const addNodeTally = (tally: NodeTally, added: NodeTally): void => {
  for (const [node_id, { count, errors, input_tokens, output_tokens, duration }] of added) {
    const counts = getCounts(tally, node_id, MAX_NODES_PER_BUCKET)
    counts.count += count
    counts.errors += errors
    counts.input_tokens += input_tokens
    counts.output_tokens += output_tokens
    addHistogram(counts.duration, duration)
  }
}

export const serializeNodes = (tally: NodeTally): string | null =>
  tally.size === 0 ? null : JSON.stringify(Object.fromEntries(tally))

export const parseNodes = (text: string | null): NodeTally =>
  new Map(text === null ? [] : Object.entries(JSON.parse(text) as Record<string, NodeCounts>))

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0)

const getCounts = (tally: NodeTally, nodeId: string, limit: number): NodeCounts => {
  const name = nodeId.slice(0, MAX_ID_LENGTH)
  const key = tally.has(name) || tally.size < limit ? name : OTHER_NODES
  let counts = tally.get(key)
  if (counts === undefined) {
    counts = { count: 0, errors: 0, input_tokens: 0, output_tokens: 0, duration: {} }
    tally.set(key, counts)
  }
  return counts
}
