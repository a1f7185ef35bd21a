/** A model whose answers say what was asked, and that fails or waits where the question says so. */
import { startOpenAiServer, type OpenAiServer } from './openai-server.js'

export interface EvaluationModel {
  /** What an app needs to ask it. */
  env: Record<string, string>
  /** How many questions there are now and were at most, how many there were in all, and how many wait. */
  asked: { now: number; most: number; all: number; held: number }
  /** Whether questions that begin with `fail` are refused; otherwise they are answered like the others. */
  fails: boolean
  /** What it says as a judge; null: nothing that could be read. */
  verdict: object | null
  /** Those that wait are answered, and those that come. */
  release(): void
  /** From now on questions that begin with `hold` wait. */
  hold(): void
  stop(): Promise<void>
}

/** Config of an assistant that asks it. */
export const MODEL_CONFIG = { model: 'openai:gpt-4o' }

export const startEvaluationModel = async (): Promise<EvaluationModel> => {
  const asked = { now: 0, most: 0, all: 0, held: 0 }
  let release: () => void = () => undefined
  let released = Promise.resolve()
  const server: OpenAiServer = await startOpenAiServer({
    reply: async ({ body }) => {
      const isJudge = JSON.stringify(body.messages[0]).includes('fair judge')
      if (isJudge) return { text: model.verdict === null ? 'Nice!' : JSON.stringify(model.verdict) }
      const text = body.messages.findLast(({ role }) => role === 'user')?.content
      const question = typeof text === 'string' ? text : JSON.stringify(text)
      asked.all++
      asked.now++
      asked.most = Math.max(asked.most, asked.now)
      if (question.startsWith('hold')) {
        asked.held++
        await released
        asked.held--
      }
      asked.now--
      if (question.startsWith('fail') && model.fails) return { status: 400 }
      return { text: `echo: ${question}` }
    },
  })
  const model: EvaluationModel = {
    env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test' },
    asked,
    fails: true,
    verdict: null,
    release: () => {
      release()
    },
    hold() {
      released = new Promise((resolve) => (release = resolve))
    },
    stop: () => server.stop(),
  }
  return model
}
