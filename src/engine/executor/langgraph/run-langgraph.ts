/**
 * Executes a graph for a run of the LangGraph API. It differs from run-graph.ts in two ways: it emits LangGraph's stream events in the
 * requested modes, and a run with an interrupt ends; the next run resumes the thread.
 */
import type { StreamEvent } from '@langchain/core/tracers/log_stream'
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs, StreamMode } from '../../../schema/run-kwargs.js'
import type { GraphOutcome, RequiredInterrupt, ThreadState } from '../../threads/executor-protocol.js'
import type { GraphTask } from '../node-events.js'
import { getMessages, isInterruptChunk, toRunFailure, toStack, type GraphExecution } from '../run-graph.js'
import { streamChunks, type Chunk } from '../stream-chunks.js'
import { debugToWire } from './debug-to-wire.js'
import { toLangGraphInput, toRunSettings } from './run-input.js'
import { makeGuardedStream } from './guarded-stream.js'
import { makeMessageStream } from './message-stream.js'
import { toThrownError } from './thrown-error.js'
import { toPlainEvent, toWire } from './to-wire.js'

/** The modes from which the native events are built. */
const REQUIRED_MODES = ['values', 'tasks']

/** LangGraph emits these modes before a guardrail could check them; guarded-stream.ts replaces them. */
const UNGUARDED_MODES = ['messages', 'tools']

/** The tag of LangGraph's internal steps. */
const HIDDEN_TAG = 'langsmith:hidden'

const UNDERLYING_MODES: Partial<Record<StreamMode, string>> = {
  'messages-tuple': 'messages',
  events: 'values',
}

