/** The routes of the OpenAI API as openapi.json describes them. */
import { Type } from 'typebox'
import {
  ChatCompletion,
  ChatStream,
  OpenAiErrorBody,
  OpenAiModel,
  OpenAiModels,
} from '../../schema/chat-completion.js'
import { describeHeaders, describeResponse } from '../http/describe-response.js'
import { errorResponses } from '../http/route.js'
import { ChatRequest } from './chat-request.js'

const tags = ['OpenAI']

export const LIST_MODELS = {
  operationId: 'openAiListModels',
  summary: 'List assistants as models',
  description: 'An assistant whose name is not unique is listed by its id.',
  tags,
  response: { 200: OpenAiModels, ...errorResponses({ method: 'GET' }, OpenAiErrorBody) },
}

const modelParams = Type.Object({
  model: Type.String({ description: 'The id, name or graph of an assistant.' }),
})

export const GET_MODEL = {
  operationId: 'openAiGetModel',
  summary: 'Read an assistant as a model',
  description: 'A name that several assistants have cannot be used; use the id.',
  tags,
  params: modelParams,
  response: {
    200: OpenAiModel,
    ...errorResponses(
      { method: 'GET', params: modelParams, errors: ['validation_error', 'resource_conflict'] },
      OpenAiErrorBody,
    ),
  },
}

export const CREATE_COMPLETION = {
  operationId: 'openAiCreateChatCompletion',
  summary: 'Run an assistant on a conversation',
  description:
    'Starts a run, or resumes the run whose tool outputs end the conversation, and responds when it has ended; with `stream`, as ' +
    'Server-Sent Events. A run that a guardrail blocked is a 400 with the code `content_filter`, a run that waits for a person a 422, ' +
    'a cancelled run a 409 and a failed run a 500.',
  tags,
  body: ChatRequest,
  headers: describeHeaders({
    'X-Thread-Id': 'The thread in which the conversation continues; the same as `metadata.thread_id`.',
  }),
  response: {
    200: describeResponse(
      { 'application/json': ChatCompletion, 'text/event-stream': ChatStream },
      { 'X-Run-Id': 'The id of the run.', 'X-Thread-Id': 'The id of the thread of the run.' },
    ),
    ...errorResponses(
      {
        method: 'POST',
        body: ChatRequest,
        errors: ['resource_not_found', 'resource_conflict', 'unprocessable_entity'],
      },
      OpenAiErrorBody,
    ),
  },
}
