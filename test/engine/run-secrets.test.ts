/** Runs use encrypted credentials and named secrets, and nothing that they store or return contains them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { dumpWholeDatabase } from '../support/dump-database.js'
import { makeProject } from '../support/graph-project.js'
import { startHttpServer } from '../support/recording-servers.js'
import { createAssistant, executeRun, readRunEvents } from '../support/runs.js'

const CANARY = 'canary-7f3a-91bc-44dd'

/** Repeats everything about the request, in the body and in a header, in all usual encodings. */
const startEchoServer = () =>
  startHttpServer(({ url, headers, body }, response) => {
    const { authorization = '', 'x-key': key = '' } = headers as Record<string, string>
    const status = url.startsWith('/fail') ? 500 : 200
    response.writeHead(status, { 'content-type': 'application/json', 'x-echo': authorization })
    const seen = {
      url,
      headers,
      body,
      encoded: encodeURIComponent(key),
      text: JSON.stringify({ key, authorization }),
    }
    response.end(JSON.stringify(seen))
  })

const makeSource = (body: string): string => `
  import { Annotation, StateGraph } from '@langchain/langgraph'
  export const graph = new StateGraph(Annotation.Root({ seen: Annotation() }))
    .addNode('read', (_, { configurable, context }) => { ${body} })
    .addEdge('__start__', 'read')
    .compile()
`

const GRAPHS = {
  reader: makeSource(
    "return { seen: { text: 'the key is ' + configurable.key, length: configurable.key.length, context } }",
  ),
  failing: makeSource("throw new Error('cannot use ' + configurable.key)"),
}

