/** Runs whose model call fails: the error code, and a message with the endpoint and the setting to change. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { createAssistant, executeRun } from '../support/runs.js'
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.js'

/** The model name selects the failure. */
const FAILURES: Record<string, number> = {
  'no-key': 401,
  forbidden: 403,
  unknown: 404,
  limited: 429,
  broken: 503,
}

/** A graph that creates its model itself, and one that throws an error of another service. */
const toCodeGraphs = (baseURL: string) => ({
  model: `
    import { ChatOpenAI } from '@langchain/openai'
    import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode('call', async ({ messages }) => {
        const model = messages.at(-1).content
        const configuration = { baseURL: '${baseURL}' }
        const chat = new ChatOpenAI({ model, apiKey: 'key-of-the-project', maxRetries: 0, configuration })
        return { messages: [await chat.invoke(messages)] }
      })
      .addEdge(START, 'call').compile()`,
  other: `
    import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode('call', () => { throw Object.assign(new Error('no such order'), { status: 404 }) })
      .addEdge(START, 'call').compile()`,
})

let server: OpenAiServer
let app: TestApp

beforeAll(async () => {
  server = await startOpenAiServer({
    reply: ({ body }) => {
      const status = FAILURES[body.model]
      return status === undefined ? { text: 'fine' } : { status, headers: { 'retry-after': '0' } }
    },
  })
  const project = makeProject(toCodeGraphs(server.url))
  app = await startApp({
    execute: true,
    project: project.folder,
    env: {
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: 'sk-operator',
      MODEL_MAX_RETRIES: '1',
      BUILT_IN_AGENT: 'true',
    },
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const runAgent = async (config: object) => {
  const assistant_id = await createAssistant(app, { config })
  return executeRun(app, { assistant_id, input: { message: 'hello' } })
}

describe('the built-in agent', () => {
  it.each([
    ['no-key', 'model_auth_failed', /rejected the key \(401 scripted 401\); correct OPENAI_API_KEY$/],
    ['forbidden', 'model_auth_failed', /rejected the key \(403 scripted 403\); correct OPENAI_API_KEY$/],
    [
      'unknown',
      'model_not_found',
      /does not serve the model unknown \(404 .*\); correct config\.model of the assistant, or OPENAI_BASE_URL$/,
    ],
    [
      'limited',
      'model_rate_limited',
      /limits the requests \(429 .*\); run again later, .*MODEL_MAX_RETRIES$/,
    ],
    ['broken', 'model_unavailable', /is not available \(503 scripted 503\); run again later$/],
  ])('a run with the model %s fails with %s', async (model, code, message) => {
    const before = server.requests.length
    const { status, error } = await runAgent({ model: `openai:${model}` })
    expect([status, error.code]).toEqual(['failed', code])
    expect(error.message).toMatch(message)
    expect(error.message).toContain(`the model endpoint ${server.url} `)
    // Only a rate limit and a failure of the endpoint are worth another request.
    const isRetried = code === 'model_rate_limited' || code === 'model_unavailable'
    expect(server.requests.length - before).toBe(isRetried ? 2 : 1)
  })

  it('an endpoint that cannot be reached is named without its password', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const { error } = await runAgent({ model: 'any', base_url: `http://127.0.0.1:${port}/v1` })
    expect(error).toEqual({
      code: 'model_unavailable',
      message:
        `the model endpoint http://127.0.0.1:${port}/v1 cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}); ` +
        'start it, or correct config.base_url',
    })
  })

  it('an endpoint of an assistant that requires a key gets no key of the operator', async () => {
    const { error } = await runAgent({ model: 'no-key', base_url: server.url })
    expect(error.code).toBe('model_auth_failed')
    expect(error.message).toMatch(/requires a key \(401 .*\); Heddle sends no key to config\.base_url$/)
    expect(server.requests.at(-1)?.headers.authorization).not.toContain('sk-operator')
  })
})

it('a model node of a declarative graph fails with the same code', async () => {
  const graph_schema = {
    nodes: [{ id: 'ask', type: 'llm', model: 'openai:unknown', prompt: 'Say hello' }],
    edges: [{ from: 'start', to: 'ask' }],
  }
  const assistant_id = await createAssistant(app, { graph_schema })
  const { error } = await executeRun(app, { assistant_id, input: {} })
  expect(error).toMatchObject({
    code: 'model_not_found',
    message: expect.stringContaining('the model unknown'),
  })
})

describe('a graph in code', () => {
  const runCode = (graphId: string, message: string) =>
    executeRun(app, { assistant_id: builtInAssistantId(graphId), input: { message } })

  it.each([
    ['no-key', 'model_auth_failed', /^401 scripted 401/],
    ['unknown', 'model_not_found', /^404 scripted 404/],
    ['limited', 'model_rate_limited', /^429 scripted 429/],
    ['broken', 'model_unavailable', /^503 scripted 503/],
  ])(
    'the model %s of a project fails with %s and the message of its client',
    async (model, code, message) => {
      const { error } = await runCode('model', model)
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    },
  )

  it('a status of another service is not taken for that of a model', async () => {
    const { error } = await runCode('other', 'any')
    expect(error).toEqual({ code: 'graph_error', message: 'no such order' })
  })
})

it('the LangGraph API reports the endpoint and the setting too', async () => {
  const assistant_id = await createAssistant(app, { config: { model: 'openai:no-key' } })
  const input = { messages: [{ role: 'user', content: 'hello' }] }
  const { text } = await app.post('/runs/stream', { assistant_id, input })
  expect(text).toMatch(/event: error\r?\n.*rejected the key.*OPENAI_API_KEY/)
})

it('a judge whose model fails names the endpoint', async () => {
  const request = { model: 'openai:no-key', criteria: 'helpfulness', input: 'hello', output: 'Hello to you' }
  const { status, body } = await app.post('/api/v1/evals/judge', request)
  expect([status, body.error]).toEqual([503, 'service_unavailable'])
  expect(body.message).toContain(`the model endpoint ${server.url} rejected the key`)
})
