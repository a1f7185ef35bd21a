import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { makeAnthropicModel } from '../../../src/engine/models/anthropic.js'
import { findModelFailure } from '../../../src/engine/models/model-failure.js'
import { makeModelFetch } from '../../../src/engine/models/model-fetch.js'

const stops: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const stop of stops.splice(0)) stop()
})

/** Responds like Anthropic's messages API after the listed statuses; status 0 never responds. */
const start = async (...statuses: number[]) => {
  const requests: { path: string; headers: IncomingHttpHeaders; closed: Promise<void> }[] = []
  const server = createServer((request, response) => {
    const closed = new Promise<void>((resolve) => response.once('close', resolve))
    requests.push({ path: request.url ?? '', headers: request.headers, closed })
    const status = statuses.shift() ?? 200
    if (status === 0) return
    const body =
      status === 200
        ? {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'claude-test',
            content: [{ type: 'text', text: 'hello' }],
            stop_reason: 'end_turn',
            usage: { input_tokens: 3, output_tokens: 1 },
          }
        : { type: 'error', error: { type: 'test', message: 'scripted' } }
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' })
      .end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  /** Redirects requests for Anthropic's URL to the test server. */
  const redirectedFetch: typeof fetch = (url, init) =>
    fetch((url as string).replace('https://api.anthropic.com', `http://127.0.0.1:${port}`), init)
  const model = await makeAnthropicModel(
    { provider: 'anthropic', model: 'claude-test', apiKey: 'sk-ant' },
    { max_tokens: 5 },
    {
      endpoint: { url: 'https://api.anthropic.com', model: 'claude-test', keySetting: 'ANTHROPIC_API_KEY' },
      fetch: makeModelFetch({ timeoutSeconds: 10, maxRetries: 2, fetch: redirectedFetch }),
      timeoutMs: 60_000,
    },
  )
  return { requests, model }
}

test('a call is sent to Anthropic with the configured key and nothing from the environment', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'env-secret')
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'env-secret')
  vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:9')
  vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'x-gateway-token: env-secret')
  const { requests, model } = await start()
  const message = await model.invoke('hi')
  expect(message.text).toBe('hello')
  expect(message).toMatchObject({ usage_metadata: { input_tokens: 3, output_tokens: 1, total_tokens: 4 } })
  expect(requests).toMatchObject([{ path: '/v1/messages', headers: { 'x-api-key': 'sk-ant' } }])
  expect(JSON.stringify(requests[0]?.headers)).not.toContain('env-secret')
})

test('a request to an overloaded provider is retried by one layer only', async () => {
  const { requests, model } = await start(529, 529, 529, 529, 529, 529, 529)
  await expect(model.invoke('hi')).rejects.toMatchObject({ status: 529 })
  expect(requests).toHaveLength(3)
})

test('an invalid request is not retried', async () => {
  const { requests, model } = await start(400, 400)
  await expect(model.invoke('hi')).rejects.toMatchObject({ status: 400 })
  expect(requests).toHaveLength(1)
})

test('an abort closes the connection of the request', async () => {
  const { requests, model } = await start(0)
  const abort = new AbortController()
  const call = model.invoke('hi', { signal: abort.signal })
  call.catch(() => undefined)
  while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  abort.abort()
  await expect(call).rejects.toThrow(/abort/i)
  await requests[0]?.closed
})

test('the error of a call names the endpoint and the setting of the key', async () => {
  const { model } = await start(401)
  const error: unknown = await model.stream('hello').then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(findModelFailure(error)).toEqual({
    code: 'model_auth_failed',
    message: expect.stringMatching(
      /^the model endpoint https:\/\/api\.anthropic\.com rejected the key \(401 .*\); correct ANTHROPIC_API_KEY$/,
    ),
  })
})
