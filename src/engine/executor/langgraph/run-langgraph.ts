/**
 * One execution of a graph for the LangGraph dialect. It differs from run-graph.ts in what it tells: what LangGraph streams, in
 * the modes that were asked for, and in how it ends: a run that asks something is over, and the next one answers.
 */
import type { StreamEvent } from '@langchain/core/tracers/log_stream'
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs, StreamMode } from '../../../schema/run-kwargs.js'
import type { Outcome, RequiredInterrupt, ThreadState } from '../../threads/executor-protocol.js'
import type { Task } from '../node-events.js'
import { explainFailure, type Execution } from '../run-graph.js'
import { debugToWire } from './debug-to-wire.js'
import { dialectInput, dialectSettings } from './run-input.js'
import { makeGuardedStream } from './guarded-stream.js'
import { makeMessageStream } from './message-stream.js'
import { readThrown } from './thrown-error.js'
import { forEvents, toWire } from './to-wire.js'

type Values = Record<string, unknown>
type Chunk = [places: string[], mode: string, content: unknown]

/** What our own events are made of. */
const OURS = ['values', 'tasks']

/** Told by LangGraph before a guardrail could look at it; see guarded-stream.ts. */
const UNGUARDED = ['messages', 'tools']

/** LangGraph's own steps. */
const HIDDEN = 'langsmith:hidden'

const NEEDED: Partial<Record<StreamMode, string>> = { 'messages-tuple': 'messages', events: 'values' }

export const runDialect = async (execution: Execution, kwargs: RunKwargs): Promise<Outcome> => {
  const { start, graph, messages, nodes, observer, tell, signal, guard } = execution
  const asked = new Set<string>(kwargs.is_streamed ? kwargs.stream_mode : [])
  const emit = (name: string, data: unknown): void => {
    tell({ type: `lg.${name}`, data: toWire(data) })
  }
  const written = makeMessageStream(
    { tuples: asked.has('messages-tuple'), wholes: asked.has('messages') },
    emit,
  )
  // What models and tools say in nested graphs is told whether or not these are asked for.
  const placeOf = (places: readonly string[]): string => (kwargs.stream_subgraphs ? placeName(places) : '')
  const guarded = guard && makeGuardedStream({ asked, emit, written, placeName: placeOf })
  observer.listener = guarded?.listener
  let values: Values | undefined
  try {
    signal.throwIfAborted()
    const settings = dialectSettings(start, kwargs)
    const modes = new Set([...OURS, ...[...asked].map((mode) => NEEDED[mode as StreamMode] ?? mode)])
    if (guard !== undefined) for (const mode of UNGUARDED) modes.delete(mode)
    const options = {
      ...settings,
      streamMode: [...modes],
      subgraphs: true,
      // LangGraph tells which checkpoint holds the values, before it tells them, only to who names a version of its events.
      ...(kwargs.is_protocol === true && { version: 'v2' }),
      runId: start.run_id,
      ...(execution.isObservedWhole && { callbacks: [observer] }),
      signal,
    }
    let interrupts: RequiredInterrupt[] | undefined
    const byTask: Record<string, unknown[]> = {}

    const hear = async ([places, mode, content]: Chunk): Promise<void> => {
      const isRoot = places.length === 0
      if (mode === 'tasks') {
        nodes.hear(places, forEvents(content) as Task)
        guarded?.hearTask(places, content as Task)
        if (isRoot) noteInterrupts(byTask, content as Task)
      }
      if (mode === 'values' && isRoot) {
        const { __interrupt__: open, ...rest } = content as Values & { __interrupt__?: RequiredInterrupt[] }
        if (open === undefined) messages.add((values = rest)['messages'])
        else interrupts = [...(interrupts ?? []), ...open]
      }
      if (mode === 'messages') {
        // Their place ends with the node itself.
        written.hear(content as Parameters<typeof written.hear>[0], placeOf(places.slice(0, -1)))
        return
      }
      if (mode === 'tools') {
        // As above: every tool lies within a node.
        emit(`tools${placeOf(places)}`, content)
        return
      }
      const isAsked = asked.has(mode) || (mode === 'checkpoints' && kwargs.is_protocol === true)
      if (!isAsked || !(isRoot || kwargs.stream_subgraphs)) return
      const isChecked = mode === 'custom' && guard !== undefined
      const told = asked.has(mode) ? debugToWire(mode, content) : content
      const shown = isChecked ? await guard.remarks(toWire(content)) : told
      emit(`${mode}${placeName(places)}`, shown)
    }

    const input = dialectInput(graph, start, kwargs)
    if (asked.has('events') && guard === undefined) {
      const events = graph.streamEvents(input, { ...options, version: 'v2' } as never)
      for await (const event of events as unknown as AsyncIterable<StreamEvent>) {
        if (event.tags?.includes(HIDDEN) === true) continue
        // What the graph as a whole streams is told in its modes.
        if (event.event === 'on_chain_stream' && event.run_id === start.run_id)
          await hear(event.data.chunk as Chunk)
        else emit('events', event)
      }
    } else {
      for await (const chunk of (await graph.stream(
        input,
        options as never,
      )) as unknown as AsyncIterable<Chunk>)
        await hear(chunk)
    }
    const isPaused =
      interrupts !== undefined ||
      ((kwargs.interrupt_before ?? kwargs.interrupt_after) !== undefined &&
        (await graph.getState(settings)).next.length > 0)
    const state = {
      values: toWire(values ?? {}) as JsonObject,
      interrupts: toWire(byTask) as JsonObject,
      isPaused,
    }
    const output =
      interrupts === undefined ? state.values : { ...state.values, __interrupt__: toWire(interrupts) }
    return { status: 'completed', output, state, usage: observer.usage }
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', usage: observer.usage }
    const thrown = readThrown(error)
    emit('error', { error: thrown.name, message: thrown.message })
    const state = values === undefined ? undefined : stateOf(values)
    const failure = { status: 'failed', error: explainFailure(thrown), usage: observer.usage } as const
    return { ...failure, ...(state !== undefined && { state }) }
  }
}

const placeName = (places: readonly string[]): string => places.map((one) => `|${one}`).join('')

/** Undefined: it cannot be shown, which may be why the run failed. */
const stateOf = (values: Values): ThreadState | undefined => {
  try {
    return { values: toWire(values) as JsonObject, interrupts: {}, isPaused: false }
  } catch {
    return undefined
  }
}

/** A task that is answered runs again under the same id. */
const noteInterrupts = (byTask: Record<string, unknown[]>, task: Task): void => {
  if (!('result' in task)) return
  const { interrupts = [] } = task
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- ids of tasks
  if (interrupts.length === 0) delete byTask[task.id]
  else byTask[task.id] = interrupts
}
