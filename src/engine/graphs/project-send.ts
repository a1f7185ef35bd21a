/**
 * Creates `Send` objects for graphs of a project. LangGraph accepts a `Send` only as an instance of its own
 * class, and a project brings its own copy of LangGraph.
 */
import { Send } from '@langchain/langgraph'
import { loadFromCopyOf } from './langgraph-copies.js'

type SendFactory = (node: string, input: unknown) => Send

const sendFactories = new WeakMap<object, SendFactory>()

export const registerSendFactory = async (graph: object, file: string): Promise<void> => {
  const copy = await loadFromCopyOf<{ Send: typeof Send }>(graph, file, '.')
  if (copy !== undefined) sendFactories.set(graph, (node, input) => new copy.Send(node, input))
}

/** Graphs without a registered factory are ours and use our own copy. */
export const createSend = (graph: object, node: string, input: unknown): Send =>
  sendFactories.get(graph)?.(node, input) ?? new Send(node, input)
