/** Finishes a run of the LangGraph API in which a guardrail responded instead of the graph. */
import type { RunnableConfig } from '@langchain/core/runnables'
import type { JsonObject } from '../../../schema/common.js'
import type { RunKwargs } from '../../../schema/run-kwargs.js'
import type { GraphOutcome } from '../../threads/executor-protocol.js'
import type { GraphExecution } from '../run-graph.js'
import { isMessage } from '../message-format.js'
import { makeMessageStream } from './message-stream.js'
import { toWire } from './to-wire.js'

export const finishRedirectedRun = async (
  { graph, emit, observer }: GraphExecution,
  { is_streamed, stream_mode }: RunKwargs,
  config: RunnableConfig,
): Promise<GraphOutcome> => {
  const requestedModes = new Set<string>(is_streamed ? stream_mode : [])
  const emitLangGraphEvent = (name: string, data: unknown): void => {
    emit({ type: `lg.${name}`, data: toWire(data) })
  }
  const values = (await graph.getState(config)).values as { messages?: unknown[] }
  const message = values.messages?.at(-1)
  if (isMessage(message)) {
    const forms = {
      asTuples: requestedModes.has('messages-tuple'),
      asAccumulated: requestedModes.has('messages'),
    }
    const messageStream = makeMessageStream(forms, emitLangGraphEvent)
    messageStream.emitMessage([message, {}], '')
    messageStream.emitComplete([message])
  }
  if (requestedModes.has('values')) emitLangGraphEvent('values', values)
  const output = toWire(values) as JsonObject
  const state = { values: output, interrupts: {}, isPaused: false }
  return { status: 'completed', output, state, usage: observer.usage }
}
