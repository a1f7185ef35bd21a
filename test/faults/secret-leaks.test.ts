/**
 * Plants secrets of every kind, uses all of them, and looks for them in the log at the level trace, the metrics, all API responses, every
 * row and every file of the database. Also sends 40 scripts in every text that a page could show. HEDDLE_LONG repeats the runs.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import openapi from '../../openapi.json' with { type: 'json' }
import { hasBrowser, openBrowser } from '../support/browser.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { dumpWholeDatabase } from '../support/dump-database.js'
import { startHeddle, type Heddle } from '../support/heddle-process.js'
import { startOpenAiServer } from '../support/openai-server.js'
import { startHttpServer } from '../support/recording-servers.js'
import { XSS_PAYLOADS } from './xss-payloads.js'

const ROUNDS = process.env['HEDDLE_LONG'] === '1' ? 10 : 1
const TIMEOUT_MS = 300_000

const CANARIES = {
  configuredKey: 'canary-configured-key-5b1f',
  jwtSecret: 'canary-jwt-secret-of-32-bytes-9c27',
  databasePassword: 'canary-database-password-11ab',
  llmKey: 'canary-llm-key-e40d',
  webhookSecret: 'canary-webhook-secret-77aa-24-bytes',
  rotatedSecret: 'canary-rotated-secret-77ab-24-bytes',
  runWebhookToken: 'canary-query-key-3d3d',
  toolHeader: 'canary-tool-header-0b0b',
  mcpHeader: 'canary-mcp-header-0c0c',
  nodeHeader: 'canary-node-header-0d0d',
  queryKey: 'canary-query-credential-0e0e',
  namedSecret: 'canary-named-secret-8f8f',
  card: '4111 1111 1111 1111',
}

/** Opens the API reference with scripts in its URL, and counts the scripts that run and the violations of its content security policy. */
const openReference = async (url: string, scripts: readonly string[]) => {
  const browser = await openBrowser()
  const violations: string[] = []
  let executions = 0
  const page = await browser.open(`${url}/docs`, {})
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  for (const script of scripts) {
    const text = encodeURIComponent(script)
    await page.goto(`${url}/docs/api?q=${text}#${text}`)
    // The groups of operations are rendered after the document is loaded.
    await page.getByText('LangGraph runs').first().waitFor()
    if (await page.evaluate(() => '__xss' in globalThis)) executions++
  }
  await browser.close()
  return { violations, executions }
}

type Canaries = Record<string, string>

const findHits = (canaries: Canaries, where: string, text: string): string[] =>
  Object.entries(canaries)
    .filter(([, value]) => text.includes(value) || text.includes(encodeURIComponent(value)))
    .map(([name]) => `${name} in ${where}`)

/** Repeats the request in its response; /fail with an error status. */
const startEchoServer = () =>
  startHttpServer(({ url, headers, body }, response) => {
    response.writeHead(url.startsWith('/fail') ? 500 : 200, {
      'content-type': 'application/json',
      'x-echo': headers.authorization ?? '',
    })
    response.end(JSON.stringify({ url, headers, body }))
  })

interface Client {
  /** The responses so far: the request, and the whole text with its headers. */
  responses: [request: string, text: string][]
  // oxlint-disable-next-line typescript/no-explicit-any -- the test reads bodies whose shape it knows
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<any>
}

const makeClient = ({ url }: Heddle, key: string): Client => {
  const responses: Client['responses'] = []
  return {
    responses,
    send: async (method, path, body, headers = {}) => {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      responses.push([`${method} ${path}`, JSON.stringify([...response.headers]) + text])
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
      return isJson ? JSON.parse(text) : text
    },
  }
}

const GUARDRAILS = [
  { name: 'pii', type: 'output_filter', config: { detect_patterns: ['credit_card'], action: 'redact' } },
]

