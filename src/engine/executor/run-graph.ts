/**
 * One execution of a graph: from its input, or from where its last checkpoint stands, to its end, its next question or
 * its failure. Everything that happens on the way goes into the outbox.
 */
import { Command } from '@langchain/langgraph'
import type { JsonObject } from '../../schema/common.js'
import type {
  EventFields,
  Outcome,
  RequiredInterrupt,
  RunFailure,
  StartRun,
} from '../threads/executor-protocol.js'
import type { AddedMessages } from './message-tracker.js'
import type { AnyGraph, LoadedGraph } from './loaded-graph.js'
import type { RunGuard } from './guardrails/run-guard.js'
import { prepareInput } from './graph-input.js'
import type { Nodes, Task } from './node-events.js'
import type { Observer } from './observer.js'
import { isMessage, textOf, toPlain, typeOf } from './message-format.js'

export interface Execution extends Omit<LoadedGraph, 'nodeTypes'> {
  start: StartRun
  messages: AddedMessages
  nodes: Nodes
  observer: Observer
  tell: (event: EventFields) => void
  /** Undefined: nothing acts on the run. */
  guard: RunGuard | undefined
  signal: AbortSignal
}

type Values = Record<string, unknown>
type Chunk = [places: string[], mode: 'values' | 'tasks', content: unknown]

export const runGraph = async (execution: Execution): Promise<Outcome> => {
  const { start, graph, messages, nodes, observer, signal } = execution
  try {
    signal.throwIfAborted()
    const input = inputOf(graph, start)
    const chunks = (await graph.stream(input, {
      ...settingsOf(start),
      streamMode: ['values', 'tasks'],
      subgraphs: true,
      ...(execution.isObservedWhole && { callbacks: [observer] }),
      signal,
    })) as unknown as AsyncIterable<Chunk>
    let values: Values = {}
    let interrupts: RequiredInterrupt[] | undefined
    for await (const [places, mode, content] of chunks) {
      if (mode === 'tasks') {
        nodes.hear(places, content as Task)
      } else if (places.length === 0) {
        const { __interrupt__: open, ...rest } = content as Values & { __interrupt__?: RequiredInterrupt[] }
        if (open === undefined) messages.add((values = rest)['messages'])
        else interrupts = [...(interrupts ?? []), ...open]
      }
    }
    const { usage } = observer
    if (interrupts !== undefined) {
      const asked = interrupts.map(({ id, value }) => ({ id, value: toPlain(value, start.thread_id) }))
      return { status: 'requires_action', interrupts: asked, usage }
    }
    return { status: 'completed', output: outputOf(execution, values), usage }
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', usage: observer.usage }
    return { status: 'failed', error: explainFailure(error), usage: observer.usage }
  }
}

/** A run that has a checkpoint of its own goes on from there; the input, or the answer, may be part of it already. */
const inputOf = (graph: AnyGraph, start: StartRun): unknown => {
  if (start.checkpoint?.row.run_id !== start.run_id) return prepareInput(graph, start)
  if (start.resume === null || Object.keys(start.resume).length === 0) return null
  return new Command({ resume: start.resume })
}

export const settingsOf = ({ run_id, thread_id, assistant }: StartRun) => {
  const { configurable, recursion_limit, tags, metadata } = assistant.config as {
    configurable?: JsonObject
    recursion_limit?: number
    tags?: string[]
    metadata?: JsonObject
  }
  const { assistant_id, graph_id, context } = assistant
  return {
    configurable: { ...configurable, run_id, thread_id, assistant_id, graph_id },
    ...(metadata !== undefined && { metadata }),
    ...(tags !== undefined && { tags }),
    ...(recursion_limit !== undefined && { recursionLimit: recursion_limit }),
    ...(Object.keys(context).length > 0 && { context }),
  }
}

const outputOf = ({ output, hidden = [], messages: added, start }: Execution, values: Values): JsonObject => {
  const { thread_id: threadId } = start
  if (output !== undefined) return toPlain(output(values), threadId) as JsonObject
  const shown = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)))
  const { messages, ...rest } = shown
  if (!Array.isArray(messages) || !messages.every(isMessage)) {
    return toPlain(shown, threadId) as JsonObject
  }
  const answer = messages.findLast((message) => typeOf(message) === 'ai')
  return {
    response: textOf(answer?.content),
    messages: added.produced(messages),
    ...(toPlain(rest, threadId) as JsonObject),
  }
}

/** Codes that a run's error may carry, besides those of the engine itself. */
export const explainFailure = (error: unknown): RunFailure => {
  const { message, code, lc_error_code } = (error ?? {}) as Partial<
    Record<'message' | 'code' | 'lc_error_code', unknown>
  >
  const text = typeof message === 'string' && message !== '' ? message : String(error)
  if (lc_error_code === 'GRAPH_RECURSION_LIMIT') return { code: 'recursion_limit_exceeded', message: text }
  if (code === 'model_not_configured' || code === 'guardrail_blocked') return { code, message: text }
  return { code: 'graph_error', message: text }
}
