/** Retries, time limits and errors of the client, with a server that responds as the test requires, and with a real one. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  ApiError,
  ConnectionError,
  createClient,
  HeddleError,
  TimeoutError,
  type Client,
} from '../../clients/typescript/src/index.js'
import { startApp } from '../support/app.js'

const THREAD = { thread_id: '0198c9a2-8d10-7a52-b1f4-6f0d3c9e7a20' }

type Reaction = (response: ServerResponse, request: IncomingMessage) => void

const respond =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reaction =>
  (response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
const closeConnection: Reaction = (response) => response.destroy()
const never: Reaction = () => undefined
const sendHalf: Reaction = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"thread')
  setTimeout(() => response.destroy(), 5)
}
const unavailable = respond(503, { error: 'overloaded', message: 'busy', details: {} })

let reactions: Reaction[] = []
let requests: IncomingMessage[] = []
let url: string
let client: Client
const server = createServer((request, response) => {
  requests.push(request)
  request.resume()
  const react = reactions.length > 1 ? reactions.shift()! : reactions[0]!
  react(response, request)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  client = createClient({ url, apiKey: () => Promise.resolve('key-1') })
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const catchError = async (promise: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('the call did not fail')
}

describe('requests of the client', () => {
  it('a POST request that failed temporarily is repeated with the same idempotency key', async () => {
    reactions = [closeConnection, unavailable, sendHalf, respond(201, THREAD)]
    expect(await client.threads.create()).toEqual(THREAD)
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(requests[0]!.headers).toMatchObject({
      authorization: 'Bearer key-1',
      'content-type': 'application/json',
    })
    await client.threads.create()
    expect(requests.at(-1)!.headers['idempotency-key']).not.toBe(keys[0])
    await client.threads.create({}, { idempotencyKey: 'order-17' })
    expect(requests.at(-1)!.headers['idempotency-key']).toBe('order-17')
  })

  it('a retry waits as long as the server requests', async () => {
    const times: number[] = []
    const tooMany: Reaction = (response, request) => {
      times.push(performance.now())
      respond(429, { error: 'rate_limit_exceeded', message: 'slow', details: {}, retry_after: 1 })(
        response,
        request,
      )
    }
    const later: Reaction = (response, request) => {
      times.push(performance.now())
      respond(200, THREAD)(response, request)
    }
    reactions = [tooMany, later]
    await client.threads.get('t')
    // Timers may fire a millisecond early.
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990)
  })

  it('a server that requests a long wait gets no retry', async () => {
    reactions = [respond(429, 'slow down', { 'retry-after': '3600', 'x-request-id': 'r-1' })]
    const error = await catchError(client.threads.get('t'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 429,
      error: 'http_429',
      retry_after: 3600,
      request_id: 'r-1',
      details: {},
    })
    expect(requests).toHaveLength(1)
  })

  it('the first request with an idempotency key that still runs is waited for', async () => {
    reactions = [
      respond(409, { error: 'resource_conflict', message: 'running', details: {}, retry_after: 0 }),
      respond(201, THREAD),
    ]
    expect(await client.threads.create()).toEqual(THREAD)
  })

  it('a PATCH request is repeated only if the server has not executed it', async () => {
    reactions = [respond(429, 'slow', { 'retry-after': '0' }), unavailable]
    expect(await catchError(client.threads.update('t', {}))).toMatchObject({ status: 503 })
    expect(requests).toHaveLength(2)
    reactions = [closeConnection]
    expect(await catchError(client.threads.update('t', {}))).toBeInstanceOf(ConnectionError)
    expect(requests).toHaveLength(3)
  })

  it('errors of the request are not repeated', async () => {
    const details = { limit: 'must be 100 or less' }
    reactions = [respond(400, { error: 'validation_error', message: 'limit must be 100 or less', details })]
    expect(await catchError(client.threads.list({ limit: 500 }))).toMatchObject({
      name: 'ApiError',
      error: 'validation_error',
      message: 'limit must be 100 or less',
      details,
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]!.url).toBe('/api/v1/threads?limit=500')
  })

  it('retries end after maxRetries', async () => {
    reactions = [closeConnection]
    const error = await catchError(client.threads.get('t', { maxRetries: 1 }))
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).message).toContain(`cannot reach ${url}`)
    expect(requests).toHaveLength(2)
  })

  it('a request without a response ends after timeoutMs', async () => {
    reactions = [never]
    const error = await catchError(client.threads.get('t', { timeoutMs: 50, maxRetries: 0 }))
    expect(error).toBeInstanceOf(TimeoutError)
    expect((error as Error).message).toMatch(/did not respond within 50 ms/)
  })

  it('an aborted call rejects with the reason of the signal, also while it waits for a retry', async () => {
    const reason = new Error('the user left')
    // Requests of earlier tests may still arrive.
    const countRequests = (id: string) => requests.filter((request) => request.url!.endsWith(id)).length
    const controller = new AbortController()
    reactions = [never]
    const pending = catchError(client.threads.get('first', { signal: controller.signal }))
    await expect.poll(() => countRequests('first')).toBe(1)
    controller.abort(reason)
    expect(await pending).toBe(reason)
    expect(await catchError(client.threads.get('first', { signal: controller.signal }))).toBe(reason)
    expect(countRequests('first')).toBe(1)

    const second = new AbortController()
    reactions = [respond(429, 'slow', { 'retry-after': '50' })]
    const waiting = catchError(client.threads.get('second', { signal: second.signal }))
    await expect.poll(() => countRequests('second')).toBe(1)
    second.abort(reason)
    expect(await waiting).toBe(reason)
    await expect(client.runs.stream('r', { signal: second.signal }).next()).rejects.toBe(reason)
  })

  it('a page that is not JSON is reported with its address', async () => {
    reactions = [respond(200, '<html>')]
    const error = await catchError(client.threads.get('t'))
    expect(error).toBeInstanceOf(HeddleError)
    expect((error as Error).message).toContain('did not respond with JSON')
  })

  it('the rate limit of a real server is respected', async () => {
    const key = 'k'.repeat(32)
    const env = { AUTH_ENABLED: 'true', API_KEYS: key, RATE_LIMIT_PER_MINUTE: '600', RATE_LIMIT_BURST: '3' }
    const app = await startApp({ env, execute: true })
    const statuses: number[] = []
    const recordStatus: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      statuses.push(response.status)
      return response
    }
    const address = await app.listen()
    const limited = createClient({ url: address, apiKey: key, fetch: recordStatus })
    for (let count = 0; count < 8; count++) await limited.threads.create()
    expect(statuses.filter((status) => status === 201)).toHaveLength(8)
    expect(statuses).toContain(429)
    const stranger = createClient({ url: address, apiKey: 'x' })
    expect(await catchError(stranger.threads.list())).toMatchObject({ status: 401, error: 'unauthorized' })
    await app.stop()
  })
})
