/** `heddle doctor` finds planted problems, and names the fix of each. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkNodeVersion, findMisspelledSettings } from '../../src/cli/doctor/environment.js'
import { judgeFreeSpace } from '../../src/cli/doctor/storage.js'
import { makeCli } from '../support/cli.js'
import { getClosedPort } from '../support/closed-port.js'
import { makeTempFolder } from '../support/heddle-process.js'

interface Check {
  check: string
  status: string
  message: string
  fix: string | null
}

const cli = makeCli()

/** Runs the command in a folder with these files, and returns the checks that failed. */
const findProblems = async (
  env: Record<string, string>,
  files: Record<string, string> = {},
): Promise<{ code: number | null; problems: Check[] }> => {
  const folder = makeTempFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const { code, stdout } = await cli.run(['doctor', '-o', 'json'], { env: { PORT: '0', ...env }, folder })
  const { checks } = JSON.parse(stdout) as { checks: Check[] }
  return { code, problems: checks.filter(({ status }) => status === 'failed') }
}

const startServer = async (
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ port: string; url: string }> => {
  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const port = String((server.address() as AddressInfo).port)
  return { port, url: `http://127.0.0.1:${port}` }
}

const failed = (check: string, message: RegExp, fix: RegExp) => ({
  check,
  status: 'failed',
  message: expect.stringMatching(message) as string,
  fix: expect.stringMatching(fix) as string,
})

describe('heddle doctor', () => {
  it('an environment without problems has the exit code 0', async () => {
    const { code, stdout, stderr } = await cli.run(['doctor'], {
      env: { PORT: '0' },
      folder: makeTempFolder(),
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'no problems were found\n' })
    expect(stdout).toMatch(/^✓ node +Node\.js 20/m)
    expect(stdout).toMatch(/^✓ disk +.* are free on the disk of /m)
    expect(stdout).toMatch(/^✓ model +the built-in demo model is used/m)
  })

  it('a misspelled setting, a busy port, a damaged database, a dead model, a broken graph and a dead service are found', async () => {
    const busy = await startServer((_, response) => response.end('not Heddle'))
    const closed = `http://127.0.0.1:${String(await getClosedPort())}`
    const { code, problems } = await findProblems(
      {
        PORT: busy.port,
        HOST: '127.0.0.1',
        DATABASE_URL: 'sqlite:./damaged.db',
        OPENAI_BASE_URL: `${closed}/v1`,
        HEDDLE_URL: closed,
      },
      {
        '.env': 'DATABSE_URL=sqlite:./other.db\nMY_OWN_VARIABLE=1\n',
        'damaged.db': 'this is not a database, but a text that is long enough to be read as one'.repeat(10),
        'langgraph.json': JSON.stringify({ graphs: { agent: './agent.mjs:graph' } }),
        'agent.mjs': 'export const other = 1',
      },
    )
    expect(code).toBe(1)
    expect(problems).toEqual([
      failed('settings', /^DATABSE_URL in \.env is not a setting$/, /rename it to DATABASE_URL/),
      failed('service', /cannot be reached/, /start the service/),
      failed('port', /in use by another program/, /choose another PORT/),
      failed('database', /damaged\.db cannot be read: /, /restore a backup/),
      failed('model', /OpenAI cannot be reached at .*\/v1\/models: ECONNREFUSED/, /correct OPENAI_BASE_URL/),
      failed('project', /^the graph agent cannot be loaded: .*graph/, /./),
    ])
  })

  it('an unreachable PostgreSQL, a refused model key, a wrong clock and invalid JSON are found', async () => {
    const model = await startServer((_, response) => response.writeHead(401).end())
    const service = await startServer((_, response) => {
      response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString())
      response.writeHead(401).end()
    })
    const { problems } = await findProblems(
      {
        DATABASE_URL: `postgres://heddle:secret@127.0.0.1:${String(await getClosedPort())}/heddle`,
        OPENAI_BASE_URL: model.url,
        OPENAI_API_KEY: 'wrong',
        HEDDLE_URL: service.url,
      },
      { 'langgraph.json': '{' },
    )
    expect(problems).toEqual([
      failed('service', /requires a key/, /set HEDDLE_API_KEY/),
      failed('clock', /differs from that of .* by 3[56]\d\d s/, /NTP/),
      failed('project', /langgraph\.json:1:2 is not valid JSON/, /./),
      failed('database', /^postgres:\/\/(?!.*secret).* cannot be reached/, /start PostgreSQL/),
      failed('model', /OpenAI refuses the key \(401\)/, /correct OPENAI_API_KEY/),
    ])
  })

  it('invalid settings are found, and a data folder and a project that do not exist', async () => {
    const invalid = await findProblems({ PORT: 'many', LOG_LEVEL: 'loud' })
    expect(invalid.problems).toEqual([
      failed('settings', /^PORT must be/, /docs\/configuration\.md/),
      failed('settings', /^LOG_LEVEL must be one of/, /docs\/configuration\.md/),
    ])
    const env = { DATABASE_URL: 'sqlite:./file/heddle.db', LANGGRAPH_JSON: './missing.json' }
    const { problems } = await findProblems(env, { file: '' })
    expect(problems).toEqual([
      failed('project', /missing\.json does not exist/, /LANGGRAPH_JSON/),
      failed('data folder', /file cannot be written/, /DATABASE_URL/),
    ])
  })

  it('an old Node.js and a full disk are found', () => {
    expect(checkNodeVersion('18.20.0')).toEqual(
      failed('node', /18\.20\.0 is not supported/, /install Node\.js >=20/),
    )
    expect(judgeFreeSpace('/data', 50e6)).toEqual(failed('disk', /50\.0 MB are free/, /free some space/))
    expect(judgeFreeSpace('/data', 500e6).status).toBe('warning')
  })

  it('only names that resemble a setting are misspelled', () => {
    expect(findMisspelledSettings(['OPENAI_APIKEY', 'STRIPE_KEY', 'PORT', 'JWT_SECRET_FILE'])).toEqual([
      { name: 'OPENAI_APIKEY', nearest: 'OPENAI_API_KEY' },
    ])
  })
})
