/** Crashing the service from the console in development mode: the supervisor restarts it, and runs continue. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp } from '../support/app.js'
import { makeTempFolder, startHeddle, type Heddle } from '../support/heddle-process.js'

const POLL = { timeout: 60_000, interval: 100 }
const timeout = 180_000
const KEY = 'a-key-of-sixteen-bytes'
const CONSOLE = { 'content-type': 'application/json', 'x-heddle-console': '1' }

const GRAPH = `
import { existsSync } from 'node:fs'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ first: Annotation(), done: Annotation() })
export const graph = new StateGraph(State)
  .addNode('one', async () => ({ first: process.pid }))
  .addNode('two', async () => {
    while (!existsSync('released')) await new Promise((resolve) => setTimeout(resolve, 20))
    return { done: process.pid }
  })
  .addEdge(START, 'one').addEdge('one', 'two').addEdge('two', END).compile()
`

const makeProject = (): string => {
  const folder = makeTempFolder()
  const link = join(folder, 'node_modules/@langchain')
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(packageRoot, 'node_modules/@langchain'), link)
  writeFileSync(join(folder, 'graph.js'), GRAPH)
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'langgraph.json'), '{"graphs": {"waits": "./graph.js:graph"}}')
  return folder
}

const call = async (heddle: Heddle, method: string, path: string, body?: unknown) => {
  const response = await fetch(heddle.url + path, {
    method,
    headers: CONSOLE,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any -- the test reads bodies whose shape it knows
  return { status: response.status, body: (await response.json()) as any }
}

/** A signal that the console did not ask for ends the supervisor, too. */
const endByTerminate = async (heddle: Heddle): Promise<void> => {
  heddle.kill('SIGTERM')
  expect((await heddle.exited).code).toBe(0)
  await expect(fetch(`${heddle.url}/ok`)).rejects.toThrow()
}

/** The service stops if its supervisor is killed. */
const endByKill = async (heddle: Heddle): Promise<void> => {
  heddle.kill('SIGKILL')
  const readState = () =>
    fetch(`${heddle.url}/ok`).then(
      () => 'running',
      () => 'stopped',
    )
  await expect.poll(readState, POLL).toBe('stopped')
}

describe('POST /console/dev/crash', { timeout }, () => {
  it.each([
    ['dev', endByTerminate],
    ['start --allow-crash', endByKill],
  ] as const)(
    'heddle %s is killed and restarted on its port, the run continues with attempt 2, and the service ends with its supervisor',
    async (command, end) => {
      const folder = makeProject()
      const heddle = await startHeddle({ folder, args: command.split(' ') })
      expect((await call(heddle, 'GET', '/info')).body).toMatchObject({ console: true, can_crash: true })
      const created = await call(heddle, 'POST', '/api/v1/runs', {
        assistant_id: builtInAssistantId('waits'),
        input: {},
      })
      const { run_id } = created.body
      const readRun = async () => (await call(heddle, 'GET', `/api/v1/runs/${run_id}`)).body
      const readTypes = async () =>
        (await call(heddle, 'GET', `/api/v1/runs/${run_id}/events?limit=100`)).body.data.map(
          (event: { type: string }) => event.type,
        ) as string[]
      await expect
        .poll(async () => (await readTypes()).filter((type) => type === 'node.started').length, POLL)
        .toBe(2)

      expect(await call(heddle, 'POST', '/console/dev/crash', { run_id })).toEqual({
        status: 200,
        body: { ok: true },
      })
      await expect.poll(() => heddle.output().split('ready in').length, POLL).toBe(3)
      expect(heddle.output()).toContain('heddle: the console has killed the service; restarting it')
      writeFileSync(join(folder, 'released'), '')
      await expect.poll(async () => (await readRun()).status, POLL).toBe('completed')
      const { output, attempt } = await readRun()
      expect([attempt, output.first === output.done]).toEqual([2, false])

      const ended = await call(heddle, 'POST', '/console/dev/crash', { run_id })
      expect([ended.status, ended.body.error]).toEqual([409, 'resource_conflict'])
      await end(heddle)
    },
  )

  it.each([
    ['heddle start', [], {}],
    ['NODE_ENV=production', ['dev'], { NODE_ENV: 'production' }],
  ] as const)('with %s the route does not exist', async (_, args, env) => {
    const heddle = await startHeddle({ args: [...args], env })
    expect((await call(heddle, 'GET', '/info')).body.can_crash).toBe(false)
    expect((await call(heddle, 'POST', '/console/dev/crash', {})).status).toBe(404)
    expect((await call(heddle, 'GET', '/ok')).body).toEqual({ ok: true })
    expect((await heddle.stop()).code).toBe(0)
  })

  it.each([
    ['authentication', { AUTH_ENABLED: 'true', API_KEYS: KEY }],
    ['an address that others can reach', { HOST: '0.0.0.0' }],
  ])('with %s the route does not exist', async (_, env) => {
    let crashes = 0
    const headers = { 'x-heddle-console': '1', authorization: `Bearer ${KEY}` }
    const app = await startApp({ crash: () => crashes++, env, headers })
    expect((await app.get('/info')).body.can_crash).toBe(false)
    expect((await app.post('/console/dev/crash', {})).status).toBe(404)
    await app.stop()
    expect(crashes).toBe(0)
  })
})

it('only the console itself may crash the service, and wrong bodies do not', async () => {
  let crashes = 0
  const app = await startApp({ crash: () => crashes++ })
  const post = async (body: unknown, headers: Record<string, string>) =>
    (await app.call('POST', '/console/dev/crash', body, { headers })).status
  expect(await post({}, {})).toBe(403)
  expect(await post({}, { 'x-heddle-console': '1', 'sec-fetch-site': 'same-site' })).toBe(403)
  // CORS allows this origin when authentication is off.
  const origin = 'http://localhost:3000'
  expect(await post({}, { 'x-heddle-console': '1', 'sec-fetch-site': 'same-site', origin })).toBe(403)
  expect(await post({ run_id: 'x' }, { 'x-heddle-console': '1' })).toBe(400)
  expect(await post({ run_id: '0198c9a2-0000-7000-8000-000000000000' }, { 'x-heddle-console': '1' })).toBe(
    404,
  )
  expect(await post({ runs: [] }, { 'x-heddle-console': '1' })).toBe(400)
  expect(crashes).toBe(0)
  expect(await post({}, { 'x-heddle-console': '1', 'sec-fetch-site': 'same-origin' })).toBe(200)
  await expect.poll(() => crashes).toBe(1)
  await app.stop()
})
