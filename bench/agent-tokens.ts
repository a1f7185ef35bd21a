/**
 * Measures the processor time per token of the built-in agent in one process, with our model client and with LangChain's, in
 * alternating rounds. The model server is another process. Prints the microseconds per token of each variant.
 *
 *   node agent-tokens.js <port of the model server> <rounds> [variant]
 */
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ChatOpenAICompletions } from '@langchain/openai'
import { Agent, fetch as undiciFetch } from 'undici'
import { bypassTracing } from '../src/engine/executor/tracing-bypass.js'
import { makeModelFetch } from '../src/engine/models/model-fetch.js'
import { makeModels } from '../src/engine/models/models.js'
import type { StreamMode } from '../src/schema/run-kwargs.js'
import { executeAgent } from './execute-agent.js'

const CONCURRENT_STREAMS = 10
/** Set by token-server.ts. */
const TOKENS_PER_STREAM = 400

const [port = '', rounds = '', only] = process.argv.slice(2)
const baseUrl = `http://127.0.0.1:${port}/v1`

bypassTracing()

const makeOwnModel = (): Promise<BaseChatModel> =>
  makeModels({
    OPENAI_BASE_URL: baseUrl,
    DEMO_MODEL: 'off',
    MODEL_TIMEOUT_SECONDS: 60,
    MODEL_MAX_RETRIES: 0,
  }).chatModel({ model: 'openai:metronome' })

const makeLangChainModel = (): BaseChatModel => {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  const fetch = ((url: string, init: object) =>
    undiciFetch(url, { ...init, dispatcher })) as unknown as typeof globalThis.fetch
  return new ChatOpenAICompletions({
    model: 'metronome',
    apiKey: 'none',
    maxRetries: 0,
    configuration: {
      baseURL: baseUrl,
      fetch: makeModelFetch({ timeoutSeconds: 60, maxRetries: 0, fetch }),
    },
  })
}

const models = { own: await makeOwnModel(), langchain: makeLangChainModel() }

const VARIANTS: Record<string, [model: keyof typeof models, streamModes?: StreamMode[]]> = {
  'native, own client': ['own'],
  'native, LangChain': ['langchain'],
  'messages-tuple, own client': ['own', ['messages-tuple']],
  'messages-tuple, LangChain': ['langchain', ['messages-tuple']],
}

const measure = async ([model, streamModes]: (typeof VARIANTS)[string]): Promise<number> => {
  const before = process.cpuUsage()
  const runs = await Promise.all(
    Array.from({ length: CONCURRENT_STREAMS }, () =>
      executeAgent(models[model], streamModes === undefined ? {} : { streamModes }),
    ),
  )
  const { user, system } = process.cpuUsage(before)
  const tokens = runs.flatMap(({ entries }) =>
    entries.flatMap(({ events }) => events.filter(({ type }) => type === 'llm.token')),
  ).length
  if (tokens !== CONCURRENT_STREAMS * TOKENS_PER_STREAM)
    throw new Error(`${String(tokens)} tokens instead of ${String(CONCURRENT_STREAMS * TOKENS_PER_STREAM)}`)
  return (user + system) / tokens
}

const selected = Object.entries(VARIANTS).filter(([name]) => only === undefined || name === only)
const costs = new Map<string, number[]>(selected.map(([name]) => [name, []]))
for (let round = -1; round < Number(rounds); round++)
  for (const [name, variant] of selected) {
    const cost = await measure(variant)
    // The first round loads and compiles code.
    if (round >= 0) costs.get(name)?.push(cost)
  }
const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
console.log(JSON.stringify(Object.fromEntries([...costs].map(([name, values]) => [name, average(values)]))))
process.exit(0)
