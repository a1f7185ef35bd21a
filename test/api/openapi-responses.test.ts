/**
 * Calls every operation of the LangGraph, OpenAI, MCP and A2A APIs successfully. Every response, including the events of streams, is validated
 * against openapi.json. Errors and other cases are validated by the tests of each API.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp, type TestResponse } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { findOpenapiProblems, findOperation, openapi } from '../support/openapi-check.js'

/** These need a WebSocket (protocol-websocket.test.ts), a project with a UI (ui.test.ts), or never succeed. */
const CALLED_ELSEWHERE = [
  'langGraphOpenSocket',
  'langGraphGetUiComponent',
  'langGraphGetUiFile',
  'mcpOpenStream',
  'mcpOpenStreamFolder',
]
const OTHER_APIS = /^(LangGraph .*|OpenAI|MCP|A2A)$/

const listOperations = (): string[] =>
  Object.values(openapi.paths).flatMap((methods) =>
    Object.values(methods)
      .filter((operation) => OTHER_APIS.test((operation as unknown as { tags: string[] }).tags[0] ?? ''))
      .map(({ operationId }) => operationId),
  )

const ACCEPT = { accept: 'application/json, text/event-stream' }
const INPUT = { messages: [{ role: 'user', content: 'Hello' }] }
const RUN = { assistant_id: 'agent', input: INPUT }
const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const userMessage = (text: string) => ({
  message: { role: 'user', messageId: 'm1', parts: [{ kind: 'text', text }] },
})

