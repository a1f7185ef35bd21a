/** `heddle evals run` with network errors and a service that restarts. */
import { describe, expect, it } from 'vitest'
import { runCommand, running, startServer, successResponders } from '../support/evals-command.js'
import {
  makeCompleted,
  dropConnection,
  EVAL_ID,
  makeEvaluation,
  toSseFrame,
  respondJson,
  OTHER_ID,
  makeProgress,
  respondError,
  respondStream,
} from '../support/evals-server.js'

describe('heddle evals run with network errors', () => {
  it('the command reconnects to a broken stream and waits for a service that restarts', async () => {
    const half = toSseFrame('progress', { status: 'running', progress: makeProgress(1) })
    const server = await startServer({
      ...successResponders,
      [`GET /${EVAL_ID}/stream`]: [
        respondStream([half, half.slice(0, 30)], 'break'),
        dropConnection,
        respondStream(['event: end\r\nda', `ta: ${JSON.stringify(makeCompleted())}\r\n\r\n`]),
      ],
      [`GET /${EVAL_ID}`]: [
        respondJson(running),
        dropConnection,
        respondError(503, 'later', {}, { 'retry-after': '0' }),
        respondJson(running),
      ],
    })
    const { code } = await runCommand(server.url, { eval: EVAL_ID, failUnder: 0.7 })
    expect(code).toBe(0)
    expect(server.routes().filter((route) => route.endsWith('/stream'))).toHaveLength(3)
  })

  it('the command polls the evaluation if there is no stream', async () => {
    const responders = { [`GET /${EVAL_ID}/stream`]: respondError(404, 'no such route') }
    const server = await startServer({
      ...successResponders,
      ...responders,
      [`GET /${EVAL_ID}`]: [respondJson(running), respondJson(running), respondJson(makeCompleted())],
    })
    expect((await runCommand(server.url, { eval: EVAL_ID })).code).toBe(0)
  })

  it('retries of the creation use one idempotency key', async () => {
    const conflict = respondError(409, 'The first request with this Idempotency-Key is still running')
    const server = await startServer({
      ...successResponders,
      'POST ': [dropConnection, conflict, respondJson(makeEvaluation(), 201)],
    })
    expect((await runCommand(server.url, { dataset: OTHER_ID })).code).toBe(0)
    const keys = server.requests
      .filter(({ route }) => route === 'POST ')
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ['the service cannot be reached', async () => ({ url: 'http://127.0.0.1:9' }), /cannot reach http/],
    [
      'the service keeps failing',
      () => startServer({ 'POST ': respondError(500, 'something went wrong') }),
      /500: something went wrong/,
    ],
    [
      'Retry-After is too long',
      () => startServer({ 'POST ': respondError(429, 'too many', {}, { 'retry-after': '60' }) }),
      /429: too many \(tried for 0 s\)/,
    ],
    [
      'the URL is not a Heddle service',
      () => startServer({ 'POST ': (response) => response.end('<html>') }),
      /is not a Heddle service/,
    ],
  ])('the exit code is 3 if %s', async (_, start, says) => {
    const { url } = await start()
    const { code, err } = await runCommand(url, { dataset: OTHER_ID }, { retryForMs: 1_000 })
    expect(err).toMatch(says)
    expect(code).toBe(3)
  })
})
