/** What a graph starts from: the run's input, and the messages that were posted to its thread since the last run. */
import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { newId } from '../../platform/ids.js'
import type { StartRun } from '../threads/executor-protocol.js'
import type { AnyGraph } from './loaded-graph.js'
import { fromThreadMessage, readMessage } from './message-format.js'

export const prepareInput = (graph: AnyGraph, { input, messages: posted }: StartRun): unknown => {
  const channels = graph.channels as Record<string, unknown>
  if (!('messages' in channels)) return input ?? {}
  const { messages, message, ...rest } = input ?? {}
  const said: BaseMessage[] = [...posted.map(fromThreadMessage), ...readMessages(messages)]
  if (typeof message === 'string') said.push(new HumanMessage({ id: newId(), content: message }))
  // A graph with a channel `message` of its own gets that too.
  return { ...rest, ...('message' in channels && { message }), messages: said }
}

const readMessages = (messages: unknown): BaseMessage[] => {
  const list = Array.isArray(messages) ? (messages as unknown[]) : messages === undefined ? [] : [messages]
  return list.map((value, index) => {
    const message = readMessage(value)
    if (message === undefined) throw new Error(`input.messages[${String(index)}] is not a message`)
    // LangChain writes down what a message was made with.
    message.lc_kwargs['id'] = message.id ??= newId()
    return message
  })
}
