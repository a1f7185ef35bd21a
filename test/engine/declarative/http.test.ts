import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openGraph } from './open-graph.js'

interface ReceivedRequest {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

let server: Server
let base: string
let received: ReceivedRequest[] = []
let respond: (response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method, url: request.url, headers: request.headers, body })
      respond(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

beforeEach(() => {
  received = []
  respond = (response) => response.setHeader('content-type', 'application/json').end('{"ok": true}')
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const call = (fields: object) => ({ nodes: [{ id: 'call', type: 'http', output: 'got', ...fields }] })

test('an http node returns status, headers and the parsed body', async () => {
  const { run } = await openGraph(call({ url: '{{ input.base }}/orders/{{ input.id }}' }))
  const { output } = await run({ base, id: 7 })
  expect(output['got']).toMatchObject({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { ok: true },
  })
  expect(received).toMatchObject([{ method: 'GET', url: '/orders/7', body: '' }])
})

test('values in the path and in the query are escaped', async () => {
  const { run } = await openGraph(
    call({
      url: '{{ input.base }}/orders/{{ input.id }}',
      query: { q: '{{ input.q }}', none: '{{ null }}', n: 3 },
    }),
  )
  await run({ base, id: '../admin?x=1#y', q: 'a&b=c' })
  expect(received[0]?.url).toBe('/orders/..%2Fadmin%3Fx%3D1%23y?q=a%26b%3Dc&n=3')
})

test('a templated body is sent as JSON with its types, together with the headers', async () => {
  const { run } = await openGraph(
    call({
      method: 'PUT',
      url: `${base}/orders`,
      headers: { authorization: 'Bearer {{ input.token }}' },
      body: {
        n: '{{ input.n }}',
        text: 'n is {{ input.n }}',
        list: [{ deep: '{{ input.list }}' }],
        fixed: null,
      },
    }),
  )
  await run({ n: 3, token: 't', list: [1, 2] })
  expect(received[0]).toMatchObject({
    method: 'PUT',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
  })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    n: 3,
    text: 'n is 3',
    list: [{ deep: [1, 2] }],
    fixed: null,
  })
})

test('a string body is sent unchanged, by POST, and a text response is not parsed', async () => {
  respond = (response) => response.setHeader('content-type', 'text/plain').end('123')
  const { run } = await openGraph(
    call({ url: base, headers: { 'content-type': 'text/plain' }, body: 'hello {{ input.name }}' }),
  )
  expect((await run({ name: 'Ada' })).output['got']).toMatchObject({ body: '123' })
  expect(received).toMatchObject([
    { method: 'POST', body: 'hello Ada', headers: { 'content-type': 'text/plain' } },
  ])
})

test('an error status is a result unless fail_on_error is set', async () => {
  respond = (response) => response.writeHead(404).end('nope')
  const lenient = await openGraph(call({ url: base }))
  expect((await lenient.run()).output['got']).toMatchObject({ status: 404, body: 'nope' })
  const failing = await openGraph(
    call({ url: base, fail_on_error: true, retry: { attempts: 3, backoff_ms: 1 } }),
  )
  await expect(failing.run()).rejects.toThrow('node "call": the server responded with status 404')
  // The second graph sent one request: a 404 is not retried.
  expect(received).toHaveLength(2)
})

test('a server error is retried, and every attempt has the same idempotency key', async () => {
  const statuses = [500, 503, 201]
  respond = (response) => response.writeHead(statuses.shift() ?? 500).end()
  const { run } = await openGraph(
    call({ url: base, method: 'POST', fail_on_error: true, retry: { attempts: 3, backoff_ms: 1 } }),
  )
  expect((await run()).output['got']).toMatchObject({ status: 201 })
  const keys = received.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(new Set(keys).size).toBe(1)
})

test('a redirect is returned and not followed', async () => {
  respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end()
  const { run } = await openGraph(call({ url: base, headers: { 'x-api-key': 'secret' } }))
  expect((await run()).output['got']).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  expect(received).toHaveLength(1)
})

test('an unreachable server fails the node, and the error omits the query of the URL', async () => {
  const closedServer = createServer()
  await new Promise<void>((resolve) => closedServer.listen(0, '127.0.0.1', resolve))
  const { port } = closedServer.address() as AddressInfo
  await new Promise((resolve) => closedServer.close(resolve))
  const { run } = await openGraph(call({ url: `http://127.0.0.1:${port}/x?token=secret` }))
  await expect(run()).rejects.toThrow(/^node "call": GET http:\/\/127\.0\.0\.1:\d+\/x: connection refused$/)
})

test('a server that does not respond in time fails the node', async () => {
  respond = () => undefined
  const { run } = await openGraph(call({ url: base, timeout_ms: 50 }))
  await expect(run()).rejects.toThrow(`node "call": GET ${base}/: no response within 50 ms`)
})

test('an invalid header fails the node, and the error omits its value', async () => {
  const { run } = await openGraph(call({ url: base, headers: { authorization: '{{ input.token }}' } }))
  await expect(run({ token: 'secret\nsecret' })).rejects.toThrow(
    /^node "call": headers\/authorization is not a valid header$/,
  )
})

test('an invalid URL fails the node, and the error names it', async () => {
  const { run } = await openGraph(call({ url: '{{ input.base }}/x' }))
  await expect(run({ base: 'file:///etc' })).rejects.toThrow(
    'node "call": file:///etc/x is not an http or https URL',
  )
})
