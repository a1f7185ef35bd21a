/** A fake model that echoes the question. Questions can make it fail or wait. */
import { startOpenAiServer, type OpenAiServer } from './openai-server.js'

export interface EvaluationModel {
  /** The environment of an app that calls this model. */
  env: Record<string, string>
  /** Counts of the calls, without those of the judge. */
  calls: { active: number; maxActive: number; total: number; waiting: number }
  /** Whether questions that start with `fail` get an error. */
  fails: boolean
  /** The reply as a judge; null for an unreadable reply. */
  verdict: object | null
  /** Completes the waiting calls and lets later ones through. */
  release(): void
  /** Lets questions that start with `hold` wait from now on. */
  hold(): void
  stop(): Promise<void>
}

/** Config of an assistant that uses this model. */
export const MODEL_CONFIG = { model: 'openai:gpt-4o' }

export const startEvaluationModel = async (): Promise<EvaluationModel> => {
  const calls = { active: 0, maxActive: 0, total: 0, waiting: 0 }
  let release: () => void = () => undefined
  let released = Promise.resolve()
  const server: OpenAiServer = await startOpenAiServer({
    reply: async ({ body }) => {
      const isJudge = JSON.stringify(body.messages[0]).includes('fair judge')
      if (isJudge) return { text: model.verdict === null ? 'Nice!' : JSON.stringify(model.verdict) }
      const text = body.messages.findLast(({ role }) => role === 'user')?.content
      const question = typeof text === 'string' ? text : JSON.stringify(text)
      calls.total++
      calls.active++
      calls.maxActive = Math.max(calls.maxActive, calls.active)
      if (question.startsWith('hold')) {
        calls.waiting++
        await released
        calls.waiting--
      }
      calls.active--
      if (question.startsWith('fail') && model.fails) return { status: 400 }
      return { text: `echo: ${question}` }
    },
  })
  const model: EvaluationModel = {
    env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test' },
    calls,
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
