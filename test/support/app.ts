/**
 * Starts the whole application on its own database and calls it without a socket. Every response is validated against
 * openapi.json.
 */
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { makeApp } from '../../src/app.js'
import type { Clock } from '../../src/platform/clock.js'
import { loadConfig } from '../../src/config.js'
import type { ReloadResult } from '../../src/engine/project-code.js'
import { readProject } from '../../src/project/read-project.js'
import type { Scope } from '../../src/schema/api-key.js'
import type { DatabaseOptions } from '../../src/store/sql/database.js'
import { createTestDatabase, type DatabaseKind } from './databases.js'
import { getEncryptionSettings } from './encryption.js'
import { findOpenapiProblems } from './openapi-check.js'

export interface TestClock extends Clock {
  advance(ms: number): void
}

export const makeTestClock = (start = Date.UTC(2026, 0, 31, 9, 30)): TestClock => {
  let time = start
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

/** Real time plus the offset by which `advance` has moved it. */
const makeRunningClock = (): TestClock => {
  let offset = 0
  return {
    now: () => Date.now() + offset,
    advance: (ms) => {
      offset += ms
    },
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies whose shape they know
type Body = any

export interface TestResponse {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
  text: string
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Sent unchanged instead of a JSON body. */
  raw?: string | Buffer
}

export interface TestApp {
  clock: TestClock
  firstKey: string | undefined
  call: (method: string, url: string, body?: unknown, options?: CallOptions) => Promise<TestResponse>
  get: (url: string, headers?: Record<string, string>) => Promise<TestResponse>
  post: (url: string, body?: unknown, headers?: Record<string, string>) => Promise<TestResponse>
  patch: (url: string, body?: unknown) => Promise<TestResponse>
  remove: (url: string) => Promise<TestResponse>
  databaseUrl: string
  /** Warnings and errors that were logged so far, as JSON lines. */
  logLines: string[]
  /** Every route that the server has registered, without the HEAD routes that Fastify adds. */
  routes: RegisteredRoute[]
  /** Starts listening and returns the address, for clients that need a socket. */
  listen: () => Promise<string>
  reload: () => Promise<ReloadResult>
  stop: () => Promise<void>
}

export interface RegisteredRoute {
  method: string
  /** As Fastify writes it: `/threads/:thread_id`. */
  url: string
  scope: Scope | 'public' | undefined
}

export interface TestAppOptions {
  databaseKind?: DatabaseKind
  env?: Record<string, string>
  /** Sent with every call. */
  headers?: Record<string, string>
  databaseUrl?: string
  /** True: runs are executed and webhooks are delivered, and the clock runs in real time. */
  execute?: boolean
  /** A folder with a langgraph.json. */
  project?: string
  /** True: a project that cannot be loaded is served as far as it works, as by `heddle dev`. */
  isDevelopment?: boolean
  /** The folder with the built console. */
  consoleFolder?: string
  /** Called instead of killing the service; see api/console/crash.ts. */
  crash?: () => void
  /** Replaces the driver of the database, for example by one that injects faults (faulty-driver.ts). */
  wrapDriver?: DatabaseOptions['wrapDriver']
}

export const startApp = async ({
  databaseKind = 'sqlite',
  env,
  headers,
  databaseUrl,
  execute = false,
  project,
  isDevelopment = false,
  consoleFolder,
  crash,
  wrapDriver,
}: TestAppOptions = {}): Promise<TestApp> => {
  const testDatabase =
    databaseUrl === undefined
      ? await createTestDatabase(databaseKind)
      : { url: databaseUrl, drop: async () => undefined }
  const clock = execute ? makeRunningClock() : makeTestClock()
  const config = loadConfig({
    DATABASE_URL: testDatabase.url,
    ...getEncryptionSettings(testDatabase.url),
    ...env,
  })
  const logLines: string[] = []
  const level = process.env['HEDDLE_TEST_LOG']
  const log =
    level === undefined ? pino({ level: 'warn' }, { write: (line) => logLines.push(line) }) : pino({ level })
  const routes: RegisteredRoute[] = []
  const app = await makeApp({
    config,
    clock,
    beforeRoutes: async (server) => {
      server.addHook('onRoute', ({ method, url, config: routeConfig }) => {
        const methods = [method].flat().filter((name) => name !== 'HEAD' && name !== 'OPTIONS')
        for (const name of methods) routes.push({ method: name, url, scope: routeConfig?.scope })
      })
    },
    log,
    isDevelopment,
    ...(consoleFolder !== undefined && { consoleFolder }),
    ...(crash && { crash }),
    ...(wrapDriver && { wrapDriver }),
    project: project === undefined ? null : readProject(join(project, 'langgraph.json')),
  })
  await app.server.ready()
  if (execute) await app.start()

  const call: TestApp['call'] = async (method, url, body, options = {}) => {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.server.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        host: 'localhost',
        ...headers,
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const testResponse: TestResponse = {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : undefined,
      text: response.body,
    }
    expect(
      findOpenapiProblems(method, url, testResponse),
      `${method} ${url.slice(0, 200)} ${response.body.slice(0, 300)}`,
    ).toEqual([])
    return testResponse
  }

  return {
    clock,
    firstKey: app.firstKey,
    call,
    get: (url, requestHeaders = {}) => call('GET', url, undefined, { headers: requestHeaders }),
    post: (url, body = {}, requestHeaders = {}) => call('POST', url, body, { headers: requestHeaders }),
    patch: (url, body) => call('PATCH', url, body),
    remove: (url) => call('DELETE', url),
    databaseUrl: testDatabase.url,
    logLines,
    routes,
    listen: () => app.server.listen({ port: 0, host: '127.0.0.1' }),
    reload: () => app.reload(readProject(join(project ?? '', 'langgraph.json'))!),
    stop: async () => {
      await app.stop()
      await testDatabase.drop()
      const fastifyErrors = logLines.filter((line) => line.includes('"FST_ERR_'))
      expect(fastifyErrors, 'Fastify logged errors about how it is used').toEqual([])
    },
  }
}

export const MISSING_ID = '0198c9a2-0000-7000-8000-000000000000'
