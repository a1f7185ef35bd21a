/** `heddle evals run` and a service that breaks down in the middle of it. */
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

describe('heddle evals run and a network that breaks', () => {
  it('comes back to a stream that was cut, and waits for a service that is started again', async () => {
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
    expect(server.what().filter((what) => what.endsWith('/stream'))).toHaveLength(3)
  })

  it('reads the record where there is no stream', async () => {
    const answers = { [`GET /${EVAL_ID}/stream`]: respondError(404, 'no such route') }
    const server = await startServer({
      ...successResponders,
      ...answers,
      [`GET /${EVAL_ID}`]: [respondJson(running), respondJson(running), respondJson(makeCompleted())],
    })
    expect((await runCommand(server.url, { eval: EVAL_ID })).code).toBe(0)
  })

  it('asks for one evaluation, however often it has to ask', async () => {
    const conflict = respondError(409, 'The first request with this Idempotency-Key is still running')
    const server = await startServer({
      ...successResponders,
      'POST ': [dropConnection, conflict, respondJson(makeEvaluation(), 201)],
    })
    expect((await runCommand(server.url, { dataset: OTHER_ID })).code).toBe(0)
    const keys = server.asked
      .filter(({ what }) => what === 'POST ')
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ['nobody answers', async () => ({ url: 'http://127.0.0.1:9' }), /cannot be reached/],
    [
      'it keeps failing',
      () => startServer({ 'POST ': respondError(500, 'something went wrong') }),
      /500: something went wrong/,
    ],
    [
      'it is to be waited for too long',
      () => startServer({ 'POST ': respondError(429, 'too many', {}, { 'retry-after': '60' }) }),
      /429: too many \(tried for 0 s\)/,
    ],
    [
      'it is something else',
      () => startServer({ 'POST ': (response) => response.end('<html>') }),
      /is not Heddle/,
    ],
  ])('ends with 3 when %s', async (_, start, says) => {
    const { url } = await start()
    const { code, err } = await runCommand(url, { dataset: OTHER_ID })
    expect(err).toMatch(says)
    expect(code).toBe(3)
  })
})
