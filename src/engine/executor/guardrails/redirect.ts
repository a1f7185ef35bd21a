/** The answer that a rule gives in the place of the graph, as part of the conversation. */
import { AIMessage } from '@langchain/core/messages'
import { newId } from '../../../platform/ids.js'
import type { JsonObject } from '../../../schema/common.js'
import type { StartRun } from '../../threads/executor-protocol.js'
import type { AddedMessages } from '../message-tracker.js'
import type { AnyGraph } from '../loaded-graph.js'
import { prepareInput } from '../graph-input.js'

interface Redirected {
  graph: AnyGraph
  start: StartRun
  messages: AddedMessages
  /** Those that may have the last word. */
  answers: (path: string) => boolean
  config: object
}

/** Returns the output of the run. */
export const redirect = async (
  { graph, start, messages: added, answers, config }: Redirected,
  text: string,
): Promise<JsonObject> => {
  const { messages } = prepareInput(graph, start) as { messages?: unknown[] }
  if (messages === undefined) return { response: text }
  const said = [...messages, new AIMessage({ id: newId(), content: text })]
  const node = Object.keys(graph.nodes as object).find(answers)
  await graph.updateState(config, { messages: said }, node)
  added.add(said)
  return { response: text, messages: added.produced(said) }
}