describe('secrets of runs', () => {
  let app: TestApp
  let server: Awaited<ReturnType<typeof startEchoServer>>
  beforeAll(async () => {
    server = await startEchoServer()
    app = await startApp({ execute: true, project: makeProject(GRAPHS).folder })
  })
  afterAll(async () => {
    await app.stop()
    await server.stop()
  })

  const putSecret = (name: string, value: string) => app.call('PUT', `/api/v1/secrets/${name}`, { value })

  const expectNoLeak = async (run: { run_id: string; thread_id: string }): Promise<void> => {
    const responses = {
      run: (await app.get(`/api/v1/runs/${run.run_id}`)).text,
      events: JSON.stringify(await readRunEvents(app, run.run_id)),
      messages: (await app.get(`/api/v1/threads/${run.thread_id}/messages`)).text,
      state: (await app.get(`/threads/${run.thread_id}/state`)).text,
      history: (await app.get(`/threads/${run.thread_id}/history`)).text,
    }
    for (const [name, text] of Object.entries(responses)) expect(text, name).not.toContain(CANARY)
    const rows = await dumpWholeDatabase(app.databaseUrl)
    expect(rows.filter((row) => row.includes(CANARY))).toEqual([])
    expect(app.logLines.join('\n')).not.toContain(CANARY)
  }

  const httpNode = (fields: object) => ({
    nodes: [{ id: 'call', type: 'http', url: server.url, output: 'result', ...fields }],
  })

  it('an HTTP node sends its stored credential, and a server that repeats it does not leak it', async () => {
    const assistant_id = await createAssistant(app, {
      graph_schema: httpNode({
        headers: { authorization: `Bearer ${CANARY}` },
        query: { api_key: `${CANARY}-q` },
      }),
    })
    const run = await executeRun(app, { assistant_id, input: {} })
    expect(run.status, JSON.stringify(run.error)).toBe('completed')
    expect(server.requests.at(-1)!.headers.authorization).toBe(`Bearer ${CANARY}`)
    expect(server.requests.at(-1)!.url).toBe(`/?api_key=${CANARY}-q`)
    expect(run.output.result.body.headers.authorization).toContain('[redacted]')
    await expectNoLeak(run)
  })

  it('references are replaced in the URL, headers, query and body, and a new value is used by the next run', async () => {
    await putSecret('PARTNER_KEY', `${CANARY}/1`)
    const assistant_id = await createAssistant(app, {
      graph_schema: httpNode({
        url: `${server.url}/p/\${secret:PARTNER_KEY}`,
        headers: { 'x-key': 'k=${secret:PARTNER_KEY}', 'x-input': '{{ input.text }}' },
        query: { k: '${secret:PARTNER_KEY}' },
        body: { k: '${secret:PARTNER_KEY}' },
      }),
    })
    for (const [value, encoded] of [
      [`${CANARY}/1`, `${CANARY}%2F1`],
      [`${CANARY}/2`, `${CANARY}%2F2`],
    ] as const) {
      await putSecret('PARTNER_KEY', value)
      // A reference in the input of a run is text: otherwise every user could read every secret.
      const run = await executeRun(app, { assistant_id, input: { text: '${secret:PARTNER_KEY}' } })
      expect(run.status, JSON.stringify(run.error)).toBe('completed')
      const request = server.requests.at(-1)!
      expect(request.url).toBe(`/p/${encoded}?k=${encoded}`)
      expect(request.headers).toMatchObject({ 'x-key': `k=${value}`, 'x-input': '${secret:PARTNER_KEY}' })
      expect(JSON.parse(request.body)).toEqual({ k: value })
      await expectNoLeak(run)
    }
  })

  it('an HTTP tool of an agent sends a named secret, and neither its result nor its error leaks it', async () => {
    await putSecret('TOOL_KEY', `${CANARY} {city} "x"`)
    for (const path of ['/ok', '/fail']) {
      const tool = {
        type: 'http',
        name: 'get_weather',
        url: `${server.url}${path}`,
        headers: { 'x-key': '${secret:TOOL_KEY}', 'x-city': '{city}' },
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      }
      const graph_schema = {
        nodes: [{ id: 'call', type: 'tool', tool, arguments: { city: 'Oslo' }, output: 'result' }],
      }
      const run = await executeRun(app, {
        assistant_id: await createAssistant(app, { graph_schema }),
        input: {},
      })
      // Braces in a secret are not placeholders.
      expect(server.requests.at(-1)!.headers).toMatchObject({
        'x-key': `${CANARY} {city} "x"`,
        'x-city': 'Oslo',
      })
      await expectNoLeak(run)
    }
  })

  it('the code of a project gets secrets in its configuration and context, and its state and errors do not leak them', async () => {
    await putSecret('CODE_KEY', CANARY)
    const references = {
      config: { configurable: { key: '${secret:CODE_KEY}' } },
      context: { nested: ['${secret:CODE_KEY}'] },
    }
    const reader = await createAssistant(app, { graph_id: 'reader', ...references })
    const run = await executeRun(app, { assistant_id: reader, input: {} })
    expect(run.status, JSON.stringify(run.error)).toBe('completed')
    expect(run.output.seen).toEqual({
      text: 'the key is [redacted]',
      length: CANARY.length,
      context: { nested: ['[redacted]'] },
    })
    await expectNoLeak(run)
    const failing = await createAssistant(app, { graph_id: 'failing', ...references })
    const failed = await executeRun(app, { assistant_id: failing, input: {} })
    expect(failed.error.message).toBe('cannot use [redacted]')
    await expectNoLeak(failed)
    const streamed = await app.post('/runs/stream', {
      assistant_id: reader,
      input: {},
      stream_mode: ['values', 'debug', 'events'],
    })
    expect(streamed.text).toContain('the key is [redacted]')
    expect(streamed.text).not.toContain(CANARY)
    // A reference that the request sends itself is text.
    const requested = await app.post('/runs/wait', {
      assistant_id: reader,
      input: {},
      config: { configurable: { key: 'from the request: ${secret:CODE_KEY}' } },
    })
    expect(requested.body.seen.text).toBe('the key is from the request: ${secret:CODE_KEY}')
  })

  it('a run fails with a clear error if its secret was deleted', async () => {
    await putSecret('GONE_KEY', CANARY)
    const assistant_id = await createAssistant(app, {
      graph_schema: httpNode({ headers: { 'x-key': '${secret:GONE_KEY}' } }),
    })
    await app.remove('/api/v1/secrets/GONE_KEY')
    const run = await executeRun(app, { assistant_id, input: {} })
    expect(run.error).toEqual({
      code: 'secret_unavailable',
      message: 'Secret GONE_KEY does not exist; create it with PUT /api/v1/secrets/GONE_KEY',
    })
  })

  it('an OpenAI client that adds tools does not copy the credentials of the assistant into its run', async () => {
    const assistant_id = await createAssistant(app, {
      graph_id: 'agent',
      config: { tools: [{ type: 'http', name: 'lookup', url: server.url, headers: { 'x-key': CANARY } }] },
    })
    const tools = [{ type: 'function', function: { name: 'client_tool', parameters: { type: 'object' } } }]
    const messages = [{ role: 'user', content: 'Call the tool lookup' }]
    const { status, text } = await app.post('/v1/chat/completions', { model: assistant_id, messages, tools })
    expect(status, text).toBe(200)
    const rows = await dumpWholeDatabase(app.databaseUrl)
    expect(rows.filter((row) => row.includes(CANARY))).toEqual([])
  })
})
