/**
 * Builds the input of a graph from the run's input and from the messages that were posted to its thread since
 * the last run.
 */
import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { newId } from '../../platform/ids.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph } from './loaded-graph.js'
import { fromThreadMessage, parseMessage } from './message-format.js'

export const toGraphInput = (graph: AnyGraph, { input, messages: postedMessages }: StartRun): unknown => {
  const channels = graph.channels as Record<string, unknown>
  if (!('messages' in channels)) return input ?? {}
  const { messages, message, ...rest } = input ?? {}
  const inputMessages: BaseMessage[] = [...postedMessages.map(fromThreadMessage), ...parseMessages(messages)]
  if (typeof message === 'string') inputMessages.push(new HumanMessage({ id: newId(), content: message }))
  // A graph that has a channel `message` also gets `input.message`.
  return { ...rest, ...('message' in channels && { message }), messages: inputMessages }
}

const parseMessages = (messages: unknown): BaseMessage[] => {
  const values = Array.isArray(messages) ? (messages as unknown[]) : messages === undefined ? [] : [messages]
  return values.map((value, index) => {
    const message = parseMessage(value)
    if (message === undefined) throw new Error(`input.messages[${String(index)}] is not a message`)
    // LangChain serializes lc_kwargs, so the id must be set there too.
    message.lc_kwargs['id'] = message.id ??= newId()
    return message
  })
}
