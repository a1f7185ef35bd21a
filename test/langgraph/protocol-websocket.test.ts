import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket, { type ClientOptions } from 'ws'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'

let app: TestApp
let url: string
let reader: string

beforeAll(async () => {
  app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'k'.repeat(32), MAX_BODY_BYTES: '2048' } })
  url = await app.listen()
  const created = await app.call(
    'POST',
    '/api/v1/api-keys',
    { name: 'r', scopes: ['read'] },
    { headers: key() },
  )
  reader = created.body.key as string
})
afterAll(() => app.stop())

const key = (value = 'k'.repeat(32)) => ({ authorization: `Bearer ${value}` })

/** The responses to the messages; or the HTTP status of a rejected upgrade, or the close code. */
const exchange = (options: ClientOptions, messages: string[], thread = newId()): Promise<unknown[]> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/threads/${thread}/stream/events`, options)
    const responses: unknown[] = []
    socket.on('unexpected-response', (_, { statusCode }) => {
      resolve([statusCode])
      socket.terminate()
    })
    socket.on('error', () => undefined)
    socket.on('close', (code) => {
      resolve([code])
    })
    socket.on('open', () => {
      for (const message of messages) socket.send(message)
    })
    socket.on('message', (data: Buffer) => {
      if (responses.push(JSON.parse(data.toString())) < messages.length) return
      resolve(responses)
      socket.close()
    })
  })

describe('WebSockets', () => {
  it.each([
    ['without credentials', {}, 401],
    ['with an unknown key', { headers: key('nonsense') }, 401],
    ['from another origin', { headers: { ...key(), origin: 'https://evil.example' } }, 403],
    ['with another host', { headers: { ...key(), host: 'evil.example' } }, 403],
  ])('a WebSocket %s is rejected', async (_, options, status) => {
    expect(await exchange(options, [])).toEqual([status])
  })

  it('a session of the console opens a WebSocket from its own page only, until it signs out', async () => {
    const signedIn = await app.post(
      '/console/sign-in',
      { credential: reader },
      { 'x-heddle-console': '1', 'sec-fetch-site': 'same-origin' },
    )
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
    const command = JSON.stringify({ id: 1, method: 'run.start', params: {} })
    const open = (headers: Record<string, string>) => exchange({ headers: { cookie, ...headers } }, [command])
    const denied = { type: 'error', message: 'This command requires the scope write' }
    for (const headers of [{ origin: url }, { origin: url, 'sec-fetch-site': 'same-origin' }])
      expect(await open(headers)).toMatchObject([denied])
    expect(await open({})).toEqual([401])
    expect(await open({ origin: 'http://localhost:3000' })).toEqual([401])
    expect(await open({ origin: 'https://evil.example' })).toEqual([401])
    expect(await open({ origin: url, 'sec-fetch-site': 'same-site' })).toEqual([401])
    expect(await open({ origin: url, 'x-api-key': '' })).toEqual([401])

    const socket = new WebSocket(`${url.replace('http', 'ws')}/threads/${newId()}/stream/events`, {
      headers: { cookie, origin: url },
    })
    await once(socket, 'open')
    await app.post('/console/sign-out', {}, { cookie, 'x-heddle-console': '1' })
    socket.send(command)
    const [message] = (await once(socket, 'message')) as [Buffer]
    expect(message.toString()).toContain('The session has ended')
    socket.close()
    expect(await open({ origin: url })).toEqual([401])
  })

  it('an invalid thread ID and a GET without an upgrade are rejected', async () => {
    expect(await exchange({ headers: key() }, [], 'nowhere')).toEqual([422])
    const { status } = await fetch(`${url}/threads/${newId()}/stream/events`, { headers: key() })
    expect(status).toBe(400)
  })

  it('invalid commands get error responses in order', async () => {
    const subscribe = { method: 'subscription.subscribe', params: { channels: ['values'] } }
    const responses = await exchange({ headers: { ...key(reader), origin: 'http://localhost:3000' } }, [
      'not json',
      '[]',
      '{"id":"1","method":"x"}',
      JSON.stringify({ id: 4, ...subscribe, params: { channels: ['all'] } }),
      JSON.stringify({ id: 5, ...subscribe }),
      JSON.stringify({ id: 6, method: 'subscription.unsubscribe', params: { subscription_id: 'x' } }),
      JSON.stringify({ id: 7, method: 'subscription.reconnect', params: { subscriptions: ['x'] } }),
      JSON.stringify({ id: 8, method: 'run.start', params: { assistant_id: 'agent' } }),
    ])
    expect(responses).toMatchObject([
      { type: 'error', id: null, error: 'invalid_argument' },
      { type: 'error', id: null, error: 'invalid_argument' },
      { type: 'error', id: null, error: 'invalid_argument' },
      { type: 'error', id: 4, error: 'invalid_argument' },
      { type: 'success', id: 5, result: { subscription_id: expect.any(String) } },
      { type: 'error', id: 6, error: 'no_such_subscription' },
      { type: 'error', id: 7, error: 'no_such_subscription' },
      { type: 'error', id: 8, error: 'permission_denied' },
    ])
  })

  it('a message over the size limit closes the WebSocket', async () => {
    expect(await exchange({ headers: key() }, ['x'.repeat(30_000)])).toEqual([1009])
  })
})

it('a request that offers an upgrade to HTTP/2 is served over HTTP/1.1', async () => {
  const { port } = new URL(url)
  const body = '{"metadata":{"from":"h2c"}}'
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(
    `POST /threads HTTP/1.1\r\nhost: localhost\r\nauthorization: ${key().authorization}\r\n` +
      'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n' +
      `content-type: application/json\r\ncontent-length: ${String(body.length)}\r\n\r\n${body}`,
  )
  const response = await new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data.toString()
      if (text.includes('h2c')) resolve(text)
    })
    socket.on('close', () => {
      resolve(text)
    })
  })
  socket.destroy()
  expect(response).toMatch(/^HTTP\/1.1 200 /)
})
