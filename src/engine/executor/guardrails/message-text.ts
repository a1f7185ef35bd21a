/** Reads and replaces the text of messages in place: the node receives the same message object that the model call returned. */
import type { BaseMessage } from '@langchain/core/messages'
import type { JsonObject } from '../../../schema/common.js'
import { toText } from '../message-format.js'

export interface Generation {
  text: string
  message?: BaseMessage
  generationInfo?: Record<string, unknown>
}

interface Part {
  text?: unknown
}

/** Content parts without text (images, for example) are kept behind the new text. */
export const setText = (message: BaseMessage, text: string): void => {
  const { content } = message
  const others = Array.isArray(content)
    ? (content as Part[]).filter(({ text: partText }) => typeof partText !== 'string')
    : []
  message.content = (others.length === 0 ? text : [{ type: 'text', text }, ...others]) as string
}

export const setGenerationText = (generation: Generation, text: string): void => {
  generation.text = text
  if (generation.message !== undefined) setText(generation.message, text)
}

export const getGenerationText = ({ text, message }: Generation): string =>
  message === undefined ? text : toText(message.content)

/** Providers store tool calls in several fields of a message; all of them have to be updated. */
interface MessageWithToolCalls {
  tool_calls?: { args: JsonObject }[]
  tool_call_chunks?: { args?: string }[]
  additional_kwargs?: { tool_calls?: { function?: { arguments?: string } }[] }
}

export const setToolArguments = (message: BaseMessage, index: number, args: JsonObject): void => {
  const { tool_calls, tool_call_chunks, additional_kwargs } = message as unknown as MessageWithToolCalls
  const json = JSON.stringify(args)
  const call = tool_calls?.[index]
  if (call !== undefined) call.args = args
  const chunk = tool_call_chunks?.[index]
  if (chunk !== undefined) chunk.args = json
  const raw = additional_kwargs?.tool_calls?.[index]?.function
  if (raw !== undefined) raw.arguments = json
}

export const removeToolCalls = (message: BaseMessage): void => {
  const withCalls = message as unknown as MessageWithToolCalls
  withCalls.tool_calls = []
  if (withCalls.tool_call_chunks !== undefined) withCalls.tool_call_chunks = []
  if (withCalls.additional_kwargs?.tool_calls !== undefined) delete withCalls.additional_kwargs.tool_calls
}

/** The finish reason, in the words of the provider. */
export const getFinishReason = (message: BaseMessage | undefined): string | undefined => {
  const { finish_reason, stop_reason } = (message?.response_metadata ?? {}) as Record<string, unknown>
  const reason = finish_reason ?? stop_reason
  return typeof reason === 'string' ? reason : undefined
}