export const runLangGraph = async (execution: GraphExecution, kwargs: RunKwargs): Promise<GraphOutcome> => {
  const { start, graph, messages, nodes, observer, emit, signal, guard } = execution
  const requestedModes = new Set<string>(kwargs.is_streamed ? kwargs.stream_mode : [])
  const emitLangGraphEvent = (name: string, data: unknown): void => {
    emit({ type: `lg.${name}`, data: toWire(data) })
  }
  const messageStream = makeMessageStream(
    { asTuples: requestedModes.has('messages-tuple'), asAccumulated: requestedModes.has('messages') },
    emitLangGraphEvent,
  )
  // Messages and tool events of subgraphs are emitted even without stream_subgraphs, but then without a namespace.
  const toSuffix = (namespace: readonly string[]): string =>
    kwargs.stream_subgraphs ? toNamespaceSuffix(namespace) : ''
  const guardedStream =
    guard &&
    makeGuardedStream({
      requestedModes,
      emit: emitLangGraphEvent,
      messageStream,
      toNamespaceSuffix: toSuffix,
    })
  observer.listener = guardedStream?.listener
  let values: unknown
  try {
    signal.throwIfAborted()
    const settings = toRunSettings(start, kwargs)
    const modes = new Set([
      ...REQUIRED_MODES,
      ...[...requestedModes].map((mode) => UNDERLYING_MODES[mode as StreamMode] ?? mode),
    ])
    if (guard !== undefined) for (const mode of UNGUARDED_MODES) modes.delete(mode)
    const options = {
      ...settings,
      streamMode: [...modes],
      subgraphs: true,
      // LangGraph only emits the checkpoint of the values, before the values, if a version is given.
      ...(kwargs.is_protocol === true && { version: 'v2' }),
      runId: start.run_id,
      ...(execution.needsGraphCallbacks && { callbacks: [observer] }),
      signal,
    }
    let interrupts: RequiredInterrupt[] | undefined
    const interruptsByTask: Record<string, unknown[]> = {}

    const onChunk = async ([namespace, mode, content]: Chunk): Promise<void> => {
      const isRoot = namespace.length === 0
      if (mode === 'tasks') {
        nodes.onTask(namespace, toPlainEvent(content) as GraphTask)
        guardedStream?.onTask(namespace, content as GraphTask)
        if (isRoot) recordInterrupts(interruptsByTask, content as GraphTask)
      }
      if (mode === 'values' && isRoot) {
        if (isInterruptChunk(content)) interrupts = [...(interrupts ?? []), ...content.__interrupt__]
        else messages.recordNew(getMessages((values = content)))
      }
      if (mode === 'messages') {
        // The namespace of a message ends with the node, which is not part of the graph's namespace.
        messageStream.emitMessage(
          content as Parameters<typeof messageStream.emitMessage>[0],
          toSuffix(namespace.slice(0, -1)),
        )
        return
      }
      if (mode === 'tools') {
        // As above: the namespace ends with the node of the tool.
        emitLangGraphEvent(`tools${toSuffix(namespace)}`, content)
        return
      }
      const isRequested = requestedModes.has(mode) || (mode === 'checkpoints' && kwargs.is_protocol === true)
      if (!isRequested || !(isRoot || kwargs.stream_subgraphs)) return
      const isGuarded = mode === 'custom' && guard !== undefined
      const wireContent = requestedModes.has(mode) ? debugToWire(mode, content) : content
      const emitted = isGuarded ? await guard.checkCustomValue(toWire(content)) : wireContent
      emitLangGraphEvent(`${mode}${toNamespaceSuffix(namespace)}`, emitted)
    }

    const input = toLangGraphInput(graph, start, kwargs)
    if (requestedModes.has('events') && guard === undefined) {
      const events = graph.streamEvents(input, { ...options, version: 'v2' } as never)
      for await (const event of events as unknown as AsyncIterable<StreamEvent>) {
        if (event.tags?.includes(HIDDEN_TAG) === true) continue
        // Chunks of the root graph are stream modes, all other events are `events`.
        if (event.event === 'on_chain_stream' && event.run_id === start.run_id)
          await onChunk(event.data.chunk as Chunk)
        else emitLangGraphEvent('events', event)
      }
    } else {
      for await (const chunk of streamChunks(graph, input, options)) await onChunk(chunk)
    }
    const isPaused =
      interrupts !== undefined ||
      ((kwargs.interrupt_before ?? kwargs.interrupt_after) !== undefined &&
        (await graph.getState(settings)).next.length > 0)
    const state = {
      values: toWire(values ?? {}),
      interrupts: toWire(interruptsByTask) as JsonObject,
      isPaused,
    }
    const output =
      interrupts === undefined
        ? state.values
        : { ...(state.values as JsonObject), __interrupt__: toWire(interrupts) }
    return { status: 'completed', output, state, usage: observer.usage }
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', usage: observer.usage }
    const thrownError = toThrownError(error)
    emitLangGraphEvent('error', { error: thrownError.name, message: thrownError.message })
    const state = values === undefined ? undefined : toThreadState(values)
    return {
      status: 'failed',
      error: toRunFailure(thrownError),
      ...toStack(error),
      usage: observer.usage,
      ...(state !== undefined && { state }),
    }
  }
}

const toNamespaceSuffix = (namespace: readonly string[]): string =>
  namespace.map((segment) => `|${segment}`).join('')

/** Returns undefined if the values cannot be serialized, which may be the reason why the run failed. */
const toThreadState = (values: unknown): ThreadState | undefined => {
  try {
    return { values: toWire(values), interrupts: {}, isPaused: false }
  } catch {
    return undefined
  }
}

/** A resumed task runs again with the same ID, so its earlier interrupts are removed. */
const recordInterrupts = (interruptsByTask: Record<string, unknown[]>, task: GraphTask): void => {
  if (!('result' in task)) return
  const { interrupts = [] } = task
  // oxlint-disable-next-line typescript/no-dynamic-delete -- ids of tasks
  if (interrupts.length === 0) delete interruptsByTask[task.id]
  else interruptsByTask[task.id] = interrupts
}
