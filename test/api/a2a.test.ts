import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { makeCheckedFetch } from '../support/openapi-check.js'
import { parseSse } from '../support/sse.js'
import { createAssistant } from '../support/runs.js'

const ASKING = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ said: Annotation() }))
  .addNode('ask', () => ({ said: interrupt('May I?') }))
  .addEdge(START, 'ask')
  .compile()
`
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

const checked = makeCheckedFetch()
let app: TestApp
let base: string

beforeAll(async () => {
  app = await startApp({
    execute: true,
    project: makeProject({ asking: ASKING }).folder,
    env: { BUILT_IN_AGENT: 'true' },
  })
  base = await app.listen()
})
afterAll(async () => {
  await checked.verify()
  await app.stop()
})

const post = (agent: string, body: unknown) =>
  checked.fetch(`${base}/a2a/${agent}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const call = async (agent: string, method: string, params: object): Promise<Body> => {
  const response = await post(agent, { jsonrpc: '2.0', id: 7, method, params })
  expect(response.status).toBe(200)
  return response.json()
}
const textMessage = (text: string, more: object = {}) => ({
  message: { kind: 'message', role: 'user', messageId: 'm-1', parts: [{ kind: 'text', text }], ...more },
})
const streamResults = async (agent: string, method: string, params: object): Promise<Body[]> =>
  parseSse(await (await post(agent, { jsonrpc: '2.0', id: 7, method, params })).text()).map(
    ({ data }) => JSON.parse(data).result,
  )

describe('the agent card', () => {
  it('the agent card describes an assistant and its URL', async () => {
    const id = await createAssistant(app, { name: 'Desk', description: 'Knows orders' })
    for (const path of [
      `/.well-known/agent-card.json?assistant_id=${id}`,
      '/a2a/Desk/.well-known/agent-card.json',
    ])
      expect(await (await checked.fetch(base + path)).json()).toMatchObject({
        protocolVersion: '0.3.0',
        name: 'Desk',
        description: 'Knows orders',
        url: `${base}/a2a/${id}`,
        preferredTransport: 'JSONRPC',
        capabilities: { streaming: true, pushNotifications: false },
        skills: [{ id, name: 'Desk' }],
      })
    expect((await checked.fetch(`${base}/.well-known/agent-card.json`)).status).toBe(400)
    expect((await checked.fetch(`${base}/.well-known/agent-card.json?assistant_id=nobody`)).status).toBe(404)
  })
})

describe('a task', () => {
  it('a task is a run, and its context is a thread that keeps the conversation', async () => {
    const { result } = await call('agent', 'message/send', textMessage('My name is Ada'))
    expect(result).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'text' }] }],
      history: [{ role: 'user', messageId: 'm-1', parts: [{ text: 'My name is Ada' }] }],
    })
    const { contextId } = result
    const next = await call('agent', 'message/send', textMessage('What is my name?', { contextId }))
    expect(next.result.artifacts[0].parts[0].text).toContain('Ada')
    expect(next.result.contextId).toBe(contextId)
    const read = await call('agent', 'tasks/get', { id: result.id, historyLength: 0 })
    expect(read.result).toMatchObject({ id: result.id, status: { state: 'completed' } })
    expect(read.result.history).toBeUndefined()
  })

  it('a task can be streamed while it runs and again after it has ended', async () => {
    const frames = await streamResults('agent', 'message/stream', textMessage('What is 17 * 23?'))
    expect(frames[0]).toMatchObject({ kind: 'task', status: { state: 'submitted' } })
    expect(frames[1]).toMatchObject({ kind: 'status-update', status: { state: 'working' }, final: false })
    expect(frames.at(-1)).toMatchObject({ status: { state: 'completed' }, final: true })
    const artifactText = (updates: Body[]) =>
      updates
        .filter(({ kind }) => kind === 'artifact-update')
        .map(({ artifact }) => artifact.parts[0].text)
        .join('')
    expect(artifactText(frames)).toBe('17 * 23 = 391')
    const again = await streamResults('agent', 'tasks/resubscribe', { id: frames[0].id })
    expect(artifactText(again)).toBe('17 * 23 = 391')
  })

  it('a waiting task shows its question, is resumed by a message and returns its output as data', async () => {
    const { result } = await call('asking', 'message/send', textMessage('Go'))
    expect(result.status).toMatchObject({
      state: 'input-required',
      message: { role: 'agent', parts: [{ kind: 'text', text: 'May I?' }, { kind: 'data' }] },
    })
    const busy = await call('asking', 'message/send', textMessage('Go', { contextId: result.contextId }))
    expect(busy.error).toMatchObject({ code: -32000, data: { error: 'resource_conflict' } })
    const frames = await streamResults(
      'asking',
      'message/stream',
      textMessage('You may', { taskId: result.id }),
    )
    expect(frames.at(-2)).toMatchObject({
      artifact: { parts: [{ kind: 'data', data: { said: 'You may' } }] },
      lastChunk: true,
    })
    expect(frames.at(-1)).toMatchObject({ taskId: result.id, status: { state: 'completed' }, final: true })
    const late = await call('asking', 'message/send', textMessage('You may', { taskId: result.id }))
    expect(late.error.code).toBe(-32004)
  })

  it('a waiting task can be cancelled once', async () => {
    const params = { ...textMessage('Go'), configuration: { blocking: true } }
    const { result } = await call('asking', 'message/send', params)
    const cancelled = await call('asking', 'tasks/cancel', { id: result.id })
    expect(cancelled.result.status.state).toBe('canceled')
    expect((await call('asking', 'tasks/cancel', { id: result.id })).error.code).toBe(-32002)
  })

  it('message/send with blocking=false returns before the task has ended', async () => {
    const { result } = await call('agent', 'message/send', {
      ...textMessage('Hello'),
      configuration: { blocking: false },
    })
    expect(result.status.state).toBe('submitted')
    await expect
      .poll(async () => (await call('agent', 'tasks/get', { id: result.id })).result.status.state)
      .toBe('completed')
  })
})

describe('invalid requests', () => {
  it.each([
    ['an unknown method', 'fly', {}, -32601],
    ['a missing message', 'message/send', {}, -32602],
    ['a message without parts', 'message/send', { message: { role: 'user', parts: [] } }, -32602],
    ['an invalid context id', 'message/send', textMessage('x', { contextId: 'x' }), -32602],
    ['a file part', 'message/send', textMessage('x', { parts: [{ kind: 'file', file: {} }] }), -32005],
    ['an unknown task', 'tasks/get', { id: MISSING_ID }, -32001],
    ['an invalid task id', 'tasks/cancel', { id: 'x' }, -32001],
    ['push notifications', 'tasks/pushNotificationConfig/set', {}, -32003],
  ])('%s is rejected with a JSON-RPC error', async (_, method, params, code) => {
    expect(await call('agent', method, params)).toMatchObject({ id: 7, error: { code } })
  })

  it('tasks of another assistant and unknown assistants are not found', async () => {
    const { result } = await call('agent', 'message/send', textMessage('Hello'))
    expect((await call('asking', 'tasks/get', { id: result.id })).error.code).toBe(-32001)
    const response = await post('nobody', { jsonrpc: '2.0', id: 1, method: 'tasks/get', params: {} })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: 1, error: {} })
    expect((await post('agent', { id: 1 })).status).toBe(400)
  })
})
