/**
 * Executes a graph for a run of the LangGraph API. It differs from run-graph.ts in two ways: it emits LangGraph's stream events in the
 * requested modes, and a run with an interrupt ends; the next run resumes the thread.
 */
import type { StreamEvent } from '@langchain/core/tracers/log_stream'
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs, StreamMode } from '../../../schema/run-kwargs.js'
import type { GraphOutcome, RequiredInterrupt, ThreadState } from '../../threads/executor-protocol.js'
import { findFailureCause, toFailureOrigin, toRunFailure } from '../run-failure.js'
import type { GraphExecution } from '../run-graph.js'
import { makeStreamAdapter } from '../legacy-stream.js'
import type { Chunk } from '../loaded-graph.js'
import { SerializedValues } from '../serialized-values.js'
import { streamChunks } from '../stream-chunks.js'
import { hasAddedCheckpoints, makeChunkEmitter } from './chunk-emitter.js'
import { toLangGraphInput, toRunSettings } from './run-input.js'
import { convertValues } from './serialize-values.js'
import { toThrownError } from './thrown-error.js'
import { toWire } from './to-wire.js'

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
  const { graph, start, nodes, observer, signal, guard } = execution
  const emitter = makeChunkEmitter(execution, kwargs)
  try {
    signal.throwIfAborted()
    const settings = toRunSettings(start, kwargs)
    const options = { ...settings, ...toStreamOptions(execution, kwargs, emitter.requestedModes) }
    const input = await toLangGraphInput(execution, kwargs, settings)
    if (emitter.requestedModes.has('events') && guard === undefined)
      await streamEvents(execution, input, options, emitter)
    else for await (const chunk of streamChunks(graph, input, options)) await emitter.onChunk(chunk)
    await emitter.end()
    const { values = {}, interrupts, interruptsByTask } = emitter.getState()
    const isPaused =
      interrupts !== undefined ||
      ((kwargs.interrupt_before ?? kwargs.interrupt_after) !== undefined &&
        (await graph.getState(settings)).next.length > 0)
    const wireValues = convertValues(values, execution, interrupts === undefined)
    const state = { values: wireValues, interrupts: toWire(interruptsByTask) as JsonObject, isPaused }
    return {
      status: 'completed',
      output: interrupts === undefined ? wireValues : addInterrupts(wireValues, interrupts),
      state,
      usage: observer.usage,
    }
  } catch (error) {
    await emitter.end(error)
    const failure = findFailureCause(error, signal)
    if (failure === undefined) return { status: 'aborted', usage: observer.usage }
    const thrownError = toThrownError(failure.cause)
    emitter.emitLangGraphEvent('error', { error: thrownError.name, message: thrownError.message })
    return {
      status: 'failed',
      error: toRunFailure(thrownError),
      ...toFailureOrigin(failure.cause, nodes),
      usage: observer.usage,
      ...toFailedState(
        signal.aborted ? await readStoredValues(execution, kwargs) : emitter.getState().values,
      ),
    }
  }
}

const addInterrupts = (values: unknown, interrupts: RequiredInterrupt[]): unknown =>
  values instanceof SerializedValues
    ? values.with('__interrupt__', JSON.stringify(toWire(interrupts)))
    : { ...(values as JsonObject), __interrupt__: toWire(interrupts) }

const toStreamOptions = (
  { start, observer, guard, signal, needsGraphCallbacks }: GraphExecution,
  kwargs: RunKwargs,
  requestedModes: ReadonlySet<string>,
) => {
  const modes = new Set([
    ...REQUIRED_MODES,
    ...[...requestedModes].map((mode) => UNDERLYING_MODES[mode as StreamMode] ?? mode),
  ])
  if (guard !== undefined) for (const mode of UNGUARDED_MODES) modes.delete(mode)
  return {
    streamMode: [...modes],
    subgraphs: true,
    ...(start.hasLargeInput === true && kwargs.durability !== 'exit' && { durability: 'sync' }),
    // LangGraph only emits the checkpoint of the values, before the values, if a version is given.
    ...(hasAddedCheckpoints(kwargs, requestedModes) && { version: 'v2' }),
    runId: start.run_id,
    ...(needsGraphCallbacks && { callbacks: [observer] }),
    signal,
  }
}

/** The mode `events`: the chunks of the root graph are stream modes, everything else that happens is an event. */
const streamEvents = async (
  { graph, start }: GraphExecution,
  input: unknown,
  options: { streamMode: string[]; version?: string },
  { onChunk, emitLangGraphEvent }: ReturnType<typeof makeChunkEmitter>,
): Promise<void> => {
  const { modes, convert, end } = makeStreamAdapter(graph, options)
  const events = graph.streamEvents(input, { ...options, streamMode: modes, version: 'v2' } as never)
  for await (const event of events as unknown as AsyncIterable<StreamEvent>) {
    if (event.tags?.includes(HIDDEN_TAG) === true) continue
    if (event.event === 'on_chain_stream' && event.run_id === start.run_id)
      for (const chunk of convert(event.data.chunk as Chunk)) await onChunk(chunk)
    else emitLangGraphEvent('events', event)
  }
  for (const chunk of end()) await onChunk(chunk)
}

/** The values that the graph emitted last are too large to be stored. */
const readStoredValues = async ({ graph, start }: GraphExecution, kwargs: RunKwargs): Promise<unknown> =>
  (await graph.getState(toRunSettings(start, kwargs))).values

/** The state is missing if it cannot be serialized, which may be the reason why the run failed. */
const toFailedState = (values: unknown): { state?: ThreadState } => {
  if (values === undefined) return {}
  try {
    return { state: { values: toWire(values), interrupts: {}, isPaused: false } }
  } catch {
    return {}
  }
}
