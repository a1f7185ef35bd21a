/** `/v1`: what clients of OpenAI's API call. A model is an assistant, and a chat completion is a run. */
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../store/sql/tables.js'
import type { WaitParts } from '../langgraph/run-result.js'
import { makeRunEnds } from '../http/wait-for-run.js'
import { endOf, toCompletion } from './chat-completion.js'
import { ChatRequest, refuseOptions } from './chat-request.js'
import { makeChatRuns, type ChatRunParts } from './chat-runs.js'
import { streamChat, type ChatStreamParts } from './chat-stream.js'
import { findModel, toModel } from './models.js'
import { presentProblems, problemWith, sendProblem } from './errors.js'

export type OpenAiParts = ChatRunParts & ChatStreamParts & WaitParts

/** Images and files come within the messages. */
const BODY_FACTOR = 10

/** In a scope of its own, because its errors look different. */
export const serveOpenAi = (server: FastifyInstance, parts: OpenAiParts, maxBodyBytes: number): void => {
  void server.register(async (scope) => {
    presentProblems(scope)
    serveModels(scope, parts)
    serveCompletions(scope, parts, maxBodyBytes)
  })
}

const serveModels = (scope: FastifyInstance, { names }: OpenAiParts): void => {
  const options = { config: { scope: 'read' }, schema: { hide: true } } as const
  scope.get('/v1/models', options, async ({ principal }) => {
    const data = (await names.list(principal.tenant_id)).map(toModel)
    return { object: 'list', data }
  })
  scope.get<{ Params: { model: string } }>('/v1/models/:model', options, async ({ principal, params }) => {
    const assistant = await findModel(names, principal.tenant_id, params.model)
    return toModel({ called: params.model, assistant })
  })
}

const serveCompletions = (scope: FastifyInstance, parts: OpenAiParts, maxBodyBytes: number): void => {
  const begin = makeChatRuns(parts)
  const whenOver = makeRunEnds(scope, parts)
  scope.post<{ Body: ChatRequest }>(
    '/v1/chat/completions',
    {
      bodyLimit: maxBodyBytes * BODY_FACTOR,
      config: { scope: 'write', isFollowed: true },
      schema: { hide: true, body: ChatRequest },
      preValidation: async (request) => {
        // No body at all is an empty object; the validation says what is required.
        ;(request as { body: unknown }).body ??= {}
      },
    },
    async (request, reply) => {
      const { principal, body, headers } = request
      refuseOptions(body)
      const chat = await begin(principal.tenant_id, body, headers['x-thread-id'], request)
      void reply.headers(placeOf(chat.run))
      if (body.stream === true) return streamChat(parts, reply, chat, body)
      const over = await whenOver(reply, chat.run, chat.isTied)
      const end = endOf(over)
      if (end === undefined) return sendProblem(reply, problemWith(over))
      return toCompletion(over, chat.run, end, body.model)
    },
  )
}

/** Where everything else about it can be read. */
const placeOf = ({ run_id, thread_id }: Row<'runs'>) => ({ 'x-run-id': run_id, 'x-thread-id': thread_id })
