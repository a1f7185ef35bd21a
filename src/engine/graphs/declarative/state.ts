/** The channels of a declarative graph, and the mapping of a run's input to them. */
import type { BaseMessage } from '@langchain/core/messages'
import { Annotation, messagesStateReducer, type StateDefinition } from '@langchain/langgraph'
import type { JsonObject } from '../../../schema/common.js'
import type { GraphSchema } from '../../../schema/graph-schema.js'
import type { Scope } from '../../../domain/graph-schema/expressions.js'
import { INPUT_KEY, MESSAGES_KEY, getStateKeys } from '../../../domain/graph-schema/state-keys.js'

export interface GraphState extends JsonObject {
  input: JsonObject
  messages: BaseMessage[]
}

export const toChannels = (graph: GraphSchema): StateDefinition => {
  const channels: StateDefinition = {
    [INPUT_KEY]: Annotation<JsonObject>({ reducer: replace, default: () => ({}) }),
    [MESSAGES_KEY]: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  }
  for (const key of getStateKeys(graph)) channels[key] = toChannel(key, graph.state?.[key] ?? {})
  return channels
}

const replace = <T>(_: unknown, next: T): T => next

const toChannel = (key: string, { reducer, default: initial }: NonNullable<GraphSchema['state']>[string]) => {
  switch (reducer) {
    case 'append':
      return Annotation<unknown[], unknown>({
        reducer: (list, added) => (added === null ? list : list.concat(added)),
        default: () => (initial ?? []) as unknown[],
      })
    case 'merge':
      return Annotation<JsonObject, unknown>({
        reducer: (old, added) => ({ ...old, ...requireObject(key, added) }),
        default: () => (initial ?? {}) as JsonObject,
      })
    default:
      return Annotation<unknown>({ reducer: replace, default: () => initial ?? null })
  }
}

const requireObject = (key: string, value: unknown): object => {
  if (typeof value === 'object' && !Array.isArray(value)) return value ?? {}
  throw new Error(`state key "${key}" has the reducer merge and cannot take ${JSON.stringify(value)}`)
}

/**
 * Maps a run's input to the first writes. `input.message` is the last message of the user, in whichever form
 * it came.
 */
export const makeInputMapper = (graph: GraphSchema) => {
  const declared = Object.keys(graph.state ?? {})
  return (runInput: unknown): Partial<GraphState> => {
    const { messages, ...input } = (runInput ?? {}) as JsonObject
    const { message } = input
    const conversation = parseMessages(
      messages ?? (typeof message === 'string' ? [{ role: 'user', content: message }] : []),
    )
    const lastUserText = conversation.findLast((item) => item.type === 'human')?.text
    return {
      ...Object.fromEntries(declared.filter((key) => key in input).map((key) => [key, input[key]])),
      input: {
        ...input,
        ...(message === undefined && lastUserText !== undefined && { message: lastUserText }),
      },
      messages: conversation,
    }
  }
}

const parseMessages = (messages: unknown): BaseMessage[] => {
  try {
    return messagesStateReducer([], messages as never)
  } catch (error) {
    throw new Error('input.messages is not a list of messages', { cause: error })
  }
}

/** The variables of expressions. */
export const toScope = ({ messages, ...state }: GraphState): Scope => ({
  ...state,
  messages: toPlainMessages(messages),
})

const ROLES: Partial<Record<string, string>> = { human: 'user', ai: 'assistant' }

export const toPlainMessages = (messages: readonly BaseMessage[]): { role: string; content: string }[] =>
  messages.map(({ type, text }) => ({ role: ROLES[type] ?? type, content: text }))
