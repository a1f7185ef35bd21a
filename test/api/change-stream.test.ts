import { Database } from '../../src/store/sql/database.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS, type TestDatabase } from '../support/databases.js'
import { rawStatement } from '../support/raw-statement.js'
import { createAssistant, createThread, executeRun } from '../support/runs.js'
import { makeSseParser } from '../support/sse.js'

const TIMEOUT = { timeout: 25_000 }

interface Change {
  topic: string
  id: string
  status: string
  updated_at: string
}

interface ChangeClient {
  frames: { id: string; event: string }[]
  changes: Change[]
  lastId: () => string
  close: () => Promise<void>
}

/** Reads the stream in the background until `close`. */
const openChanges = async (
  origin: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<ChangeClient> => {
  const abort = new AbortController()
  const response = await fetch(`${origin}/api/v1/events${query}`, { headers, signal: abort.signal })
  if (response.status !== 200 || response.body === null) throw new Error(await response.text())
  const { body } = response
  const frames: ChangeClient['frames'] = []
  const changes: Change[] = []
  const read = async (): Promise<void> => {
    const parse = makeSseParser()
    const decoder = new TextDecoder()
    for await (const chunk of body)
      for (const { id = '', event = '', data } of parse(
        decoder.decode(chunk as Uint8Array, { stream: true }),
      )) {
        frames.push({ id, event })
        changes.push(...((JSON.parse(data) as { changes?: Change[] }).changes ?? []))
      }
  }
  const reading = read().catch(() => undefined)
  await expect.poll(() => frames.length, TIMEOUT).toBeGreaterThan(0)
  return {
    frames,
    changes,
    lastId: () => frames.at(-1)!.id,
    close: async () => {
      abort.abort()
      await reading
    },
  }
}

describe.each(DATABASE_KINDS)('the stream of changes on %s', (databaseKind) => {
  let database: TestDatabase
  let app: TestApp
  let origin: string
  beforeAll(async () => {
    database = await createTestDatabase(databaseKind)
    app = await startApp({ databaseUrl: database.url, execute: true })
    origin = await app.listen()
  })
  afterAll(async () => {
    await app.stop()
    await database.drop()
  })

  const findStatuses = ({ changes }: ChangeClient, topic: string, id: string) =>
    changes.filter((change) => change.topic === topic && change.id === id).map(({ status }) => status)

  it('reserving and releasing a waiting run is a change', async () => {
    const graph_schema = { nodes: [{ id: 'ask', type: 'human', prompt: 'Sure?' }] }
    const assistant_id = await createAssistant(app, { graph_schema })
    const { run_id } = await executeRun(app, { assistant_id, input: {} })
    const all = await openChanges(origin, '?topics=runs')
    await app.post(`/api/v1/runs/${run_id}/reserve`, { seconds: 60 })
    await expect.poll(() => findStatuses(all, 'runs', run_id), TIMEOUT).toEqual(['requires_action'])
    await app.remove(`/api/v1/runs/${run_id}/reserve`)
    await expect.poll(() => findStatuses(all, 'runs', run_id).length, TIMEOUT).toBe(2)
    await all.close()
  })

  it('the end of a run is sent with its thread, and topics select what is sent', async () => {
    const all = await openChanges(origin)
    const threadsOnly = await openChanges(origin, '?topics=threads')
    expect([all.frames[0]!.event, threadsOnly.frames[0]!.event]).toEqual(['ready', 'ready'])
    const thread_id = await createThread(app)
    const run = await executeRun(app, { thread_id, input: { message: 'hello' } })
    await expect.poll(() => findStatuses(all, 'runs', run.run_id).at(-1), TIMEOUT).toBe('completed')
    await expect.poll(() => findStatuses(threadsOnly, 'threads', thread_id).at(-1), TIMEOUT).toBe('idle')
    expect(
      all.changes.find(({ id, status }) => id === run.run_id && status === 'completed')!.updated_at,
    ).toBe(run.updated_at)
    expect(new Set(threadsOnly.changes.map(({ topic }) => topic))).toEqual(new Set(['threads']))
    await Promise.all([all.close(), threadsOnly.close()])
  })

  it('a client that resumes gets what changed in between, once and with its latest state', async () => {
    const first = await openChanges(origin)
    await first.close()
    const run = await executeRun(app, {
      assistant_id: await createAssistant(app, {}),
      input: { message: 'x' },
    })
    const resumed = await openChanges(origin, '', { 'last-event-id': first.lastId() })
    await expect.poll(() => findStatuses(resumed, 'runs', run.run_id), TIMEOUT).toEqual(['completed'])
    expect(resumed.frames.map(({ event }) => event)).not.toContain('reset')
    const caughtUp = await openChanges(origin, `?after=${resumed.lastId()}`)
    const thread_id = await createThread(app)
    await expect.poll(() => findStatuses(caughtUp, 'threads', thread_id), TIMEOUT).toEqual(['idle'])
    expect(findStatuses(caughtUp, 'runs', run.run_id)).toEqual([])
    await Promise.all([resumed.close(), caughtUp.close()])
  })

  it('deleted runs, threads and evaluations are sent once, also to a client that resumes', async () => {
    const earlier = await openChanges(origin)
    await earlier.close()
    const runsOnly = await openChanges(origin, '?topics=runs')
    const all = await openChanges(origin)
    const thread_id = await createThread(app)
    const first = await executeRun(app, { thread_id, input: { message: 'hello' } })
    const second = await executeRun(app, { thread_id, input: { message: 'again' } })
    const stateless = await executeRun(app, {
      assistant_id: await createAssistant(app, {}),
      input: { message: 'x' },
    })
    const { body: dataset } = await app.post('/api/v1/datasets', { name: 'cases' })
    const { body: evaluation } = await app.post('/api/v1/evals', {
      name: 'check',
      assistant_id: await createAssistant(app, {}),
      dataset_id: dataset.dataset_id,
    })
    const expectDeleted = async (topic: string, id: string, clients = [all]) => {
      for (const client of clients)
        await expect.poll(() => findStatuses(client, topic, id).at(-1), TIMEOUT).toBe('deleted')
    }
    expect((await app.remove(`/api/v1/runs/${first.run_id}`)).status).toBe(200)
    await expectDeleted('runs', first.run_id, [all, runsOnly])
    expect(findStatuses(all, 'threads', thread_id)).not.toContain('deleted')
    // A temporary thread is deleted with its only run, and the runs of a thread with the thread.
    expect((await app.remove(`/api/v1/runs/${stateless.run_id}`)).status).toBe(200)
    await expectDeleted('threads', stateless.thread_id)
    expect((await app.remove(`/api/v1/threads/${thread_id}`)).status).toBe(200)
    await expectDeleted('threads', thread_id)
    await expectDeleted('runs', second.run_id, [all, runsOnly])
    expect((await app.remove(`/api/v1/evals/${evaluation.eval_id}`)).status).toBe(200)
    await expectDeleted('evals', evaluation.eval_id)
    const resumed = await openChanges(origin, `?after=${earlier.lastId()}`)
    await expectDeleted('evals', evaluation.eval_id, [resumed])
    expect(findStatuses(resumed, 'runs', second.run_id)).toEqual(['deleted'])
    expect(findStatuses(resumed, 'threads', thread_id)).toEqual(['deleted'])
    await app.post('/api/v1/threads', { thread_id })
    await expect.poll(() => findStatuses(resumed, 'threads', thread_id), TIMEOUT).toEqual(['deleted', 'idle'])
    await Promise.all([all.close(), runsOnly.close(), resumed.close()])
  })

  it('deliveries that are redelivered by time are sent', async () => {
    const idle = await startApp({ databaseKind })
    const { body: webhook } = await idle.post('/api/v1/webhooks', {
      url: 'https://example.com/hook',
      events: ['*'],
    })
    const path = `/api/v1/webhooks/${webhook.webhook_id}`
    const { body: delivery } = await idle.post(`${path}/test`)
    const db = await Database.open({ url: idle.databaseUrl, durability: 'relaxed', poolSize: 1 })
    await db.write([rawStatement("update webhook_deliveries set status = 'failed'")])
    await db.close()
    const client = await openChanges(await idle.listen())
    const since = new Date(idle.clock.now() - 60_000).toISOString()
    expect((await idle.post(`${path}/redeliver`, { since })).body).toEqual({ redelivered: 1 })
    await expect.poll(() => findStatuses(client, 'deliveries', delivery.id), TIMEOUT).toEqual(['pending'])
    await client.close()
    await idle.stop()
  })

  it('a client with a position of another process gets a reset', async () => {
    const client = await openChanges(origin, '?after=other.17')
    expect(client.frames[0]!.event).toBe('reset')
    const thread_id = await createThread(app)
    await expect.poll(() => findStatuses(client, 'threads', thread_id), TIMEOUT).toEqual(['idle'])
    await client.close()
  })

  it('many changes are merged into few frames', async () => {
    const startedAt = performance.now()
    const client = await openChanges(origin, '?topics=threads')
    const ids: string[] = []
    for (let index = 0; index < 200; index++) ids.push(await createThread(app))
    await expect
      .poll(() => ids.every((id) => client.changes.some((change) => change.id === id)), TIMEOUT)
      .toBe(true)
    const seconds = (performance.now() - startedAt) / 1000
    // The first frame says that the stream is ready.
    expect(client.frames.length - 1).toBeLessThanOrEqual(Math.ceil(seconds * 4))
    await client.close()
  })

  it('unknown topics, parameters and positions are rejected', async () => {
    for (const [query, field] of [
      ['?topics=runs,crons', 'topics'],
      ['?since=1', 'since'],
      ['?after=yesterday', 'after'],
    ] as const) {
      const response = await app.get(`/api/v1/events${query}`)
      expect([response.status, Object.keys(response.body.details)]).toEqual([400, [field]])
    }
  })

  it('a tenant can have 100 streams on a node', async () => {
    const clients = await Promise.all(Array.from({ length: 100 }, () => openChanges(origin)))
    const { status, body } = await app.get('/api/v1/events')
    expect([status, body.error]).toEqual([429, 'rate_limit_exceeded'])
    await clients[0]!.close()
    await expect
      .poll(async () => {
        const client = await openChanges(origin).catch(() => undefined)
        await client?.close()
        return client !== undefined
      }, TIMEOUT)
      .toBe(true)
    await Promise.all(clients.map((client) => client.close()))
  })

  it.runIf(databaseKind === 'postgres')('changes on another node are sent', async () => {
    const other = await startApp({ databaseUrl: database.url, execute: true })
    const client = await openChanges(origin)
    const thread_id = await createThread(other)
    const run = await executeRun(other, { thread_id, input: { message: 'hello' } })
    await expect.poll(() => findStatuses(client, 'threads', thread_id).at(-1), TIMEOUT).toBe('idle')
    await expect.poll(() => findStatuses(client, 'runs', run.run_id).at(-1), TIMEOUT).toBe('completed')
    await other.remove(`/api/v1/threads/${thread_id}`)
    await expect.poll(() => findStatuses(client, 'threads', thread_id).at(-1), TIMEOUT).toBe('deleted')
    await expect.poll(() => findStatuses(client, 'runs', run.run_id).at(-1), TIMEOUT).toBe('deleted')
    await client.close()
    await other.stop()
  })
})

it('a tenant does not see the changes of another tenant', async () => {
  const env = { AUTH_ENABLED: 'true', JWT_SECRET: 'a secret of more than thirty-two bytes' }
  const { SignJWT } = await import('jose')
  const toHeaders = async (tenant: string) => {
    const jwt = new SignJWT({ sub: tenant, tenant, scope: 'admin' }).setProtectedHeader({ alg: 'HS256' })
    return { authorization: `Bearer ${await jwt.sign(new TextEncoder().encode(env.JWT_SECRET))}` }
  }
  const app = await startApp({ env, execute: true })
  const origin = await app.listen()
  const [a, b] = [await toHeaders('a'), await toHeaders('b')]
  const client = await openChanges(origin, '', a)
  const foreign = (await app.post('/api/v1/threads', {}, b)).body.thread_id as string
  await app.call('DELETE', `/api/v1/threads/${foreign}`, undefined, { headers: b })
  const own = (await app.post('/api/v1/threads', {}, a)).body.thread_id as string
  await expect.poll(() => client.changes.map(({ id }) => id), TIMEOUT).toContain(own)
  expect(client.changes.map(({ id }) => id)).not.toContain(foreign)
  await client.close()
  await app.stop()
})
