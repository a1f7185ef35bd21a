/** What all commands have in common: global options, profiles, exit codes and errors. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeCli, type Cli } from '../support/cli.js'
import { getClosedPort } from '../support/closed-port.js'
import { makeTempFolder } from '../support/heddle-process.js'

const KEY = 'a-key-of-my-own-choice'

describe('global options', () => {
  let app: TestApp
  let url: string
  const cli: Cli = makeCli()
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: KEY } })
    url = await app.listen()
  })
  afterAll(() => app.stop())

  it('options stand before or after the command, and override the environment', async () => {
    const env = { HEDDLE_URL: 'http://127.0.0.1:9', HEDDLE_API_KEY: 'wrong' }
    const before = await cli.run(['--url', url, '--api-key', KEY, 'assistants', 'list', '-o', 'jsonl'], {
      env,
    })
    expect(JSON.parse(before.stdout)).toMatchObject({ name: 'agent' })
    expect((await cli.run(['assistants', 'list', '--url', url], { env })).code).toBe(4)
  })

  it('a profile has a URL and a key in a file that only its owner can read', async () => {
    expect(await cli.text(['profile', 'set', 'local', '--url', url, '--api-key', KEY])).toBe(
      `saved local: ${url}\n`,
    )
    await cli.text(['profile', 'set', 'other', '--url', 'http://127.0.0.1:9'])
    const file = join(cli.home, 'heddle', 'config.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await cli.text(['assistants', 'list'])).toContain('agent')
    expect((await cli.run(['assistants', 'list', '--profile', 'other'])).code).toBe(3)
    expect(await cli.text(['profile', 'use', 'other'])).toContain('other')
    expect(await cli.json(['profile', 'list'])).toEqual([
      { name: 'local', url, has_api_key: true, is_current: false },
      { name: 'other', url: 'http://127.0.0.1:9', has_api_key: false, is_current: true },
    ])
    // The key of a profile is not sent to another URL.
    expect(
      (await cli.run(['assistants', 'list', '--url', url], { env: { HEDDLE_PROFILE: 'local' } })).code,
    ).toBe(4)
    await cli.text(['profile', 'remove', 'other'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ profiles: { local: { url, api_key: KEY } } })
    const missing = await cli.run(['assistants', 'list', '--profile', 'other'])
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^heddle: profile other does not exist; there are local;/),
    })
    writeFileSync(file, '{')
    expect((await cli.run(['profile', 'list'])).stderr).toMatch(
      /is not a file of profiles; correct or remove it/,
    )
  })

  it.each([
    [
      'a key is missing',
      ['runs', 'list'],
      4,
      /^heddle: the service responded with 401: .*; set --api-key or HEDDLE_API_KEY\n$/,
    ],
    [
      'a run does not exist',
      ['runs', 'get', 'x', '--api-key', KEY],
      2,
      /^heddle: the service responded with 40/,
    ],
    [
      'a command is misspelled',
      ['thread', 'list'],
      2,
      /^error: unknown command 'thread' \(Did you mean threads\?\)\n$/,
    ],
    ['a subcommand is misspelled', ['runs', 'lst'], 2, /unknown command 'lst'\n\(Did you mean list\?\)/],
    [
      'an option has no effect',
      ['config', '--profile', 'x'],
      2,
      /^error: option '--profile' has no effect on 'heddle config'\n$/,
    ],
    ['a format is unknown', ['runs', 'list', '-o', 'xml'], 2, /Allowed choices are text, json, jsonl/],
    ['a message is missing', ['run', '--api-key', KEY], 2, /^heddle: pass a message or --input/],
  ])('the exit code says that %s', async (_, args, code, stderr) => {
    const result = await cli.run(args, { env: { HEDDLE_URL: url } })
    expect(result.stderr).toMatch(stderr)
    expect(result.code).toBe(code)
  })

  it('a service that cannot be reached has the exit code 3 and a sentence with the fix', async () => {
    const closed = `http://127.0.0.1:${String(await getClosedPort())}`
    const env = { HEDDLE_URL: closed }
    for (const args of [['runs', 'list'], ['tail'], ['api', 'getInfo']])
      expect(await cli.run(args, { env })).toEqual({
        code: 3,
        stdout: '',
        stderr: `heddle: cannot reach ${closed}: connection refused; start the server with \`heddle start\`, or set --url or HEDDLE_URL\n`,
      })
  })

  describe('a key is only sent to the URL that it was configured with', () => {
    const list = ['assistants', 'list']
    const runWithEnvFile = (file: Record<string, string>, env: Record<string, string>, args = list) => {
      const folder = makeTempFolder()
      const lines = Object.entries(file).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(folder, '.env'), lines.join(''))
      return cli.run(args, { env, folder })
    }

    it('a key of the shell is not sent to a URL of .env', async () => {
      const refused = await runWithEnvFile({ HEDDLE_URL: url }, { HEDDLE_API_KEY: KEY })
      expect(refused).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(/; set HEDDLE_URL beside HEDDLE_API_KEY: a key of the shell /),
      })
      const doctor = await runWithEnvFile({ HEDDLE_URL: url }, { HEDDLE_API_KEY: KEY }, ['doctor'])
      expect(doctor.stdout).toMatch(/requires a key\n +fix: set HEDDLE_URL beside/)
    })

    it('a key of .env is not sent to another URL of the shell', async () => {
      const file = { HEDDLE_URL: 'http://127.0.0.1:9', HEDDLE_API_KEY: KEY }
      expect(await runWithEnvFile(file, { HEDDLE_URL: url })).toMatchObject({
        code: 4,
        stderr: expect.stringMatching(/; set HEDDLE_API_KEY for this URL: /),
      })
    })

    it('a key is sent if both variables, or an option, name its URL', async () => {
      const both = { HEDDLE_URL: url, HEDDLE_API_KEY: KEY }
      for (const [file, env] of [
        [both, {}],
        [both, { HEDDLE_API_KEY: 'wrong' }],
        [{ HEDDLE_URL: url }, both],
        [{ HEDDLE_API_KEY: KEY }, { HEDDLE_URL: url }],
      ] as const)
        expect(await runWithEnvFile(file, env)).toMatchObject({ code: 0, stderr: '' })
      const file = { HEDDLE_URL: 'http://127.0.0.1:9' }
      expect(await runWithEnvFile(file, { HEDDLE_API_KEY: KEY }, [...list, '--url', url])).toMatchObject({
        code: 0,
      })
    })
  })

  it('colours are off in a pipe, and can be forced', async () => {
    const env = { HEDDLE_URL: url, HEDDLE_API_KEY: KEY }
    const headers = { authorization: `Bearer ${KEY}` }
    const { body } = await app.post('/api/v1/threads', {}, headers)
    await app.post(`/api/v1/threads/${body.thread_id}/runs`, { input: { message: 'Hello' } }, headers)
    expect(await cli.text(['threads', 'list', '--color', 'always'], { env })).toContain('\u001b[36mbusy')
    expect(await cli.text(['threads', 'list'], { env })).not.toContain('\u001b[')
  })
})

describe('heddle keys with a service', () => {
  let app: TestApp
  const cli = makeCli()
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: KEY } })
  })
  afterAll(() => app.stop())

  it('keys are created, listed and revoked over HTTP, with the scopes of the caller', async () => {
    const env = { HEDDLE_URL: await app.listen(), HEDDLE_API_KEY: KEY }
    const created = await cli.json(['keys', 'create', 'ci', '--scopes', 'read'], { env })
    expect(created).toMatchObject({ name: 'ci', scopes: ['read'], key: expect.stringMatching(/^hdl_/) })
    const refused = await cli.run(['keys', 'list'], { env: { ...env, HEDDLE_API_KEY: created.key } })
    expect(refused).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('use an API key with this scope'),
    })
    expect(await cli.text(['keys', 'revoke', created.key_id], { env })).toContain('revoked 20')
    expect(await cli.text(['keys', 'list'], { env })).toMatch(new RegExp(`^${created.key_id} .* ci$`, 'm'))
    expect((await cli.run(['keys', 'list', '--tenant', 'other'], { env })).stderr).toMatch(
      /--tenant needs --database/,
    )
  })
})
