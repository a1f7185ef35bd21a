/** The whole application on a database of its own, called without a socket. Every answer is held against openapi.json. */
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { makeApp } from '../../src/app.js'
import type { Clock } from '../../src/platform/clock.js'
import { loadConfig } from '../../src/config.js'
import { readProject } from '../../src/project/read-project.js'
import { freshDatabase, type EngineName } from './databases.js'
import { problemsOf } from './openapi-check.js'

export interface TestClock extends Clock {
  advance(ms: number): void
}

export const testClock = (start = Date.UTC(2026, 0, 31, 9, 30)): TestClock => {
  let time = start
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

/** Real time, and what it was moved on by. */
const runningClock = (): TestClock => {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms
    },
  }
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies that they know
type Body = any

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  body: Body
  text: string
}

export interface CallOptions {
  headers?: Record<string, string>
  /** Sent as it is, instead of a JSON body. */
  raw?: string | Buffer
}

export interface TestApp {
  clock: TestClock
  firstKey: string | undefined
  call: (method: string, url: string, body?: unknown, options?: CallOptions) => Promise<Reply>
  get: (url: string, headers?: Record<string, string>) => Promise<Reply>
  post: (url: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  patch: (url: string, body?: unknown) => Promise<Reply>
  remove: (url: string) => Promise<Reply>
  databaseUrl: string
  /** Its address, for clients that need a socket. */
  listen: () => Promise<string>
  reload: () => Promise<void>
  stop: () => Promise<void>
}

export interface TestAppOptions {
  engine?: EngineName
  env?: Record<string, string>
  /** Sent with every call. */
  headers?: Record<string, string>
  databaseUrl?: string
  /** Whether runs are executed and webhooks told. Then time passes by itself, because what happens takes some. */
  execute?: boolean
  /** A folder with a langgraph.json. */
  project?: string
}

export const startApp = async ({
  engine = 'sqlite',
  env,
  headers,
  databaseUrl,
  execute = false,
  project,
}: TestAppOptions = {}): Promise<TestApp> => {
  const database =
    databaseUrl === undefined
      ? await freshDatabase(engine)
      : { url: databaseUrl, drop: async () => undefined }
  const clock = execute ? runningClock() : testClock()
  const config = loadConfig({ DATABASE_URL: database.url, ...env })
  const misuse: string[] = []
  const level = process.env['HEDDLE_TEST_LOG']
  const log =
    level === undefined
      ? pino({ level: 'warn' }, { write: (line) => (line.includes('"FST_ERR_') ? misuse.push(line) : 0) })
      : pino({ level })
  const app = await makeApp({
    config,
    clock,
    log,
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
    const reply: Reply = {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? JSON.parse(response.body) : undefined,
      text: response.body,
    }
    expect(
      problemsOf(method, url, reply),
      `${method} ${url.slice(0, 200)} ${response.body.slice(0, 300)}`,
    ).toEqual([])
    return reply
  }

  return {
    clock,
    firstKey: app.firstKey,
    call,
    get: (url, sent = {}) => call('GET', url, undefined, { headers: sent }),
    post: (url, body = {}, sent = {}) => call('POST', url, body, { headers: sent }),
    patch: (url, body) => call('PATCH', url, body),
    remove: (url) => call('DELETE', url),
    databaseUrl: database.url,
    listen: () => app.server.listen({ port: 0, host: '127.0.0.1' }),
    reload: () => app.reload(readProject(join(project ?? '', 'langgraph.json'))!),
    stop: async () => {
      await app.stop()
      await database.drop()
      expect(misuse, 'what the server says of our use of it').toEqual([])
    },
  }
}

export const MISSING = '0198c9a2-0000-7000-8000-000000000000'