const waitForRun = async (
  { send }: Client,
  runId: string,
): Promise<{ thread_id: string; status: string; error: unknown }> => {
  for (;;) {
    const run = await send('GET', `/api/v1/runs/${runId}`)
    if (['completed', 'failed', 'requires_action'].includes(run.status as string)) return run
    await sleep(200)
  }
}

describe.each(DATABASE_KINDS)('secrets and scripts on %s', (databaseKind) => {
  it(
    'no secret appears in logs, metrics, responses, rows or files, and no text is sent as HTML',
    { timeout: TIMEOUT_MS },
    async () => {
      const database = await createTestDatabase(databaseKind)
      const databaseUrl = new URL(database.url)
      if (databaseKind === 'postgres') databaseUrl.password = CANARIES.databasePassword
      const echo = await startEchoServer()
      const llm = await startOpenAiServer({
        reply: (request) => {
          const prompt = JSON.stringify(request.body.messages)
          return prompt.includes('fail')
            ? {
                status: 401,
                error: { message: `Incorrect API key provided: ${String(request.headers.authorization)}` },
              }
            : { text: `Your card is ${CANARIES.card}.` }
        },
      })
      const heddle = await startHeddle({
        databaseUrl: databaseKind === 'postgres' ? databaseUrl.href : database.url,
        env: {
          AUTH_ENABLED: 'true',
          API_KEYS: CANARIES.configuredKey,
          JWT_SECRET: CANARIES.jwtSecret,
          OPENAI_API_KEY: CANARIES.llmKey,
          OPENAI_BASE_URL: llm.url,
          DEFAULT_MODEL: 'openai:gpt-4o',
          MODEL_MAX_RETRIES: '0',
          LOG_LEVEL: 'trace',
          LOG_FORMAT: 'json',
        },
      })
      const token = await new SignJWT({ scope: 'read write admin', sub: 'canary-user' })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(CANARIES.jwtSecret))
      const admin = makeClient(heddle, CANARIES.configuredKey)
      const created = await admin.send('POST', '/api/v1/api-keys', { name: 'k', scopes: ['admin'] })
      // The only response that may contain the new key.
      admin.responses.splice(0)
      const canaries: Canaries = { ...CANARIES, apiKey: created.key as string, token }
      const client = makeClient(heddle, created.key as string)
      const { send } = client

      // AUTH_ENABLED refuses private targets, so requests fail to connect; their errors are searched as well.
      await send('PUT', '/api/v1/secrets/PARTNER', { value: CANARIES.namedSecret })
      const hook = await send('POST', '/api/v1/webhooks', {
        url: 'https://hooks.example/x',
        events: ['*'],
        secret: CANARIES.webhookSecret,
      })
      await send('POST', `/api/v1/webhooks/${hook.webhook_id}/rotate_secret`, {
        secret: CANARIES.rotatedSecret,
      })
      const headers = { authorization: `Bearer ${CANARIES.toolHeader}`, 'x-partner': '${secret:PARTNER}' }
      const agent = await send('POST', '/api/v1/assistants', {
        name: 'agent',
        config: {
          guardrails: GUARDRAILS,
          tools: [
            {
              type: 'http',
              name: 'lookup',
              url: `${echo.url}/ok`,
              headers,
              query: { api_key: CANARIES.queryKey },
            },
          ],
        },
      })
      const broken = await send('POST', '/api/v1/assistants', {
        name: 'broken',
        config: {
          tools: [{ type: 'mcp', url: `${echo.url}/mcp`, headers: { 'x-token': CANARIES.mcpHeader } }],
        },
      })
      const graph = await send('POST', '/api/v1/assistants', {
        name: 'graph',
        graph_schema: {
          nodes: [
            {
              id: 'call',
              type: 'http',
              url: `${echo.url}/node/\${secret:PARTNER}`,
              headers: { authorization: CANARIES.nodeHeader, 'x-partner': '${secret:PARTNER}' },
              output: 'result',
            },
          ],
        },
      })
      const ids: Record<string, string> = {
        webhook_id: hook.webhook_id as string,
        assistant_id: agent.assistant_id as string,
        key_id: created.key_id as string,
        name: 'PARTNER',
      }
      for (let round = 0; round < ROUNDS; round++) {
        for (const [assistant_id, message] of [
          [agent.assistant_id, `My card is ${CANARIES.card}`],
          [agent.assistant_id, 'please fail'],
          [broken.assistant_id, 'Hello'],
          [graph.assistant_id, 'Hello'],
        ]) {
          const webhook = `https://hooks.example/run?token=${CANARIES.runWebhookToken}`
          const body = {
            assistant_id,
            input: { message },
            ...(round === 0 && message === 'please fail' && { webhook }),
          }
          const started = await send('POST', '/api/v1/runs', body)
          const run = await waitForRun(client, started.run_id as string)
          ids['run_id'] = started.run_id as string
          ids['thread_id'] = run.thread_id
          await send('GET', `/api/v1/stream?run_id=${started.run_id as string}`)
          await send('GET', `/threads/${run.thread_id}/history`)
        }
        await send('POST', '/runs/stream', {
          assistant_id: graph.assistant_id,
          input: {},
          stream_mode: ['values', 'debug'],
        })
        await send('POST', '/v1/chat/completions', {
          model: agent.assistant_id,
          messages: [{ role: 'user', content: 'Hello' }],
        })
      }
      // Sessions of the console: their tokens are in the responses to sign-ins only.
      const consoleHeaders = {
        'content-type': 'application/json',
        'x-heddle-console': '1',
        origin: heddle.url,
      }
      for (const [name, credential] of Object.entries({ keySession: created.key, tokenSession: token })) {
        const body = JSON.stringify({ credential })
        const signIn = await fetch(`${heddle.url}/console/sign-in`, {
          method: 'POST',
          headers: consoleHeaders,
          body,
        })
        const cookie = signIn.headers.get('set-cookie')?.split(';')[0] ?? ''
        canaries[name] = cookie.slice('heddle='.length)
        expect(canaries[name]).toMatch(/^hds_/)
        const withCookie = async (path: string, headers: Record<string, string>) => {
          const response = await fetch(heddle.url + path, { headers: { cookie, ...headers } })
          client.responses.push([
            `GET ${path}`,
            JSON.stringify([...response.headers]) + (await response.text()),
          ])
          return response.status
        }
        expect(await withCookie('/api/v1/threads', { 'sec-fetch-site': 'same-origin' })).toBe(200)
        expect(await withCookie('/api/v1/threads', { 'sec-fetch-site': 'cross-site' })).toBe(401)
        expect(await withCookie(`/api/v1/threads?session=${canaries[name]}`, {})).toBe(401)
        expect(await withCookie(`/console/runs?session=${canaries[name]}`, {})).toBe(200)
      }
      const wrongSignIn = { credential: { nested: created.key as string } }
      await send('POST', '/console/sign-in', wrongSignIn, { 'x-heddle-console': '1' })
      await send('POST', '/console/sign-in', { credential: `${token}x` }, { 'x-heddle-console': '1' })
      // Requests with keys in their query, wrong credentials and wrong bodies.
      await send('GET', `/api/v1/runs?api_key=${created.key as string}&token=${token}`)
      await send('GET', '/api/v1/threads', undefined, { authorization: `Bearer ${token}` })
      await send('GET', '/api/v1/threads', undefined, { authorization: `Bearer ${token}x` })
      await send('POST', '/api/v1/secrets', { name: 'PARTNER', value: CANARIES.namedSecret })
      await send('POST', '/api/v1/secrets', { name: 7, value: CANARIES.namedSecret })
      await send('POST', '/api/v1/webhooks', { url: 7, events: [], secret: CANARIES.webhookSecret })

      // Each script is a name, metadata, a message, a path and a query.
      const scripts = databaseKind === 'sqlite' ? XSS_PAYLOADS : XSS_PAYLOADS.slice(0, 5)
      const asConfigured = makeClient(heddle, CANARIES.configuredKey)
      for (const script of scripts) {
        await asConfigured.send('POST', '/api/v1/threads', {
          metadata: { [script.slice(0, 50)]: script },
          title: script,
        })
        await asConfigured.send('GET', `/${encodeURIComponent(script)}?q=${encodeURIComponent(script)}`)
      }
      const asToken = makeClient(heddle, token)
      const paths = Object.entries(openapi.paths as Record<string, Record<string, unknown>>)
        .filter(
          ([path, operations]) =>
            'get' in operations && !/stream|\/docs|\/$|^(\/api\/v1)?\/events$/.test(path),
        )
        .map(([path]) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ids['run_id']!))
      for (const path of paths) await asToken.send('GET', path)
      await asToken.send('GET', '/docs/api')
      const metrics = (await asToken.send('GET', '/metrics')) as string
      const opened =
        databaseKind === 'sqlite' && hasBrowser
          ? await openReference(heddle.url, XSS_PAYLOADS.slice(0, ROUNDS === 1 ? 2 : undefined))
          : undefined
      expect(opened ?? { violations: [], executions: 0 }).toEqual({ violations: [], executions: 0 })
      await sleep(300)
      await heddle.stop()

      const all = [...client.responses, ...asConfigured.responses, ...asToken.responses]
      // Until a run has started, its input is returned as it was sent. The other clients read it after its end.
      const { card: _card, ...withoutCard } = canaries
      const isBeforeStart = ([request]: Client['responses'][number]): boolean =>
        /^(POST|GET) \/api\/v1\/runs(\/|$)/.test(request)
      const hits = [
        ...client.responses.flatMap((response) =>
          findHits(isBeforeStart(response) ? withoutCard : canaries, ...response),
        ),
        ...[...asConfigured.responses, ...asToken.responses].flatMap((response) =>
          findHits(canaries, ...response),
        ),
      ]
      // The canaries must have been used: without this the test could pass because nothing happened.
      expect(llm.requests.length).toBeGreaterThan(0)
      const rows = await dumpWholeDatabase(database.url)
      // Text of users is stored as it was sent: the query of a run's webhook URL, and the input of a run without guardrails.
      const { runWebhookToken: _, ...stored } = canaries
      hits.push(...rows.flatMap((row) => findHits(stored, `row ${row.slice(0, row.indexOf(':'))}`, row)))
      hits.push(...findHits(canaries, 'log', heddle.output()))
      if (databaseKind === 'sqlite') {
        // The input of a run is stored before guardrails check it; its overwritten pages stay in the file.
        const { card: __, ...inFiles } = stored
        const folder = dirname(database.url.slice('sqlite:'.length))
        for (const file of readdirSync(folder))
          hits.push(...findHits(inFiles, file, readFileSync(join(folder, file), 'latin1')))
      }
      expect(hits).toEqual([])
      const html = all.filter(
        ([, text]) => text.includes('text/html') && scripts.some((script) => text.includes(script)),
      )
      expect(html).toEqual([])
      for (const [, text] of all) expect(text).toContain('nosniff')
      expect(all.find(([request]) => request === 'GET /docs/api')?.[1]).toContain("default-src 'none'")
      expect(metrics).toContain('heddle_')
      expect(heddle.output()).toMatch(/"url":"\/api\/v1\/runs\?api_key=…&token=…"/)
      await Promise.all([echo.stop(), llm.stop()])
      await database.drop()
      console.log(
        JSON.stringify({
          test: 'secret-leaks',
          database: databaseKind,
          seed: 0,
          canaries: Object.keys(canaries).length,
          responses: all.length,
          rows: rows.length,
          log_bytes: heddle.output().length,
          scripts: scripts.length,
          script_executions: opened?.executions ?? null,
          hits: hits.length,
        }),
      )
    },
  )
})
