/** The end of a run of the LangGraph dialect in which a rule answered in the place of the graph. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs } from '../../../schema/run-kwargs.js'
import type { Outcome } from '../../threads/executor-protocol.js'
import type { Execution } from '../run-graph.js'
import { isMessage } from '../message-format.js'
import { makeMessageStream } from './message-stream.js'
import { toWire } from './to-wire.js'

export const tellRedirected = async (
  { graph, tell, observer }: Execution,
  { is_streamed, stream_mode }: RunKwargs,
  config: RunnableConfig,
): Promise<Outcome> => {
  const asked = new Set<string>(is_streamed ? stream_mode : [])
  const emit = (name: string, data: unknown): void => {
    tell({ type: `lg.${name}`, data: toWire(data) })
  }
  const values = (await graph.getState(config)).values as { messages?: unknown[] }
  const answer = values.messages?.at(-1)
  if (isMessage(answer)) {
    const wanted = { tuples: asked.has('messages-tuple'), wholes: asked.has('messages') }
    makeMessageStream(wanted, emit).hear([answer, {}], '')
  }
  if (asked.has('values')) emit('values', values)
  const shown = toWire(values) as JsonObject
  const state = { values: shown, interrupts: {}, isPaused: false }
  return { status: 'completed', output: shown, state, usage: observer.usage }
}
