/** The routes of the A2A protocol as openapi.json describes them. */
import { Type } from 'typebox'
import { A2aAgentCard, A2aRequest, A2aResponse, A2aStream } from '../../schema/a2a.js'
import { RpcErrorBody } from '../../schema/json-rpc.js'
import { describeResponse } from '../http/describe-response.js'
import { errorResponses } from '../http/route.js'

const tags = ['A2A']
const assistantParams = Type.Object({
  assistant_id: Type.String({ description: 'The id, name or graph of an assistant.' }),
})
const response = {
  200: A2aAgentCard,
  ...errorResponses(
    { method: 'GET', params: assistantParams, query: assistantParams, errors: ['resource_conflict'] },
    RpcErrorBody,
  ),
}

export const GET_CARD_BY_QUERY = {
  operationId: 'a2aGetAgentCardByQuery',
  summary: 'Read the agent card of an assistant, by query',
  description: 'For clients that expect the card at a well-known path of the host.',
  tags,
  querystring: assistantParams,
  response,
}

export const GET_CARD = {
  operationId: 'a2aGetAgentCard',
  summary: 'Read the agent card of an assistant',
  description: 'The card describes the assistant to other agents.',
  tags,
  params: assistantParams,
  response,
}

export const CALL = {
  operationId: 'a2aCall',
  summary: 'Send a message to an assistant, or read or cancel a task',
  description:
    'A2A 0.3 over JSON-RPC. A task is a run, and its context is a thread. `message/stream` and `tasks/resubscribe` respond with ' +
    'Server-Sent Events. `message/send`, `message/stream` and `tasks/cancel` also require the scope `write`. A call that fails has the ' +
    'HTTP status 200 and a JSON-RPC error as its body.',
  tags,
  params: assistantParams,
  body: A2aRequest,
  response: {
    200: describeResponse({ 'application/json': A2aResponse, 'text/event-stream': A2aStream }),
    ...errorResponses({ method: 'POST', params: assistantParams, body: A2aRequest }, RpcErrorBody),
  },
}
