import { Client } from '@langchain/langgraph-sdk'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { toBody, allLangGraphRoutes, listFields, toUrl } from '../support/langgraph-routes.js'

const THREAD = '0198c9a2-0000-7000-8000-00000000000a'
const NUL = String.fromCharCode(0)
const LONE_SURROGATE = String.fromCharCode(0xd800)
const IDS = { thread_id: THREAD, assistant_id: 'agent' }

/** The databases differ in the values that they can store; values of a wrong type are rejected by both. */
const UNSTORABLE: unknown[] = [NUL, 1e300, { [LONE_SURROGATE]: NUL }]
const INVALID_VALUES: Record<string, unknown[]> = {
  sqlite: [-1, 'nonsense', [null], ...UNSTORABLE.slice(1)],
  postgres: UNSTORABLE,
}

const ajv = addFormats.default(new Ajv({ strict: false }), ['uuid', 'date-time'])
ajv.addKeyword({ keyword: 'storable', schemaType: 'boolean' })

const toText = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

interface Attempt {
  method: string
  path: string
  body?: string | undefined
  headers?: Record<string, string>
  /** True if the request may also be valid; then it must only not cause a server error. */
  mayPass?: boolean
}

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let url: string

  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    url = await app.listen()
    await app.post('/threads', { thread_id: THREAD })
    await app.post(`/threads/${THREAD}/runs/wait`, {
      assistant_id: 'agent',
      input: { messages: [{ role: 'user', content: 'Hello' }] },
    })
  })
  afterAll(() => app.stop())

  /** A request that hangs has status 0. */
  const send = async ({ method, path, body, headers = {} }: Attempt) => {
    const type = { 'content-type': 'application/json' }
    const options = body === undefined ? { headers } : { body, headers: { ...type, ...headers } }
    try {
      const response = await fetch(url + path, { method, signal: AbortSignal.timeout(5_000), ...options })
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (isStream) await response.body?.cancel()
      return { status: response.status, text: isStream ? 'a stream' : await response.text() }
    } catch (error) {
      return { status: 0, text: String(error) }
    }
  }

  const hasErrorMessage = (text: string): boolean => {
    const body = JSON.parse(text) as Record<string, unknown>
    return ['detail', 'message', 'error'].every((key) => typeof body[key] === 'string' && body[key] !== '')
  }

  /** The requests that did not get a proper error response. */
  const findProblems = async (attempts: readonly Attempt[]): Promise<string[]> => {
    const found: string[] = []
    const check = async (attempt: Attempt): Promise<void> => {
      const { status, text } = await send(attempt)
      const isRight =
        (status >= 200 && status < 300 && attempt.mayPass === true) ||
        (status >= 400 && status < 500 && hasErrorMessage(text))
      if (!isRight)
        found.push(
          `${attempt.method} ${attempt.path} ${attempt.body?.slice(0, 100) ?? ''}: ${String(status)} ${text}`,
        )
    }
    for (let start = 0; start < attempts.length; start += 20)
      await Promise.all(attempts.slice(start, start + 20).map(check))
    return found
  }

  it('an invalid field in any body is rejected with an error message', async () => {
    const testedSchemas = new Set<unknown>()
    const attempts = allLangGraphRoutes.flatMap((route) => {
      const isValid = ajv.compile(route.body ?? {})
      // Routes with the same body schema are tested with all fields only once.
      const fields = listFields(route.body).slice(0, testedSchemas.has(route.body) ? 2 : undefined)
      testedSchemas.add(route.body)
      return fields.flatMap((field) =>
        (INVALID_VALUES[databaseKind] ?? []).map((value): Attempt => {
          const body = toBody(route, { [field]: value })
          const mayPass = isValid(body)
          return { method: route.method, path: toUrl(route), body: JSON.stringify(body), mayPass }
        }),
      )
    })
    expect(attempts.length).toBeGreaterThan(300)
    expect(await findProblems(attempts)).toEqual([])
  })

  describe.runIf(databaseKind === 'sqlite')('independent of the database', () => {
    it('an invalid body is rejected with an error message', async () => {
      const deep = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`
      const bodies = ['{', 'null', '"x"', '[', deep, '{"__proto__":1}']
      const attempts = allLangGraphRoutes.flatMap((route): Attempt[] => {
        const { method, body } = route
        if (body === undefined) return []
        const path = toUrl(route, IDS)
        return [
          ...bodies.map((text) => ({ method, path, body: text })),
          { method, path, body: route.allowsArrayBody === true ? '{}' : '[]' },
          { method, path, body: '{}', headers: { 'content-type': 'text/plain' } },
          // An empty body is valid if no field is required.
          { method, path, body: '', mayPass: true },
        ]
      })
      expect(await findProblems(attempts)).toEqual([])
    })

    it('an unknown ID in a path is rejected with an error message', async () => {
      const wrong = ['nonsense', 'a%00b', '%zz', '%ED%A0%80', MISSING_ID]
      const attempts = allLangGraphRoutes
        .filter(({ path }) => path.includes('_id}'))
        .flatMap((route) =>
          wrong.map((id): Attempt => {
            const body = toBody(route)
            const path = route.path.replace(/\{\w+\}/g, id)
            // These routes accept threads that do not exist yet.
            const mayPass = id === MISSING_ID && /\/(commands|stream\/events)$/.test(path)
            return { method: route.method, path, body: toText(body), mayPass }
          }),
        )
      expect(await findProblems(attempts)).toEqual([])
    })

    it('an invalid query parameter is rejected with an error message', async () => {
      const attempts = allLangGraphRoutes
        .filter(({ path }) => path !== '/assistants/{assistant_id}')
        .flatMap((route) =>
          listFields(route.query).flatMap((name) =>
            ['', 'nonsense', '-1', '1e300', '1.5', '%00', `a&${name}=b`].map((value): Attempt => {
              const isLenient = !/^(limit|offset|status|select|action|include|stream_mode)$/.test(name)
              const mayPass = isLenient || (value === '' && /offset|limit/.test(name))
              const body = toBody(route)
              const path = `${toUrl(route, IDS)}?${name}=${value}`
              return { method: route.method, path, body: toText(body), mayPass }
            }),
          ),
        )
      expect(await findProblems(attempts)).toEqual([])
    })
  })

  it.each([
    [{ config: { configurable: 7 } }, /config.configurable must be an object/],
    [{ config: { tags: 7 } }, /config.tags must be a list of strings/],
    [{ config: { tags: [7] } }, /config.tags must be a list of strings/],
    [{ config: { metadata: 'x' } }, /config.metadata must be an object/],
    [{ config: { recursion_limit: 0 } }, /config.recursion_limit must be an integer of 1 or more/],
    [{ config: { recursion_limit: 'x' } }, /config.recursion_limit must be an integer/],
    [{ checkpoint_id: NUL }, /checkpoint.checkpoint_id must be a string without U\+0000/],
    [{ checkpoint: { checkpoint_id: 7 } }, /checkpoint.checkpoint_id must be a string/],
    [{ checkpoint: { checkpoint_ns: 7 } }, /checkpoint.checkpoint_ns must be a string/],
    [{ checkpoint: { checkpoint_map: [] } }, /checkpoint.checkpoint_map must be an object/],
    [{ command: { goto: [7] } }, /command.goto must name nodes/],
    [{ command: { update: 7 } }, /command.update must be an object/],
    [{ command: {}, input: {} }, /must not be given with input/],
    [{ context: {}, config: { configurable: { a: 1 } } }, /must not be given with config.configurable/],
    [{ stream_mode: ['values', 'nonsense'] }, /stream_mode/],
    [{ metadata: { a: LONE_SURROGATE } }, /metadata must not contain U\+0000 or unpaired surrogates/],
  ])('a run with %j is rejected and creates no thread', async (fields, text) => {
    const body = JSON.stringify({ assistant_id: 'agent', if_not_exists: 'create', ...fields })
    for (const path of [
      `/threads/${MISSING_ID}/runs/stream`,
      `/threads/${MISSING_ID}/runs/wait`,
      '/runs/stream',
    ]) {
      const response = await send({ method: 'POST', path, body })
      expect([path, response.status, response.text]).toEqual([path, 422, expect.stringMatching(text)])
    }
    expect((await app.get(`/threads/${MISSING_ID}`)).status).toBe(404)
  })

  it('null settings are treated like absent settings', async () => {
    const config = { configurable: null, tags: null, recursion_limit: null, metadata: null }
    const input = { messages: [{ role: 'user', content: 'Hello' }] }
    const runBody = {
      assistant_id: 'agent',
      input,
      config,
      context: {},
      checkpoint: { checkpoint_map: null },
    }
    const { status, body } = await app.post('/runs/wait', runBody)
    expect([status, body.messages.length]).toEqual([200, 2])
  })

  it('a batch with one invalid run creates no runs', async () => {
    const before = (await app.post('/threads/count', {})).body as number
    for (const other of [{ assistant_id: 'unknown' }, { assistant_id: 'agent', config: { tags: 1 } }])
      expect((await app.post('/runs/batch', [{ assistant_id: 'agent' }, other])).status).toBeGreaterThan(400)
    expect((await app.post('/threads/count', {})).body).toBe(before)
  })

  it.each([
    ['GET', '/runs?select=nonsense', undefined, /select has the unknown field nonsense/],
    ['POST', '/history', { before: NUL }, /before.checkpoint_id must be a string/],
    ['POST', '/history', { before: { checkpoint_id: 5 } }, /before.checkpoint_id must be a string/],
    ['POST', '/state/checkpoint', { checkpoint: { checkpoint_ns: NUL } }, /checkpoint_ns must be a string/],
    ['POST', '/state', { values: { messages: 7 } }, /coerce message/],
    ['POST', '/state', { values: {}, as_node: 'unknown' }, /unknown.* does not exist/],
    ['POST', '/runs/stream', { assistant_id: 'agent', webhook: 'nonsense' }, /webhook is not a URL/],
    ['POST', '/runs/wait', { assistant_id: 'agent', command: { resume: 1 }, input: 1 }, /with input/],
    ['POST', '/stream/events', { channels: ['values'], since: 1e300 }, /since is not a valid event number/],
    ['POST', '/stream/events', { channels: ['nonsense'] }, /Unknown channel nonsense/],
  ])('%s %s of a thread with %j is rejected', async (method, path, fields, text) => {
    const response = await send({ method, path: `/threads/${THREAD}${path}`, body: toText(fields) })
    expect([response.status, response.text]).toEqual([422, expect.stringMatching(text)])
  })

  it.each([
    ['state.fork', { checkpoint_id: NUL }],
    ['state.get', { namespace: [NUL] }],
    ['state.listCheckpoints', { before: NUL }],
    ['run.start', { assistant_id: 'agent', config: { configurable: 7 } }],
    ['run.start', { assistant_id: 'agent', config: { tags: 7 } }],
  ])('the command %s with %j is rejected', async (method, params) => {
    const { status, body } = await app.post(`/threads/${THREAD}/commands`, { id: 1, method, params })
    expect([status, body]).toMatchObject([200, { type: 'error', id: 1, error: 'invalid_argument' }])
    expect(body.message).not.toMatch(/byte sequence/)
  })

  it('invalid supersteps of a new thread are rejected', async () => {
    for (const command of [7, { goto: 7 }]) {
      const supersteps = [{ updates: [{ as_node: 'agent', command }] }]
      const { status } = await app.post('/threads', { metadata: { graph_id: 'agent' }, supersteps })
      expect(status).toBe(422)
    }
  })

  it.each(['nonsense', '-5', '1.5', '1e300', '99999999999999999999'])(
    'the Last-Event-ID %s is rejected',
    async (lastEventId) => {
      const [run] = (await app.get(`/threads/${THREAD}/runs`)).body as [{ run_id: string }]
      for (const path of [`/threads/${THREAD}/runs/${run.run_id}/stream`, `/runs/${run.run_id}/stream`]) {
        const response = await send({ method: 'GET', path, headers: { 'last-event-id': lastEventId } })
        expect([response.status, response.text]).toEqual([422, expect.stringMatching(/Last-Event-ID is not/)])
      }
    },
  )

  it('an idempotency key that was used for a different request is rejected', async () => {
    const key = { 'idempotency-key': 'once' }
    expect((await app.post('/threads', { metadata: { a: 1 } }, key)).status).toBe(200)
    const { status, body } = await app.post('/threads', { metadata: { a: 2 } }, key)
    expect([status, body.detail]).toEqual([409, expect.stringMatching(/used for a different request/)])
    expect((await app.post('/threads', {}, { 'idempotency-key': 'a b' })).status).toBe(422)
  })

  it('the official SDK throws an error that contains our message', async () => {
    const client = new Client({ apiUrl: url, callerOptions: { maxRetries: 0 } })
    const text = /422.*config.tags must be a list of strings/s
    const wrong = { config: { tags: 7 as never } }
    await expect(client.runs.wait(THREAD, 'agent', wrong)).rejects.toThrow(text)
    await expect(client.runs.create(null, 'agent', wrong)).rejects.toThrow(text)
    const follow = async () => {
      for await (const _ of client.runs.stream(THREAD, 'agent', wrong))
        throw new Error('the stream has started')
    }
    await expect(follow()).rejects.toThrow(text)
    await expect(client.threads.get('nonsense')).rejects.toThrow(/422.*must be a UUID/s)
    await expect(client.threads.get(MISSING_ID)).rejects.toThrow(/404.*does not exist/s)
    await expect(client.threads.search({ select: ['nothing' as never] })).rejects.toThrow(
      /has the unknown field/,
    )
  })

  it.each([
    ['POST', '/v1/chat/completions', '{"model":7}'],
    ['POST', '/v1/chat/completions', '{"model":"agent","messages":[]}'],
    [
      'POST',
      '/v1/chat/completions',
      JSON.stringify({ model: NUL, messages: [{ role: 'user', content: 'x' }] }),
    ],
    ['POST', '/v1/chat/completions', '['],
    ['GET', '/v1/models/a%00b', undefined],
    ['POST', '/mcp', '{}'],
    ['POST', '/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":7}'],
    ['POST', '/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: NUL } })],
    ['POST', '/a2a/agent', '{}'],
    ['POST', '/a2a/agent', '{"jsonrpc":"2.0","id":1,"method":"message/send","params":{"message":7}}'],
    [
      'POST',
      '/a2a/agent',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tasks/get', params: { id: NUL } }),
    ],
    ['POST', '/a2a/a%00b', '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{}}'],
    ['GET', '/a2a/a%00b/.well-known/agent-card.json', undefined],
  ])('%s %s reports errors in the format of its protocol: %s', async (method, path, body) => {
    const response = await send({
      method,
      path,
      body,
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(response.status).toBeLessThan(500)
    const { error } = JSON.parse(response.text) as { error?: { message?: string } }
    expect(error?.message).toMatch(/\w/)
  })
})
