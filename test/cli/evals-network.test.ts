/** `heddle evals run` and a service that breaks down in the middle of it. */
import { describe, expect, it } from 'vitest'
import { run, running, serve, well } from '../support/evals-command.js'
import {
  completed,
  drop,
  EVAL_ID,
  evaluationOf,
  frame,
  json,
  OTHER_ID,
  progressOf,
  refuse,
  stream,
} from '../support/evals-server.js'

describe('heddle evals run and a network that breaks', () => {
  it('comes back to a stream that was cut, and waits for a service that is started again', async () => {
    const half = frame('progress', { status: 'running', progress: progressOf(1) })
    const server = await serve({
      ...well,
      [`GET /${EVAL_ID}/stream`]: [
        stream([half, half.slice(0, 30)], 'break'),
        drop,
        stream(['event: end\r\nda', `ta: ${JSON.stringify(completed())}\r\n\r\n`]),
      ],
      [`GET /${EVAL_ID}`]: [
        json(running),
        drop,
        refuse(503, 'later', {}, { 'retry-after': '0' }),
        json(running),
      ],
    })
    const { code } = await run(server.url, { eval: EVAL_ID, failUnder: 0.7 })
    expect(code).toBe(0)
    expect(server.what().filter((what) => what.endsWith('/stream'))).toHaveLength(3)
  })

  it('reads the record where there is no stream', async () => {
    const answers = { [`GET /${EVAL_ID}/stream`]: refuse(404, 'no such route') }
    const server = await serve({
      ...well,
      ...answers,
      [`GET /${EVAL_ID}`]: [json(running), json(running), json(completed())],
    })
    expect((await run(server.url, { eval: EVAL_ID })).code).toBe(0)
  })

  it('asks for one evaluation, however often it has to ask', async () => {
    const conflict = refuse(409, 'the first request with this Idempotency-Key is still running')
    const server = await serve({ ...well, 'POST ': [drop, conflict, json(evaluationOf(), 201)] })
    expect((await run(server.url, { dataset: OTHER_ID })).code).toBe(0)
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
      () => serve({ 'POST ': refuse(500, 'something went wrong') }),
      /500: something went wrong/,
    ],
    [
      'it is to be waited for too long',
      () => serve({ 'POST ': refuse(429, 'too many', {}, { 'retry-after': '60' }) }),
      /429: too many \(tried for 0 s\)/,
    ],
    ['it is something else', () => serve({ 'POST ': (response) => response.end('<html>') }), /is not Heddle/],
  ])('ends with 3 when %s', async (_, start, says) => {
    const { url } = await start()
    const { code, err } = await run(url, { dataset: OTHER_ID })
    expect(err).toMatch(says)
    expect(code).toBe(3)
  })
})