describe.each(DATABASE_KINDS)('responses on %s', (databaseKind) => {
  let app: TestApp
  let origin: string
  const called = new Set<string>()

  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    origin = await app.listen()
  })
  afterAll(() => app.stop())

  /** The app validates the response against the document. */
  const call = async (
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = ACCEPT,
  ): Promise<TestResponse> => {
    const response = await app.call(method, url, body, { headers })
    expect([method, url, response.text, response.status < 300]).toEqual([method, url, response.text, true])
    called.add(findOperation(method, url)?.operationId ?? '')
    return response
  }

  /** Reads a stream that does not end, until `isEnough`. */
  const readStream = async (
    method: string,
    url: string,
    body: unknown,
    isEnough: (text: string) => boolean,
    headers: Record<string, string> = {},
  ): Promise<void> => {
    const response = await fetch(origin + url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (isEnough(text)) break
    }
    const { status } = response
    const checked = { status, headers: Object.fromEntries(response.headers), body: undefined, text }
    expect(findOpenapiProblems(method, url, checked), text).toEqual([])
    called.add(findOperation(method, url)?.operationId ?? '')
  }

  const createThread = async (): Promise<string> =>
    (await call('POST', '/threads', { metadata: { a: 1 }, ttl: 60 })).body.thread_id as string

  it('the responses of LangGraph assistants match the document', async () => {
    const { body } = await call('POST', '/assistants', { graph_id: 'agent', name: 'A', metadata: { a: 1 } })
    const path = `/assistants/${body.assistant_id as string}`
    await call('PATCH', path, { name: 'B' })
    await call('GET', path)
    await call('POST', '/assistants/search', {})
    await call('POST', '/assistants/search', { select: ['name'] })
    await call('POST', '/assistants/count', { metadata: { a: 1 } })
    await call('POST', `${path}/versions`, {})
    await call('POST', `${path}/latest`, { version: 1 })
    await call('GET', `${path}/graph?xray=true`)
    await call('GET', `${path}/schemas`)
    await call('GET', `${path}/subgraphs?recurse=true`)
    await call('GET', `${path}/subgraphs/model`)
    await call('DELETE', path)
  })

  it('the responses of LangGraph threads and states match the document', async () => {
    const thread_id = await createThread()
    const path = `/threads/${thread_id}`
    await call('GET', `${path}/state`)
    await call('POST', `${path}/runs/wait`, RUN)
    await call('GET', `${path}?include=ttl`)
    await call('PATCH', path, { metadata: { b: 1 } })
    expect((await call('PATCH', path, {}, { prefer: 'return=minimal' })).status).toBe(204)
    await call('POST', '/threads/search', { metadata: { a: 1 } })
    await call('POST', '/threads/search', {
      select: ['values'],
      extract: { last: 'values.messages[-1].content' },
    })
    await call('POST', '/threads/count', {})
    const state = await call('GET', `${path}/state?subgraphs=true`)
    const { checkpoint } = state.body as { checkpoint: { checkpoint_id: string } }
    await call('GET', `${path}/state/${checkpoint.checkpoint_id}`)
    await call('POST', `${path}/state/checkpoint`, { checkpoint })
    await call('POST', `${path}/state`, { values: INPUT })
    await call('PATCH', `${path}/state`, { metadata: { c: 1 } })
    await call('GET', `${path}/history?limit=2`)
    await call('POST', `${path}/history`, {})
    const copy = (await call('POST', `${path}/copy`)).body as { thread_id: string }
    await call('POST', '/threads/prune', { thread_ids: [copy.thread_id] })
    await readStream(
      'GET',
      `${path}/stream?stream_mode=lifecycle&stream_mode=run_modes`,
      undefined,
      hasEnded,
      {
        'last-event-id': '-',
      },
    )
    await call('DELETE', path)
  })

  it('the responses of LangGraph runs match the document', async () => {
    const thread_id = await createThread()
    const path = `/threads/${thread_id}/runs`
    const { run_id } = (await call('POST', path, { ...RUN, stream_mode: ['values', 'messages', 'debug'] }))
      .body as {
      run_id: string
    }
    await call('GET', `${path}/${run_id}/join`)
    await call('GET', `${path}/${run_id}/stream`)
    await call('GET', `/runs/${run_id}/stream`)
    await call('GET', `${path}/${run_id}`)
    await call('POST', `${path}/stream`, { ...RUN, stream_mode: ['updates', 'messages-tuple', 'tasks'] })
    await call('GET', `${path}?limit=1`)
    await call('GET', `${path}?select=status`)
    await call('POST', `${path}/${run_id}/cancel?wait=true`)
    await call('DELETE', `${path}/${run_id}`)
    const delayed = (await call('POST', path, { ...RUN, after_seconds: 600 })).body as { run_id: string }
    expect((await call('POST', `${path}/${delayed.run_id}/cancel`)).status).toBe(202)
    expect((await call('POST', '/runs', { thread_id, input: { message: 'x' } })).status).toBe(201)
  })

  it('the responses of stateless LangGraph runs match the document', async () => {
    await call('POST', '/runs', RUN)
    await call('POST', '/runs/stream', RUN)
    await call('POST', '/runs/wait', RUN)
    await call('POST', '/runs/batch', [RUN, RUN])
    await call('POST', '/runs/cancel', { status: 'pending' })
  })

  it('the responses of LangGraph crons match the document', async () => {
    const cron = { ...RUN, schedule: '0 0 1 1 *', metadata: { a: 1 } }
    const { cron_id } = (await call('POST', '/runs/crons', cron)).body as { cron_id: string }
    await call('POST', `/threads/${await createThread()}/runs/crons`, cron)
    await call('PATCH', `/runs/crons/${cron_id}`, { enabled: false })
    await call('POST', '/runs/crons/search', {})
    await call('POST', '/runs/crons/search', { select: ['cron_id', 'now'] })
    await call('POST', '/runs/crons/count', {})
    await call('DELETE', `/runs/crons/${cron_id}`)
  })

  it('the responses of the LangGraph store match the document', async () => {
    const item = { namespace: ['a', 'b'], key: 'k', value: { text: 'hello world' } }
    await call('PUT', '/store/items', item)
    await call('GET', '/store/items?namespace=a.b&key=k')
    expect((await call('GET', '/store/items?namespace=a.b&key=missing')).body).toBeNull()
    const found = await call('POST', '/store/items/search', { namespace_prefix: ['a'], query: 'hello' })
    expect(found.body.items).toHaveLength(1)
    await call('POST', '/store/namespaces', {})
    await call('DELETE', '/store/items', { namespace: ['a', 'b'], key: 'k' })
  })

  it('the responses of the agent streaming protocol match the document', async () => {
    const thread_id = await createThread()
    const path = `/threads/${thread_id}/commands`
    const command = (method: string, params: object = {}) => call('POST', path, { id: 1, method, params })
    expect((await command('run.start', RUN)).body).toMatchObject({ type: 'success' })
    const channels = ['values', 'updates', 'messages', 'lifecycle', 'tasks', 'checkpoints']
    await readStream('POST', `/threads/${thread_id}/stream/events`, { channels }, (text) =>
      text.includes('"event":"completed","graph_name":"agent"'),
    )
    for (const method of ['state.get', 'state.listCheckpoints', 'agent.getTree'])
      expect((await command(method)).body).toMatchObject({ type: 'success' })
    expect((await command('unknown')).body).toMatchObject({ type: 'error' })
  })

  it('the responses of the OpenAI API match the document', async () => {
    await call('GET', '/v1/models')
    await call('GET', '/v1/models/agent')
    const chat = { model: 'agent', messages: INPUT.messages }
    await call('POST', '/v1/chat/completions', chat)
    await call('POST', '/v1/chat/completions', {
      ...chat,
      stream: true,
      stream_options: { include_usage: true },
    })
  })

  it('the responses of the MCP server match the document', async () => {
    for (const path of ['/mcp', '/mcp/']) {
      await call('POST', path, rpc('initialize', { protocolVersion: '2025-06-18' }))
      await call('POST', path, rpc('ping'))
      await call('POST', path, rpc('tools/list'))
      await call('POST', path, rpc('tools/call', { name: 'agent', arguments: { message: 'Hello' } }))
      await call('POST', path, rpc('tools/call', { name: 'agent', arguments: {} }))
      await call('POST', path, rpc('unknown'))
      expect((await call('POST', path, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(
        202,
      )
    }
  })

  it('the responses of the A2A protocol match the document', async () => {
    await call('GET', '/.well-known/agent-card.json?assistant_id=agent')
    await call('GET', '/a2a/agent/.well-known/agent-card.json')
    const { body } = await call('POST', '/a2a/agent', rpc('message/send', userMessage('Hello')))
    const { id } = (body as { result: { id: string } }).result
    await call('POST', '/a2a/agent', rpc('message/stream', userMessage('Hello')))
    await call('POST', '/a2a/agent', rpc('tasks/get', { id }))
    await call('POST', '/a2a/agent', rpc('tasks/resubscribe', { id }))
    expect((await call('POST', '/a2a/agent', rpc('tasks/cancel', { id }))).body).toHaveProperty('error')
  })

  it('every operation of these APIs was called', () => {
    const missing = listOperations().filter((id) => !called.has(id) && !CALLED_ELSEWHERE.includes(id))
    expect(missing).toEqual([])
  })
})

const hasEnded = (text: string): boolean => text.includes('run_done')
