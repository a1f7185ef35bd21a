/** What a graph starts from: the run's input, and the messages that were posted to its thread since the last run. */
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
  // A graph with a channel `message` of its own gets that too.
  return { ...rest, ...('message' in channels && { message }), messages: inputMessages }
}

const parseMessages = (messages: unknown): BaseMessage[] => {
  const values = Array.isArray(messages) ? (messages as unknown[]) : messages === undefined ? [] : [messages]
  return values.map((value, index) => {
    const message = parseMessage(value)
    if (message === undefined) throw new Error(`input.messages[${String(index)}] is not a message`)
    // LangChain writes down what a message was made with.
    message.lc_kwargs['id'] = message.id ??= newId()
    return message
  })
}
