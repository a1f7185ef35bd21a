/** Starting the program, and the error messages when it cannot start. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, inject, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase, createTestDatabase, openDatabase } from '../support/databases.js'
import { makeTempFolder, runHeddle, startHeddle } from '../support/heddle-process.js'
import { T0 } from '../support/rows.js'

/** The error is a single line without a stack trace. */
const expectOneLineError = (
  { code, stderr }: { code: number | null; stderr: string },
  expected: { code: number; message: RegExp },
): void => {
  expect(stderr).toMatch(expected.message)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(expected.code)
}

describe.concurrent('heddle', () => {
  it('heddle starts in an empty folder, refuses a second process on its file, and keeps its data across restarts', async () => {
    const folder = makeTempFolder()
    const first = await startHeddle({ folder })
    expect(first.output()).toMatch(/Heddle \d+\.\d+\.\d+, ready in \d+\.\d s/)
    expect(first.output()).toContain(`${first.url}/docs`)
    expect(first.output()).toContain('sqlite:./data/heddle.db')
    expect(first.output()).toContain('there is no ./langgraph.json: no project is loaded')
    expect(await callServer(first, 'GET', '/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(existsSync(join(folder, 'data/heddle.db'))).toBe(true)
    expect(existsSync(join(folder, '.gitignore'))).toBe(false)

    const message = new RegExp(
      `another Heddle is using .*heddle\\.db: process ${first.pid} \\(.+\\); stop it, or set DATABASE_URL`,
    )
    expectOneLineError(await runHeddle([], { folder }), { code: 1, message })
    const { status, body } = await callServer(first, 'POST', '/api/v1/threads', { body: { title: 'kept' } })
    expect(status).toBe(201)
    expect((await first.stop()).code).toBe(0)

    const second = await startHeddle({ folder })
    expect((await callServer(second, 'GET', `/api/v1/threads/${body.thread_id}`)).body).toEqual(body)
    await second.stop()
  })

  it('settings are read from .env, the environment takes precedence, and a misspelled setting is named', async () => {
    const folder = makeTempFolder()
    const lines = [
      'DATABASE_URL=sqlite:./elsewhere/my.db',
      'RATE_LIMIT_PER_MINUTE=1234',
      'OPENAI_BASEURL=http://localhost:11434/v1',
      'MY_OWN_VARIABLE=1',
      // A secret can be read from a file.
      'AUTH_ENABLED=true',
      'API_KEYS_FILE=keys',
    ]
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)
    writeFileSync(join(folder, 'keys'), 'a-key-from-a-file\n')
    const heddle = await startHeddle({ folder, env: { RATE_LIMIT_PER_MINUTE: '4321' } })
    expect(existsSync(join(folder, 'elsewhere/my.db'))).toBe(true)
    expect((await fetch(`${heddle.url}/ok`)).headers.get('x-ratelimit-limit')).toBe('4321')
    expect(heddle.output()).toContain('.env: OPENAI_BASEURL is not a setting; did you mean OPENAI_BASE_URL?')
    expect(heddle.output()).not.toContain('MY_OWN_VARIABLE')
    const list = (key: string) => callServer(heddle, 'GET', '/api/v1/threads', { key })
    expect((await list('a-key-from-a-file')).status).toBe(200)
    expect((await list('another-key-altogether')).status).toBe(401)
    // It is created only if no credentials are configured (keys.test.ts).
    expect(heddle.output()).not.toContain('first admin key')
    await heddle.stop()
  })
})

describe('heddle config', () => {
  it('heddle config prints the effective settings without secrets', async () => {
    const env = {
      DATABASE_URL: 'postgres://someone:pa55word@db.example.com/heddle',
      API_KEYS: 'first-secret-key-1234',
      JWT_SECRET: 'second-secret',
    }
    const { code, stdout, stderr } = await runHeddle(['config'], { env })
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^DATABASE_URL=postgres:\/\/.*@db\.example\.com\/heddle$/m)
    expect(stdout).toMatch(/^API_KEYS=\(set\)$/m)
    expect(stdout).toMatch(/^JWT_SECRET=\(set\)$/m)
    expect(stdout).toMatch(/^LOG_LEVEL=info$/m)
    expect(stdout).not.toMatch(/pa55word|secret-key|second-secret/)
  })
})

const missingDatabaseUrl = (): string => {
  const url = new URL(inject('postgresUrl'))
  url.pathname = '/absent'
  return url.href
}

