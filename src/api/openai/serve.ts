/** `/v1`: an OpenAI-compatible API. A model is an assistant, and a chat completion is a run. */
import type { FastifyInstance } from 'fastify'
import type { Row } from '../../store/sql/tables.js'
import { makeWaitForRun, type RunWaitDeps } from '../http/wait-for-run.js'
import { toChatOutcome, toCompletion } from './chat-completion.js'
import { rejectUnsupportedOptions, type ChatRequest } from './chat-request.js'
import { makeStartChatRun, type ChatRunDeps } from './chat-runs.js'
import { streamChat, type ChatStreamDeps } from './chat-stream.js'
import { findModel, toModel } from './models.js'
import { CREATE_COMPLETION, GET_MODEL, LIST_MODELS } from './route-schemas.js'
import { sendErrorsAsOpenAi, toRunError, sendRunError } from './errors.js'

export type OpenAiDeps = ChatRunDeps & ChatStreamDeps & RunWaitDeps

/** Messages can contain images and files. */
const BODY_LIMIT_FACTOR = 10

/** Registered in a separate scope because its errors have another format. */
export const serveOpenAi = (server: FastifyInstance, deps: OpenAiDeps, maxBodyBytes: number): void => {
  void server.register(async (scope) => {
    sendErrorsAsOpenAi(scope)
    serveModels(scope, deps)
    serveCompletions(scope, deps, maxBodyBytes)
  })
}

const serveModels = (scope: FastifyInstance, { names }: OpenAiDeps): void => {
  const config = { scope: 'read' } as const
  scope.get('/v1/models', { config, schema: LIST_MODELS }, async ({ principal }) => {
    const data = (await names.list(principal.tenant_id)).map(toModel)
    return { object: 'list', data }
  })
  scope.get<{ Params: { model: string } }>(
    '/v1/models/:model',
    { config, schema: GET_MODEL },
    async ({ principal, params }) => {
      const assistant = await findModel(names, principal.tenant_id, params.model)
      return toModel({ nameOrId: params.model, assistant })
    },
  )
}

const serveCompletions = (scope: FastifyInstance, deps: OpenAiDeps, maxBodyBytes: number): void => {
  const startChatRun = makeStartChatRun(deps)
  const waitForRun = makeWaitForRun(scope, deps)
  scope.post<{ Body: ChatRequest }>(
    '/v1/chat/completions',
    {
      bodyLimit: maxBodyBytes * BODY_LIMIT_FACTOR,
      config: { scope: 'write', followsRun: true },
      schema: CREATE_COMPLETION,
      preValidation: async (request) => {
        // A missing body counts as an empty object, so that validation reports the required fields.
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

/** Headers with the ids under which the native API serves the run and the thread. */
const toRunHeaders = ({ run_id, thread_id }: Row<'runs'>) => ({
  'x-run-id': run_id,
  'x-thread-id': thread_id,
})
