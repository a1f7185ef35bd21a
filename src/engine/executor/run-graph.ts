/**
 * Runs a graph for the native API: from its input or its last checkpoint, to its end, its next interrupt or
 * its failure. Everything that is to be stored on the way goes into the event buffer.
 */
import { Command } from '@langchain/langgraph'
import { isObject, type JsonObject } from '../../schema/common.js'
import type { EventFields } from '../../events/run-event.js'
import type { GraphOutcome, RequiredInterrupt, StartRun } from '../threads/executor-protocol.js'
import type { MessageTracker } from './message-tracker.js'
import { isInterruptChunk, type AnyGraph, type LoadedGraph } from './loaded-graph.js'
import type { RunGuard } from './guardrails/run-guard.js'
import { toGraphInput } from './graph-input.js'
import { getInterruptId, toResumeValue } from './legacy-interrupts.js'
import type { NodeEvents, GraphTask } from './node-events.js'
import type { Observer } from './observer.js'
import { findFailureCause, toFailureOrigin, toRunFailure } from './run-failure.js'
import { streamChunks } from './stream-chunks.js'
import { isMessage, toText, toPlainJson, getMessageType } from './message-format.js'

export interface GraphExecution extends Omit<LoadedGraph, 'nodeTypes'> {
  start: StartRun
  messages: MessageTracker
  nodes: NodeEvents
  observer: Observer
  emit: (event: EventFields) => void
  /** Undefined if no guardrail applies to the run. */
  guard: RunGuard | undefined
  signal: AbortSignal
}

type Values = Record<string, unknown>

/** The values of a graph are an object, except for an entrypoint, whose value is whatever it returns. */
export const getMessages = (values: unknown): unknown =>
  (values as { messages?: unknown } | null | undefined)?.messages

export const runGraph = async (execution: GraphExecution): Promise<GraphOutcome> => {
  const { start, graph, messages, nodes, observer, signal } = execution
  try {
    signal.throwIfAborted()
    const input = toRunInput(graph, start)
    const options = {
      ...toGraphConfig(start),
      streamMode: ['values', 'tasks'],
      subgraphs: true,
      ...(start.hasLargeInput === true && { durability: 'sync' }),
      ...(execution.needsGraphCallbacks && { callbacks: [observer] }),
      signal,
    }
    let values: unknown = {}
    let interrupts: RequiredInterrupt[] | undefined
    for await (const [namespace, mode, content] of streamChunks(graph, input, options)) {
      if (mode === 'tasks') {
        nodes.onTask(namespace, content as GraphTask)
      } else if (namespace.length === 0) {
        if (isInterruptChunk(content)) interrupts = [...(interrupts ?? []), ...content.__interrupt__]
        else messages.recordNew(getMessages((values = content)))
      }
    }
    const { usage } = observer
    if (interrupts !== undefined) {
      const requested = interrupts.map((interrupt) => ({
        id: getInterruptId(interrupt),
        value: toPlainJson(interrupt.value, start.thread_id),
      }))
      const tasks = requested.flatMap(({ id }) => {
        const task = nodes.findInterruptedTask(id)
        return task === undefined ? [] : [[id, task] as const]
      })
      return { status: 'requires_action', interrupts: requested, tasks: Object.fromEntries(tasks), usage }
    }
    return { status: 'completed', output: toRunOutput(execution, values), usage }
  } catch (error) {
    const failure = findFailureCause(error, signal)
    if (failure === undefined) return { status: 'aborted', usage: observer.usage }
    return {
      status: 'failed',
      error: toRunFailure(failure.cause),
      ...toFailureOrigin(failure.cause, nodes),
      usage: observer.usage,
    }
  }
}

/**
 * A run that has written a checkpoint continues from it. The checkpoint may already contain the input or the
 * resume values; then LangGraph must be called with null.
 */
const toRunInput = (graph: AnyGraph, start: StartRun): unknown => {
  if (start.checkpoint?.row.run_id !== start.run_id) {
    const continuesFromCheckpoint =
      start.fromCheckpointId !== undefined && start.input === null && start.messages.length === 0
    return continuesFromCheckpoint ? null : toGraphInput(graph, start)
  }
  if (start.resume === null || Object.keys(start.resume).length === 0) return null
  return new Command({ resume: toResumeValue(graph, start.resume) })
}

export const toGraphConfig = ({ run_id, thread_id, assistant, checkpoint, fromCheckpointId }: StartRun) => {
  const hasOwnCheckpoint = checkpoint?.row.run_id === run_id
  const { configurable, recursion_limit, tags, metadata } = assistant.config as {
    configurable?: JsonObject
    recursion_limit?: number
    tags?: string[]
    metadata?: JsonObject
  }
  const { assistant_id, graph_id, context } = assistant
  return {
    configurable: {
      ...configurable,
      run_id,
      thread_id,
      assistant_id,
      graph_id,
      ...(fromCheckpointId !== undefined && !hasOwnCheckpoint && { checkpoint_id: fromCheckpointId }),
    },
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && { tags }),
    ...(recursion_limit !== undefined && { recursionLimit: recursion_limit }),
    ...(Object.keys(context).length > 0 && { context }),
  }
}

const toRunOutput = (
  { toOutput, hiddenKeys = [], messages: messageTracker, start }: GraphExecution,
  result: unknown,
): JsonObject => {
  const { thread_id: threadId } = start
  // The output of a run is an object, and an entrypoint may return anything.
  const values: Values = isObject(result) ? result : { result }
  if (toOutput !== undefined) return toPlainJson(toOutput(values), threadId) as JsonObject
  const visible = Object.fromEntries(Object.entries(values).filter(([name]) => !hiddenKeys.includes(name)))
  const { messages, ...rest } = visible
  if (!Array.isArray(messages) || !messages.every(isMessage)) {
    return toPlainJson(visible, threadId) as JsonObject
  }
  const lastReply = messages.findLast((message) => getMessageType(message) === 'ai')
  return {
    response: toText(lastReply?.content),
    messages: messageTracker.listProduced(messages),
    ...(toPlainJson(rest, threadId) as JsonObject),
  }
}
