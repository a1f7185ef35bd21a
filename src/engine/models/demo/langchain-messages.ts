/** Converts LangChain messages, tools and options to the types of the demo model's rules. */
import type { BindToolsInput } from '@langchain/core/language_models/chat_models'
import { AIMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { isInteropZodSchema } from '@langchain/core/utils/types'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import type { DemoRequest } from './respond.js'
import type { Turn } from './conversation.js'
import { asObject } from './read-schema.js'
import type { ToolDefinition } from './tool-choice.js'

const toRole = (message: BaseMessage): Turn['role'] => {
  const { type } = message
  switch (type) {
    case 'ai':
      return 'assistant'
    case 'system':
    case 'developer':
      return 'system'
    case 'tool':
    case 'function':
      return 'tool'
    default:
      return 'user'
  }
}

export const toTurns = (messages: readonly BaseMessage[]): Turn[] =>
  messages.map((message) => ({
    role: toRole(message),
    text: message.text,
    ...(AIMessage.isInstance(message) && (message.tool_calls?.length ?? 0) > 0
      ? { calls: message.tool_calls?.map(({ name, args }) => ({ name, args })) ?? [] }
      : {}),
    ...(ToolMessage.isInstance(message)
      ? {
          tool: message.name ?? findToolName(messages, message.tool_call_id),
          failed: message.status === 'error',
        }
      : {}),
  }))

/** Tool messages often have no name; the matching tool call has one. */
const findToolName = (messages: readonly BaseMessage[], callId: string): string | undefined =>
  messages
    .flatMap((message) => (AIMessage.isInstance(message) ? (message.tool_calls ?? []) : []))
    .find((call) => call.id === callId)?.name

const toToolDefinition = (tool: BindToolsInput): ToolDefinition => {
  const toolObject = asObject(tool)
  const { name, description, parameters } = asObject(
    'function' in toolObject
      ? toolObject['function']
      : convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]).function,
  )
  if (typeof name !== 'string' || name === '') throw new TypeError('tools: a tool has no function.name')
  return {
    name,
    description: typeof description === 'string' ? description : '',
    parameters: asObject(isInteropZodSchema(parameters) ? toJsonSchema(parameters) : parameters),
  }
}

/** The tool name that `tool_choice` requires, if any. */
const getChosenToolName = (choice: unknown): string | undefined => {
  if (typeof choice === 'string')
    return ['auto', 'none', 'any', 'required'].includes(choice) ? undefined : choice
  const { name: plain, function: inner } = asObject(choice)
  const { name = plain } = asObject(inner)
  return typeof name === 'string' ? name : undefined
}

export const toToolDefinitions = (tools: readonly BindToolsInput[], choice: unknown): ToolDefinition[] => {
  const chosenTool = getChosenToolName(choice)
  return tools.map(toToolDefinition).filter(({ name }) => chosenTool === undefined || name === chosenTool)
}

export const toToolChoice = (choice: unknown): DemoRequest['toolChoice'] => {
  if (choice === 'none') return 'none'
  if (choice === 'any' || choice === 'required' || getChosenToolName(choice) !== undefined) return 'forced'
  return 'free'
}

/** Converts OpenAI's `response_format`. */
export const toFormat = (format: unknown): DemoRequest['format'] => {
  const { type, json_schema } = asObject(format)
  if (type === 'json_object') return { kind: 'json' }
  if (type !== 'json_schema') return { kind: 'text' }
  const { schema } = asObject(json_schema)
  return { kind: 'schema', schema: asObject(isInteropZodSchema(schema) ? toJsonSchema(schema) : schema) }
}
