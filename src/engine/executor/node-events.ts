/**
 * The nodes under way, told as events. That one starts is known when its code is entered, before anything that it does;
 * of nodes in nested graphs, and of all that end, LangGraph tells.
 */
import { nodeOf, nodePath } from './observer.js'
import type { Outbox } from './event-buffer.js'
import { toPlain } from './message-format.js'

export interface Task {
  id: string
  name: string
  result?: unknown
  interrupts?: unknown[]
}

/** The task that LangGraph runs: the last part of its place. */
export const taskIdIn = (metadata: Record<string, unknown>): string => {
  const place = metadata['langgraph_checkpoint_ns']
  return typeof place === 'string' ? place.slice(place.lastIndexOf(':') + 1) : ''
}

export class Nodes {
  readonly #started = new Map<string, number>()
  readonly #failed = new Set<string>()

  constructor(
    private readonly threadId: string,
    private readonly types: Readonly<Record<string, string>>,
    private readonly outbox: Outbox,
  ) {}

  enter(metadata: Record<string, unknown>): void {
    const id = taskIdIn(metadata)
    if (id !== '') this.#start(nodeOf(metadata), id)
  }

  /** LangGraph tells of a node that threw as of one that ended with nothing. */
  fail(metadata: Record<string, unknown>): void {
    this.#failed.add(taskIdIn(metadata))
  }

  hear(places: string[], task: Task): void {
    const node_id = nodePath([...places, `${task.name}:`])
    if (!('result' in task)) {
      this.#start(node_id, task.id)
      return
    }
    const started = this.#started.get(task.id) ?? performance.now()
    this.#started.delete(task.id)
    // A node that waits for an answer, or failed, has not completed.
    if (this.#failed.delete(task.id) || (task.interrupts ?? []).length > 0) return
    const duration_ms = Math.round((performance.now() - started) * 10) / 10
    const output = toPlain(task.result, this.threadId)
    this.outbox.event({ type: 'node.completed', node_id, output, duration_ms })
  }

  #start(node_id: string, taskId: string): void {
    if (this.#started.has(taskId)) return
    this.#started.set(taskId, performance.now())
    const node_type = this.types[node_id] ?? this.types[node_id.slice(node_id.lastIndexOf('/') + 1)] ?? 'node'
    this.outbox.event({ type: 'node.started', node_id, node_type })
  }
}
