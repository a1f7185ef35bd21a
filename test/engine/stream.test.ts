import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { readRunEvents, executeRun, createAssistant, parseFrames, waitForRun } from '../support/runs.js'

/** Reads a stream until `isDone` returns true, then disconnects. */
const readUntil = async (url: string, isDone: (text: string) => boolean, headers = {}): Promise<string> => {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of response.body!) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (isDone(text)) break
    }
  } finally {
    abort.abort()
  }
  return text
}

describe.each(DATABASE_KINDS)('the stream of a run on %s', (databaseKind) => {
  let app: TestApp
  let url: string
  let slow: string
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    url = await app.listen()
    slow = await createAssistant(app, { config: { model: 'demo:slow' } })
  })
  afterAll(() => app.stop())

  const create = async (body: object) => (await app.post('/api/v1/runs', body)).body.run_id as string
  const createTalkingRun = () =>
    create({ assistant_id: slow, input: { message: 'Tell me about yourself, at length' } })

  it('a stream follows an executing run and ends after its last event', async () => {
    const id = await createTalkingRun()
    const fullStream = await readUntil(`${url}/api/v1/stream?run_id=${id}`, () => false)
    expect(parseFrames(fullStream).at(-1)?.type).toBe('run.completed')
    expect(parseFrames(fullStream)).toEqual(await readRunEvents(app, id))
    expect((await waitForRun(app, id)).status).toBe('completed')
  })

  it('a stream delivers tokens while the model is still generating', async () => {
    const id = await createTalkingRun()
    await readUntil(`${url}/api/v1/stream?run_id=${id}`, (text) => text.includes('llm.token'))
    expect((await app.get(`/api/v1/runs/${id}`)).body.status).toBe('in_progress')
    await app.post(`/api/v1/runs/${id}/cancel`)
  })

  it('a client that reconnects with Last-Event-ID receives exactly the remaining events', async () => {
    const id = await createTalkingRun()
    const first = await readUntil(
      `${url}/api/v1/stream?run_id=${id}`,
      (text) => text.split('\n\n').length > 6,
    )
    const receivedFrames = parseFrames(first.slice(0, first.lastIndexOf('\n\n') + 2))
    const after = String(receivedFrames.at(-1)!.seq)
    const rest = await readUntil(`${url}/api/v1/stream?run_id=${id}`, () => false, { 'last-event-id': after })
    expect([...receivedFrames, ...parseFrames(rest)]).toEqual(await readRunEvents(app, id))
  })

  it('a stream starts after any event id, given by header or by parameter; after the last event it is empty', async () => {
    const run = await executeRun(app, { assistant_id: slow, input: { message: 'What is 2 + 2?' } })
    const all = await readRunEvents(app, run.run_id)
    for (const after of [-1, 0, 1, 5, all.length - 1, all.length, all.length + 100]) {
      const expected = all.slice(Math.max(0, after))
      expect(await readRunEvents(app, run.run_id, after)).toEqual(expected)
      const { text } = await app.get(`/api/v1/stream?run_id=${run.run_id}`, {
        'last-event-id': String(after),
      })
      expect(parseFrames(text)).toEqual(expected)
    }
  })

  it('a stream stays open while the run waits for input, and continues when the run does', async () => {
    const tool = { type: 'function', function: { name: 'get_weather', description: 'The weather' } }
    const assistant_id = await createAssistant(app, { config: { tools: [tool] } })
    const id = await create({ assistant_id, input: { message: 'Get the weather' } })
    let isAnswered = false
    const text = await readUntil(`${url}/api/v1/stream?run_id=${id}`, (received) => {
      const waiting = parseFrames(received).find(({ type }) => type === 'run.requires_action')
      if (waiting && !isAnswered) {
        isAnswered = true
        const tool_outputs = waiting.data.required_action.tool_calls.map((call: { id: string }) => ({
          tool_call_id: call.id,
          output: 'sun',
        }))
        void app.post(`/api/v1/runs/${id}/submit_tool_outputs`, { tool_outputs })
      }
      return false
    })
    expect(parseFrames(text).at(-1)?.type).toBe('run.completed')
    expect(parseFrames(text)).toEqual(await readRunEvents(app, id))
  })

  it('all clients of one run receive the same stream', async () => {
    const id = await createTalkingRun()
    const texts = await Promise.all(
      Array.from({ length: 10 }, () => readUntil(`${url}/api/v1/stream?run_id=${id}`, () => false)),
    )
    expect(new Set(texts).size).toBe(1)
  })

  it('the stream is also served without the path prefix, with the headers of every response', async () => {
    const run = await executeRun(app, { assistant_id: slow, input: { message: 'What is 2 + 2?' } })
    const response = await fetch(`${url}/stream?run_id=${run.run_id.toUpperCase()}`)
    expect(response.headers.get('cache-control')).toContain('no-cache')
    for (const name of ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
      expect(response.headers.get(name)).not.toBeNull()
    expect(parseFrames(await response.text())).toEqual(await readRunEvents(app, run.run_id))
  })

  it('a request without a valid run id is refused with a JSON error', async () => {
    expect(await app.get('/api/v1/stream')).toMatchObject({
      status: 400,
      body: { error: 'validation_error' },
    })
    expect((await app.get('/api/v1/stream?run_id=7')).status).toBe(400)
    expect((await app.get(`/api/v1/stream?run_id=${MISSING_ID}`)).status).toBe(404)
    const id = await create({ assistant_id: slow, input: {}, after_seconds: 1000 })
    expect((await app.get(`/api/v1/stream?run_id=${id}&last_event_id=x`)).status).toBe(400)
    const bad = await app.get(`/api/v1/stream?run_id=${id}`, { 'last-event-id': 'abc' })
    expect(bad).toMatchObject({ status: 400, body: { details: { 'Last-Event-ID': expect.any(String) } } })
  })

  it('a stream is closed when its client disconnects', async () => {
    const id = await create({ assistant_id: slow, input: {}, after_seconds: 1000 })
    const countOpenStreams = async () =>
      Number(/^heddle_streams_open (\d+)$/m.exec((await app.get('/metrics')).text)?.[1])
    const before = await countOpenStreams()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`GET /api/v1/stream?run_id=${id} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await new Promise((resolve) => socket.once('data', resolve))
    expect(await countOpenStreams()).toBe(before + 1)
    socket.destroy()
    for (let tries = 0; (await countOpenStreams()) !== before; tries++) {
      expect(tries).toBeLessThan(100)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
})
