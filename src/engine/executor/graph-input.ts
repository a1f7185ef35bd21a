/**
 * Builds the input of a graph from the run's input and from the messages that were posted to its thread since
 * the last run. Values are passed to the graph unchanged: only its reducers interpret them.
 */
import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { newId } from '../../platform/ids.js'
import type { JsonObject } from '../../schema/common.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph } from './loaded-graph.js'
import { fromThreadMessage } from './message-format.js'

/** The input of a run of the native API, where `message` is short for one message of the user. */
export const toGraphInput = (graph: AnyGraph, start: StartRun): JsonObject => {
  const input = start.input ?? {}
  const { message, ...rest } = input
  // A graph with a channel `message` gets `input.message` in that channel.
  const isShorthand =
    typeof message === 'string' && hasChannel(graph, 'messages') && !hasChannel(graph, 'message')
  return isShorthand
    ? addMessages(graph, rest, start, [new HumanMessage({ id: newId(), content: message })])
    : addMessages(graph, input, start)
}

/** Adds the messages that were posted to the thread before the input's own messages, and `messages` after them. */
export const addMessages = (
  graph: AnyGraph,
  input: JsonObject,
  { messages: postedMessages }: StartRun,
  messages: BaseMessage[] = [],
): JsonObject => {
  if (postedMessages.length + messages.length === 0 || !hasChannel(graph, 'messages')) return input
  const inputMessages = input['messages'] === undefined ? [] : [input['messages']].flat()
  return { ...input, messages: [...postedMessages.map(fromThreadMessage), ...inputMessages, ...messages] }
}

const hasChannel = (graph: AnyGraph, name: string): boolean => name in (graph.channels as object)
