/**
 * Emits the events node.started, node.completed and node.failed. A start is known when the node's code is entered, before
 * it does anything, and with it the step. Starts of nodes in nested graphs, and all ends, come from LangGraph's `tasks` stream.
 */
import { isGraphBubbleUp, type RetryPolicy } from '@langchain/langgraph'
import type { TaskFields } from '../../events/run-event.js'
import type { EventBuffer } from './event-buffer.js'
import { getInterruptId, type LegacyInterrupt } from './legacy-interrupts.js'
import { toPlainJson } from './message-format.js'
import { toRunFailure } from './run-failure.js'
import {
  getLastTaskId,
  getTaskId,
  toMilliseconds,
  toNodeId,
  toNodePath,
  toTaskFields,
} from './task-fields.js'
import { willRetry } from './will-retry.js'

export interface GraphTask {
  id: string
  name: string
  result?: unknown
  interrupts?: LegacyInterrupt[]
}

interface StartedTask {
  fields: TaskFields
  startedAt: number
  attempts: number
  attemptStartedAt: number
  /** True if the last attempt failed. */
  hasFailed: boolean
}

interface Deps {
  threadId: string
  nodeTypes: Readonly<Record<string, string>>
  /** The nodes whose code reports when it is entered: those of the graph of the run. */
  instrumentedNodes: ReadonlySet<string>
  eventBuffer: EventBuffer
  /** Aborted when the execution is stopped from outside. */
  signal: AbortSignal
}

export class NodeEvents {
  readonly #tasks = new Map<string, StartedTask>()
  readonly #interruptedTasks = new Map<string, TaskFields>()
  /** The node that threw each error first, which is the innermost one: the nodes around it throw the same error. */
  readonly #throwers = new WeakMap<object, string>()

  constructor(private readonly deps: Deps) {}

  /** Called for each attempt. */
  onEnter(metadata: Record<string, unknown>): void {
    const fields = toTaskFields(metadata)
    if (fields.task_id === null) return
    const task = this.#start(fields.task_id, fields)
    task.attempts++
    task.attemptStartedAt = performance.now()
    task.hasFailed = false
  }

  /** LangGraph reports a node that threw as one that ended without a result, so failures are recorded here. */
  onError(metadata: Record<string, unknown>, error: unknown, retryPolicy: RetryPolicy | undefined): void {
    this.onThrow(metadata, error)
    const task = this.#tasks.get(getTaskId(metadata))
    if (task === undefined) return
    task.hasFailed = true
    // Interrupts and commands to a parent graph are thrown too, and a node that is stopped from outside has not failed.
    if (isGraphBubbleUp(error ?? undefined) || this.deps.signal.aborted) return
    const { fields, attempts, attemptStartedAt } = task
    this.deps.eventBuffer.addEvent({
      type: 'node.failed',
      ...fields,
      error: { ...toRunFailure(error) },
      attempt: attempts,
      will_retry: willRetry(error, attempts, retryPolicy),
      duration_ms: toMilliseconds(performance.now() - attemptStartedAt),
    })
  }

  /** Remembers which node, or which conditional edge after a node, threw the error. */
  onThrow(metadata: Record<string, unknown>, error: unknown): void {
    if (isReference(error) && !this.#throwers.has(error)) this.#throwers.set(error, toNodeId(metadata))
  }

  /** Returns the node that threw the error; undefined if LangGraph itself or the loading of the graph did. */
  findThrower(error: unknown): string | undefined {
    return isReference(error) ? this.#throwers.get(error) : undefined
  }

  /** Returns the task that raised the interrupt. */
  findInterruptedTask(interruptId: string): TaskFields | undefined {
    return this.#interruptedTasks.get(interruptId)
  }

  onTask(namespace: string[], task: GraphTask): void {
    const node_id = toNodePath([...namespace, `${task.name}:`])
    const fields = { node_id, task_id: task.id, step: null, parent: getLastTaskId(namespace) }
    if (!('result' in task)) {
      const isInstrumented = namespace.length === 0 && this.deps.instrumentedNodes.has(task.name)
      if (!isInstrumented) this.#start(task.id, fields)
      return
    }
    // A node whose result was cached is never entered.
    const started = this.#start(task.id, fields)
    this.#tasks.delete(task.id)
    const { interrupts = [] } = task
    for (const interrupt of interrupts) this.#interruptedTasks.set(getInterruptId(interrupt), started.fields)
    // A node that was interrupted or failed has not completed.
    if (started.hasFailed || interrupts.length > 0) return
    this.deps.eventBuffer.addEvent({
      type: 'node.completed',
      ...started.fields,
      output: toPlainJson(task.result, this.deps.threadId),
      duration_ms: toMilliseconds(performance.now() - started.startedAt),
    })
  }

  #start(taskId: string, fields: TaskFields): StartedTask {
    const existing = this.#tasks.get(taskId)
    if (existing !== undefined) return existing
    const startedAt = performance.now()
    const task = { fields, startedAt, attempts: 0, attemptStartedAt: startedAt, hasFailed: false }
    this.#tasks.set(taskId, task)
    const { node_id } = fields
    const { nodeTypes, eventBuffer } = this.deps
    const node_type = nodeTypes[node_id] ?? nodeTypes[node_id.slice(node_id.lastIndexOf('/') + 1)] ?? 'node'
    eventBuffer.addEvent({ type: 'node.started', ...fields, node_type })
    return task
  }
}

const isReference = (value: unknown): value is object => typeof value === 'object' && value !== null
