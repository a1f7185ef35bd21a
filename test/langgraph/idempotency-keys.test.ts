/** Idempotency keys of requests that stay open until the run ends: each key creates one run, and all requests with it follow that run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const agent = { assistant_id: 'agent', input: { messages: [{ role: 'user', content: 'Hello' }] } }
const chat = { model: 'agent', messages: agent.input.messages }
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 7, method, params })
const message = { role: 'user', messageId: 'm1', parts: [{ kind: 'text', text: 'Hello' }] }

const FOLLOWING_ROUTES: [path: string, body: object][] = [
  ['/runs/stream', { ...agent, stream_mode: ['values', 'messages-tuple'] }],
  ['/runs/wait', agent],
  ['/threads/{thread_id}/runs/stream', agent],
  ['/threads/{thread_id}/runs/wait', agent],
  ['/v1/chat/completions', chat],
  ['/v1/chat/completions', { ...chat, stream: true, stream_options: { include_usage: true } }],
  ['/mcp', rpc('tools/call', { name: 'agent', arguments: { message: 'Hello' } })],
  ['/a2a/agent', rpc('message/send', { message })],
  ['/a2a/agent', rpc('message/stream', { message })],
]

/** A2A frames with the current state of the task differ between requests, so they are not compared. */
const TASK_STATE_FRAME = /"kind":"task"|"final":false/
const toComparableText = (text: string): string =>
  text
    .split('\n\n')
    .filter((frame) => !frame.startsWith('data: ') || !TASK_STATE_FRAME.test(frame))
    .join('\n\n')

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    url = await app.listen()
  })
  afterAll(() => app.stop())

  const runs = async (): Promise<string[]> => {
    const { data } = (await app.get('/api/v1/runs?limit=100')).body as { data: { run_id: string }[] }
    return data.map(({ run_id }) => run_id)
  }
  const send = async (path: string, body: object, key: string) => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'idempotency-key': key,
    }
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const isReplayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, isReplayed, text: toComparableText(await response.text()) }
  }

  it.each(FOLLOWING_ROUTES)(
    'POST %s creates one run, and repeated requests follow it (%#)',
    async (path, body) => {
      const { thread_id } = (await app.post('/threads')).body as { thread_id: string }
      const threadPath = path.replace('{thread_id}', thread_id)
      const before = await runs()
      const key = `key-${String(before.length)}`
      const first = send(threadPath, body, key)
      await expect.poll(runs).toHaveLength(before.length + 1)
      const [original, concurrent] = await Promise.all([first, send(threadPath, body, key)])
      const later = await send(threadPath, body, key)
      expect(original).toMatchObject({ status: 200, isReplayed: false })
      expect(original.text).toMatch(/demo/i)
      for (const repeated of [concurrent, later]) expect(repeated).toEqual({ ...original, isReplayed: true })
      expect(await runs()).toHaveLength(before.length + 1)
    },
  )

  it('a rejected request is rejected again with the same message', async () => {
    const body = { ...agent, assistant_id: 'unknown' }
    const original = await send('/runs/stream', body, 'refused')
    const repeated = await send('/runs/stream', body, 'refused')
    expect([original.status, repeated]).toEqual([404, { ...original, isReplayed: true }])
  })

  it('a batch is created once and completely', async () => {
    const before = await runs()
    const body = [agent, agent, agent]
    const original = await send('/runs/batch', body, 'batch')
    const repeated = await send('/runs/batch', body, 'batch')
    expect([original.status, repeated]).toEqual([200, { ...original, isReplayed: true }])
    expect((await runs()).length - before.length).toBe(3)
    const wrong = await send('/runs/batch', [agent, { ...agent, assistant_id: 'unknown' }], 'wrong')
    expect(wrong.status).toBe(404)
    expect((await runs()).length - before.length).toBe(3)
  })

  it('a repeated request for a deleted run is a 404', async () => {
    const original = await send('/runs/wait', { ...agent, on_completion: 'keep' }, 'gone')
    const [run_id] = await runs()
    const { thread_id } = (await app.get(`/api/v1/runs/${run_id ?? ''}`)).body as { thread_id: string }
    expect((await app.remove(`/threads/${thread_id}`)).status).toBe(204)
    const repeated = await send('/runs/wait', { ...agent, on_completion: 'keep' }, 'gone')
    expect([original.status, repeated.status]).toEqual([200, 404])
  })
})