describe.concurrent('heddle refuses to start', () => {
  it('invalid settings are all reported at once', async () => {
    const env = { PORT: 'abc', DATABASE_URL: 'foo', AUTH_ENABLED: 'maybe', LOG_LEVEL: 'loud' }
    const { code, stderr } = await runHeddle([], { env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^ +- PORT must be a whole number$/m)
    expect(stderr).toMatch(/^ +- DATABASE_URL must be sqlite:<file> or postgres:\/\/…$/m)
    expect(stderr).toMatch(/^ +- AUTH_ENABLED must be true or false$/m)
    expect(stderr).toMatch(/^ +- LOG_LEVEL must be one of fatal, error, /m)
    expect(stderr).not.toMatch(/^\s+at /m)
  })

  it('an unknown command is reported', async () => {
    const { code, stderr } = await runHeddle(['strat'])
    expect([code, stderr]).toEqual([2, "error: unknown command 'strat' (Did you mean start?)\n"])
  })

  it('a port that is in use is reported with the process that uses it and the setting', async () => {
    const other = createServer().listen(0, 'localhost')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const exit = await runHeddle([], { env: { PORT: String(port) } })
    const owner = process.platform === 'win32' ? '' : ` by process ${process.pid} \\(.+\\)`
    const fix = 'stop it, or choose another port with --port or PORT'
    expectOneLineError(exit, {
      code: 1,
      message: new RegExp(`^heddle: port ${port} is in use${owner}; ${fix}\\n$`),
    })
    other.close()
  })

  it('an unknown option is reported', async () => {
    const { code, stderr } = await runHeddle(['--prot', '1'])
    expect(stderr).toMatch(/unknown option '--prot'\n\(Did you mean --port\?\)/)
    expect(code).toBe(2)
  })

  it('a SQLite database with a schema that requires a newer program is refused', async () => {
    const { url, drop } = await createTestDatabase('sqlite')
    const db = await openDatabase(url)
    await db.migrate(T0)
    await db.close()
    const file = new DatabaseSync(url.slice('sqlite:'.length))
    file.exec(`insert into schema_versions values (9999, 'from the future', 0);
      insert into schema_compatibility values (9999, 9999)`)
    file.close()
    const exit = await runHeddle([], { databaseUrl: url })
    expectOneLineError(exit, { code: 1, message: /schema version 9999.*this one has \d+/ })
    await drop()
  })

  it('a PostgreSQL database with a schema that requires a newer program is refused', async () => {
    const { url, drop } = await createPostgresDatabase()
    const future = { version: 9999, name: 'from the future', sql: 'select 1', oldestProgram: 9999 }
    const db = await openDatabase(url)
    await db.migrate(T0, [future])
    await db.close()
    const exit = await runHeddle([], { databaseUrl: url })
    expectOneLineError(exit, { code: 1, message: /schema version 9999.*this one has \d+/ })
    await drop()
  })

  it.each([
    [
      'that does not run',
      'postgres://heddle@127.0.0.1:1/heddle',
      /cannot open the database: connect ECONNREFUSED 127\.0\.0\.1:1; start PostgreSQL there, or correct .* DATABASE_URL$/m,
    ],
    [
      'that has no such database',
      missingDatabaseUrl(),
      /cannot open the database: database "absent" does not exist; create it with createdb, or .* DATABASE_URL$/m,
    ],
    [
      'with an unknown host name',
      'postgres://heddle@heddle.invalid/heddle',
      /cannot open the database: getaddrinfo \w+ heddle\.invalid; correct the host name in DATABASE_URL/,
    ],
  ])('a PostgreSQL server %s is reported', async (_, databaseUrl, message) => {
    expectOneLineError(await runHeddle([], { databaseUrl }), { code: 1, message })
  })

  it('an invalid PostgreSQL URL is reported without its password', async () => {
    const { code, stderr } = await runHeddle([], { databaseUrl: 'postgres://heddle:pa55word@[broken/heddle' })
    expect(stderr).toMatch(/DATABASE_URL/)
    expect(stderr).not.toMatch(/pa55word|^\s+at /m)
    expect(code).toBe(2)
  })

  it('a file that is not a SQLite database is refused', async () => {
    const folder = makeTempFolder()
    writeFileSync(join(folder, 'text.db'), 'this is not a database, whatever its name says\n'.repeat(100))
    const exit = await runHeddle([], { folder, databaseUrl: 'sqlite:text.db' })
    expectOneLineError(exit, { code: 1, message: /not a database/ })
  })

  it('a folder as a SQLite database is refused', async () => {
    const folder = makeTempFolder()
    mkdirSync(join(folder, 'folder.db'))
    const exit = await runHeddle([], { folder, databaseUrl: 'sqlite:folder.db' })
    expectOneLineError(exit, { code: 1, message: /folder\.db/ })
  })
})

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describe('heddle starts and warns', () => {
  it('an endpoint of models that cannot be reached is named with its setting', async () => {
    const port = await findFreePort()
    const heddle = await startHeddle({ env: { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` } })
    const warning =
      `OPENAI_BASE_URL: http://127.0.0.1:${port}/v1 cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}); ` +
      'start the model server there, or correct OPENAI_BASE_URL'
    await expect.poll(() => heddle.output()).toContain(warning)
    await heddle.stop()
  })

  it.each([
    ['/', 404, '/models does not exist (404); the address usually ends with /v1'],
    ['/v1', 401, '/v1 rejects the key (401); set OPENAI_API_KEY to a key of this endpoint'],
  ])('an endpoint at %s that responds with %i is reported', async (path, status, warning) => {
    const endpoint = createHttpServer((_, response) => response.writeHead(status).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(endpoint, 'listening')
    const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
    const heddle = await startHeddle({ env: { OPENAI_BASE_URL: url + path, OPENAI_API_KEY: 'test-key' } })
    await expect.poll(() => heddle.output()).toContain(`OPENAI_BASE_URL: ${url}${warning}`)
    await heddle.stop()
    endpoint.close()
  })
})
