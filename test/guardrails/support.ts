/** Starts an app whose model returns scripted replies, for tests of guardrails in runs. */
import { startOpenAiServer, type OpenAiServer, type Reply } from '../support/openai-server.js'
import { startApp, type TestApp } from '../support/app.js'
import { createAssistant } from '../support/runs.js'

export interface GuardedApp {
  app: TestApp
  model: OpenAiServer
  /** Sets the replies of the model in order; the last one is repeated. */
  setReplies(...replies: (string | Exclude<Reply, string>)[]): void
  /** The model does not respond from now on. */
  hangModel(): void
  /** Creates an assistant with these guardrails. */
  createAssistant(guardrails: object[], config?: object, overrides?: object): Promise<string>
  stop(): Promise<void>
}

export const startGuardedApp = async (options: Parameters<typeof startApp>[0] = {}): Promise<GuardedApp> => {
  let replies: Reply[] = []
  const model = await startOpenAiServer({
    reply: () => (replies.length > 1 ? replies.shift() : replies[0]) ?? { text: 'Yes.' },
  })
  const env = {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: 'test',
    DEFAULT_MODEL: 'openai:test',
    ...options.env,
  }
  const app = await startApp({ execute: true, ...options, env })
  return {
    app,
    model,
    setReplies: (...nextReplies) => {
      replies = nextReplies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply))
      model.requests.length = 0
    },
    hangModel: () => {
      replies = ['hang']
    },
    createAssistant: (guardrails, config = {}, overrides = {}) =>
      createAssistant(app, { config: { guardrails, ...config }, ...overrides }),
    stop: async () => {
      await app.stop()
      await model.stop()
    },
  }
}

export const TRANSFER_TOOL = {
  type: 'function',
  function: {
    name: 'transfer',
    description: 'Sends money',
    parameters: {
      type: 'object',
      properties: { amount: { type: 'number' }, note: { type: 'string' } },
      required: ['amount'],
    },
  },
}
