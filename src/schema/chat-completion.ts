/** Responses in the format of OpenAI's API. The request is in api/openai/chat-request.ts. */
import { Type } from 'typebox'
import { Nullable, OneOf, Uuid } from './common.js'
import { EventStream, StreamEvent } from './event-stream.js'

export const OpenAiErrorBody = Type.Object(
  {
    error: Type.Object({
      message: Type.String({ description: 'A description of the error for people.' }),
      type: Type.String({ description: 'The kind of the error, as in the API of OpenAI.' }),
      param: Nullable(Type.String({ description: 'The invalid field.' })),
      code: Type.String({ description: 'The error code of OpenAI, or that of the native API.' }),
    }),
  },
  {
    title: 'OpenAiError',
    description: 'The body of every error response of the OpenAI API.',
    examples: [
      {
        error: {
          message: 'Model x does not exist',
          type: 'invalid_request_error',
          param: null,
          code: 'model_not_found',
        },
      },
    ],
  },
)

const MODEL_EXAMPLE = {
  id: 'agent',
  object: 'model',
  created: 1769851800,
  owned_by: 'heddle',
  assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  name: 'agent',
  description: null,
}

export const OpenAiModel = Type.Object(
  {
    id: Type.String({
      description: 'The value of `model` in a request: the name of the assistant, or its id.',
    }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Unix time in seconds.' }),
    owned_by: Type.Literal('heddle'),
    assistant_id: Uuid,
    name: Type.String(),
    description: Nullable(Type.String()),
  },
  { title: 'OpenAiModel', description: 'An assistant as a model of OpenAI.', examples: [MODEL_EXAMPLE] },
)

export const OpenAiModels = Type.Object(
  { object: Type.Literal('list'), data: Type.Array(OpenAiModel) },
  { title: 'OpenAiModels', examples: [{ object: 'list', data: [MODEL_EXAMPLE] }] },
)

const toolCallFields = {
  id: Type.String({ description: 'Identifies the run that waits for the output.' }),
  type: Type.Literal('function'),
  function: Type.Object({
    name: Type.String(),
    arguments: Type.String({ description: 'A JSON object as text.' }),
  }),
}

const Usage = Type.Object({
  prompt_tokens: Type.Integer(),
  completion_tokens: Type.Integer(),
  total_tokens: Type.Integer(),
})

const finishReason = OneOf(
  ['stop', 'tool_calls'],
  '`tool_calls`: the client executes the tools and sends their outputs in the next request.',
)

const completionFields = {
  id: Type.String(),
  created: Type.Integer({ description: 'Unix time in seconds.' }),
  model: Type.String(),
}

export const ChatCompletion = Type.Object(
  {
    ...completionFields,
    object: Type.Literal('chat.completion'),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Nullable(Type.String()),
          refusal: Type.Null(),
          tool_calls: Type.Optional(Type.Array(Type.Object(toolCallFields))),
        }),
        logprobs: Type.Null(),
        finish_reason: finishReason,
      }),
    ),
    usage: Usage,
  },
  {
    title: 'ChatCompletion',
    description: 'The output of a run as a chat completion of OpenAI.',
    examples: [
      {
        id: 'chatcmpl-0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
        created: 1769851800,
        model: 'agent',
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Hi!', refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
      },
    ],
  },
)

const ChatCompletionChunk = Type.Object(
  {
    ...completionFields,
    object: Type.Literal('chat.completion.chunk'),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        delta: Type.Object({
          role: Type.Optional(Type.Literal('assistant')),
          content: Type.Optional(Type.String()),
          tool_calls: Type.Optional(Type.Array(Type.Object({ index: Type.Integer(), ...toolCallFields }))),
        }),
        logprobs: Type.Null(),
        finish_reason: Nullable(finishReason),
      }),
    ),
    usage: Type.Optional(Nullable(Usage)),
  },
  { title: 'ChatCompletionChunk', description: 'A part of a streamed chat completion.' },
)

export const ChatStream = EventStream({
  description:
    'The response if `stream` is true. `data` of each event is a chunk. After the last chunk follows the text `[DONE]`. A run that fails ' +
    'with an event whose `data` is an error.',
  event: StreamEvent(
    { data: Type.Union([ChatCompletionChunk, OpenAiErrorBody, Type.Literal('[DONE]')]) },
    'A chunk, an error, or the end.',
  ),
  example:
    'data: {"id":"chatcmpl-1","created":1769851800,"model":"agent","object":"chat.completion.chunk",' +
    '"choices":[{"index":0,"delta":{"content":"Hi"},"logprobs":null,"finish_reason":null}]}\n\n' +
    'data: [DONE]\n\n',
})
