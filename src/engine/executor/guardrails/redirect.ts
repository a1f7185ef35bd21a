/** Writes the reply of a redirect to the thread's state, as if the graph had produced it. */
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { newId } from '../../../platform/ids.js'
import type { JsonObject } from '../../../schema/common.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { MessageTracker } from '../message-tracker.js'
import type { AnyGraph } from '../loaded-graph.js'
import { toGraphInput } from '../graph-input.js'
import { parseMessage } from '../message-format.js'

interface RedirectedRun {
  graph: AnyGraph
  start: StartRun
  messages: MessageTracker
  isFinalNode: (path: string) => boolean
  config: object
}

/** Returns the output of the run. The state update is attributed to a final node. */
export const writeRedirectReply = async (
  { graph, start, messages: messageTracker, isFinalNode, config }: RedirectedRun,
  text: string,
): Promise<JsonObject> => {
  if (!('messages' in (graph.channels as object))) return { response: text }
  const { messages = [] } = toGraphInput(graph, start)
  const inputMessages = [messages].flat().flatMap((value) => parseMessage(value) ?? [])
  for (const message of inputMessages) setMessageId(message)
  const conversation = [...inputMessages, new AIMessage({ id: newId(), content: text })]
  const node = Object.keys(graph.nodes as object).find(isFinalNode)
  await graph.updateState(config, { messages: conversation }, node)
  messageTracker.recordNew(conversation)
  return { response: text, messages: messageTracker.listProduced(conversation) }
}

/** LangChain serializes lc_kwargs, so the id must be set there too. */
const setMessageId = (message: BaseMessage): void => {
  message.lc_kwargs['id'] = message.id ??= newId()
}
