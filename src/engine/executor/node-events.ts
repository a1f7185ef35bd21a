/**
 * Emits the events node.started and node.completed. A start is known when the node's code is entered, before
 * it does anything. Starts of nodes in nested graphs, and all ends, come from LangGraph's `tasks` stream.
 */
import { toNodeId, toNodePath } from './observer.js'
import type { EventBuffer } from './event-buffer.js'
import { toPlainJson } from './message-format.js'

export interface GraphTask {
  id: string
  name: string
  result?: unknown
  interrupts?: unknown[]
}

/** The id of the LangGraph task: the last segment of its checkpoint namespace. */
export const getTaskId = (metadata: Record<string, unknown>): string => {
  const namespace = metadata['langgraph_checkpoint_ns']
  return typeof namespace === 'string' ? namespace.slice(namespace.lastIndexOf(':') + 1) : ''
}

export class NodeEvents {
  readonly #startTimes = new Map<string, number>()
  readonly #failed = new Set<string>()
  /** The node that threw each error first, which is the innermost one: the nodes around it throw the same error. */
  readonly #throwers = new WeakMap<object, string>()

  constructor(
    private readonly threadId: string,
    private readonly nodeTypes: Readonly<Record<string, string>>,
    private readonly eventBuffer: EventBuffer,
  ) {}

  onEnter(metadata: Record<string, unknown>): void {
    const id = getTaskId(metadata)
    if (id !== '') this.#start(toNodeId(metadata), id)
  }

  /** LangGraph reports a node that threw as one that ended without a result, so failures are recorded here. */
  onError(metadata: Record<string, unknown>, error: unknown): void {
    this.#failed.add(getTaskId(metadata))
    this.onThrow(metadata, error)
  }

  /** Remembers which node, or which conditional edge after a node, threw the error. */
  onThrow(metadata: Record<string, unknown>, error: unknown): void {
    if (isReference(error) && !this.#throwers.has(error)) this.#throwers.set(error, toNodeId(metadata))
  }

  /** Returns the node that threw the error; undefined if LangGraph itself or the loading of the graph did. */
  findThrower(error: unknown): string | undefined {
    return isReference(error) ? this.#throwers.get(error) : undefined
  }

  onTask(namespace: string[], task: GraphTask): void {
    const node_id = toNodePath([...namespace, `${task.name}:`])
    if (!('result' in task)) {
      this.#start(node_id, task.id)
      return
    }
    const startedAt = this.#startTimes.get(task.id) ?? performance.now()
    this.#startTimes.delete(task.id)
    // A node that was interrupted or failed has not completed.
    if (this.#failed.delete(task.id) || (task.interrupts ?? []).length > 0) return
    const duration_ms = Math.round((performance.now() - startedAt) * 10) / 10
    const output = toPlainJson(task.result, this.threadId)
    this.eventBuffer.addEvent({ type: 'node.completed', node_id, output, duration_ms })
  }

  #start(node_id: string, taskId: string): void {
    if (this.#startTimes.has(taskId)) return
    this.#startTimes.set(taskId, performance.now())
    const node_type =
      this.nodeTypes[node_id] ?? this.nodeTypes[node_id.slice(node_id.lastIndexOf('/') + 1)] ?? 'node'
    this.eventBuffer.addEvent({ type: 'node.started', node_id, node_type })
  }
}

const isReference = (value: unknown): value is object => typeof value === 'object' && value !== null
