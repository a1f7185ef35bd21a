/** `/v1`: what clients of OpenAI's API call. A model is an assistant, and a chat completion is a run. */
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../store/sql/tables.js'
import type { RunWaitDeps } from '../langgraph/run-result.js'
import { makeWaitForRun } from '../http/wait-for-run.js'
import { toChatOutcome, toCompletion } from './chat-completion.js'
import { ChatRequest, rejectUnsupportedOptions } from './chat-request.js'
import { makeStartChatRun, type ChatRunDeps } from './chat-runs.js'
import { streamChat, type ChatStreamDeps } from './chat-stream.js'
import { findModel, toModel } from './models.js'
import { sendErrorsAsOpenAi, toRunError, sendRunError } from './errors.js'

export type OpenAiDeps = ChatRunDeps & ChatStreamDeps & RunWaitDeps

/** Images and files come within the messages. */
const BODY_LIMIT_FACTOR = 10

/** In a scope of its own, because its errors look different. */
export const serveOpenAi = (server: FastifyInstance, deps: OpenAiDeps, maxBodyBytes: number): void => {
  void server.register(async (scope) => {
    sendErrorsAsOpenAi(scope)
    serveModels(scope, deps)
    serveCompletions(scope, deps, maxBodyBytes)
  })
}

const serveModels = (scope: FastifyInstance, { names }: OpenAiDeps): void => {
  const options = { config: { scope: 'read' }, schema: { hide: true } } as const
  scope.get('/v1/models', options, async ({ principal }) => {
    const data = (await names.list(principal.tenant_id)).map(toModel)
    return { object: 'list', data }
  })
  scope.get<{ Params: { model: string } }>('/v1/models/:model', options, async ({ principal, params }) => {
    const assistant = await findModel(names, principal.tenant_id, params.model)
    return toModel({ nameOrId: params.model, assistant })
  })
}

const serveCompletions = (scope: FastifyInstance, deps: OpenAiDeps, maxBodyBytes: number): void => {
  const startChatRun = makeStartChatRun(deps)
  const waitForRun = makeWaitForRun(scope, deps)
  scope.post<{ Body: ChatRequest }>(
    '/v1/chat/completions',
    {
      bodyLimit: maxBodyBytes * BODY_LIMIT_FACTOR,
      config: { scope: 'write', followsRun: true },
      schema: { hide: true, body: ChatRequest },
      preValidation: async (request) => {
        // No body at all is an empty object; the validation says what is required.
        ;(request as { body: unknown }).body ??= {}
      },
    },
    async (request, reply) => {
      const { principal, body, headers } = request
      rejectUnsupportedOptions(body)
      const chat = await startChatRun(principal.tenant_id, body, headers['x-thread-id'], request)
      void reply.headers(toRunHeaders(chat.run))
      if (body.stream === true) return streamChat(deps, reply, chat, body)
      const endedRun = await waitForRun(reply, chat.run, chat.isTemporary)
      const outcome = toChatOutcome(endedRun)
      if (outcome === undefined) return sendRunError(reply, toRunError(endedRun))
      return toCompletion(endedRun, chat.run, outcome, body.model)
    },
  )
}

/** Where everything else about it can be read. */
const toRunHeaders = ({ run_id, thread_id }: Row<'runs'>) => ({
  'x-run-id': run_id,
  'x-thread-id': thread_id,
})
