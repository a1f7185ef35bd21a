/** The request body of OpenAI chat completions. */
import { isDeepStrictEqual } from 'node:util'
import { Type, type Static } from 'typebox'
import { AppError } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import { Nullable, OneOf, Text } from '../../schema/common.js'

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const
const PART_TYPES = ['text', 'refusal', 'image_url', 'input_audio', 'file'] as const

const Part = Type.Object({
  type: OneOf(PART_TYPES, 'The type of the content part.'),
  text: Type.Optional(Type.String()),
})

const ToolCall = Type.Object({
  id: Type.String({ minLength: 1 }),
  type: Type.Optional(OneOf(['function'], 'Only functions are supported.')),
  function: Type.Object({ name: Type.String({ minLength: 1 }), arguments: Type.String() }),
})

const Message = Type.Object({
  role: OneOf(ROLES, 'The author of the message.'),
  content: Type.Optional(
    Type.Unsafe<string | Static<typeof Part>[] | null>({
      type: ['string', 'array', 'null'],
      items: Part,
    }),
  ),
  name: Type.Optional(Nullable(Type.String())),
  tool_calls: Type.Optional(Nullable(Type.Array(ToolCall))),
  tool_call_id: Type.Optional(Nullable(Type.String())),
})
export type ChatMessage = Static<typeof Message>

export const ChatRequest = Type.Object(
  {
    model: Text({
      minLength: 1,
      maxLength: 256,
      description: 'The id, name or graph of an assistant.',
    }),
    messages: Type.Array(Message, { minItems: 1 }),
    stream: Type.Optional(Nullable(Type.Boolean())),
    stream_options: Type.Optional(
      Nullable(Type.Object({ include_usage: Type.Optional(Nullable(Type.Boolean())) })),
    ),
    metadata: Type.Optional(
      Nullable(Type.Record(Type.String(), Text({ maxLength: 512, description: 'Stored with the run.' }))),
    ),
    temperature: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 2 }))),
    top_p: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: 1 }))),
    max_tokens: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    max_completion_tokens: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
    tools: Type.Optional(
      Nullable(Type.Array(Type.Object({ type: OneOf(['function'], 'The client executes the tool.') }))),
    ),
    user: Type.Optional(Nullable(Text({ maxLength: 512, description: 'Stored with the run.' }))),
  },
  {
    title: 'ChatRequest',
    description:
      'A conversation. Options of OpenAI that are not listed here are rejected, unless their value has no effect.',
    examples: [{ model: 'agent', messages: [{ role: 'user', content: 'Hello' }] }],
  },
)
export type ChatRequest = Static<typeof ChatRequest>

/** Options that a request cannot set, each with the values that have no effect and are therefore accepted. */
const UNSUPPORTED_OPTIONS: Record<string, readonly unknown[]> = {
  n: [1],
  logprobs: [false],
  top_logprobs: [],
  logit_bias: [{}],
  frequency_penalty: [0],
  presence_penalty: [0],
  seed: [],
  stop: [[]],
  response_format: [{ type: 'text' }],
  tool_choice: ['auto'],
  parallel_tool_calls: [true],
  functions: [[]],
  function_call: ['auto'],
  modalities: [['text']],
  audio: [],
  prediction: [],
  service_tier: ['auto', 'default'],
  reasoning_effort: [],
  verbosity: [],
  web_search_options: [],
  // Runs are always stored.
  store: [true],
}

/** Rejects unsupported options instead of ignoring them, and reports all of them at once. */
export const rejectUnsupportedOptions = (body: object): void => {
  const details: Record<string, string> = {}
  for (const [name, value] of Object.entries(body)) {
    const neutralValues = UNSUPPORTED_OPTIONS[name]
    if (neutralValues === undefined || value == null) continue
    if (!neutralValues.some((neutralValue) => isDeepStrictEqual(neutralValue, value)))
      details[name] = 'cannot be set per request; set it in the config of the assistant'
  }
  throwIfAny(details)
}

const throwIfAny = (details: Record<string, string>): void => {
  const [first] = Object.entries(details)
  if (first !== undefined) throw new AppError('validation_error', first.join(' '), details)
}

export const extractText = (content: ChatMessage['content']): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** Converts the messages to the format that the input of a run has. */
export const toInputMessages = (messages: readonly ChatMessage[]): JsonObject[] => {
  const details: Record<string, string> = {}
  const inputMessages = messages.map((message, index) =>
    toInputMessage(message, `messages/${String(index)}`, details),
  )
  throwIfAny(details)
  return inputMessages
}

const toInputMessage = (
  { role, content, name, tool_calls, tool_call_id }: ChatMessage,
  path: string,
  details: Record<string, string>,
): JsonObject => {
  if (content == null && (role !== 'assistant' || tool_calls == null))
    details[`${path}/content`] = 'is required'
  if (role === 'tool' && tool_call_id == null) details[`${path}/tool_call_id`] = 'is required'
  return {
    role: role === 'developer' ? 'system' : role,
    content: content ?? '',
    ...(name != null && { name }),
    ...(role === 'tool' && { tool_call_id }),
    ...(role === 'assistant' &&
      tool_calls != null && {
        tool_calls: tool_calls.map((call, index) => ({
          id: call.id,
          name: call.function.name,
          args: parseArguments(call.function.arguments, `${path}/tool_calls/${String(index)}`, details),
          type: 'tool_call',
        })),
      }),
  }
}

const parseArguments = (text: string, path: string, details: Record<string, string>): unknown => {
  try {
    const parsed: unknown = JSON.parse(text === '' ? '{}' : text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // Reported below.
  }
  details[`${path}/function/arguments`] = 'is not a JSON object'
  return {}
}
