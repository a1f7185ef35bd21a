/** Several processes on one PostgreSQL database. */
import { describe, expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { createPostgresDatabase } from '../support/databases.js'
import { startHeddle } from '../support/heddle-process.js'
import { parseFrames } from '../support/runs.js'

const KEY = 'an-admin-key-for-tests'
const env = { AUTH_ENABLED: 'true', API_KEYS: KEY, RATE_LIMIT_BURST: '20', RATE_LIMIT_PER_MINUTE: '1' }

describe('two nodes on one database', () => {
  it('two nodes that start together on an empty database see the same rows and share the rate limit', async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const [first, second] = await Promise.all([
      startHeddle({ databaseUrl, env }),
      startHeddle({ databaseUrl, env }),
    ])
    const created = await callServer(first, 'POST', '/api/v1/threads', { key: KEY, body: {} })
    const found = await callServer(second, 'GET', `/api/v1/threads/${created.body.thread_id}`, { key: KEY })
    expect(found).toEqual({ status: 200, body: created.body })

    const statuses: number[] = [created.status, found.status]
    for (let index = 2; index < 40; index++) {
      const { status, body } = await callServer(index % 2 === 0 ? first : second, 'GET', '/api/v1/threads', {
        key: KEY,
      })
      statuses.push(status)
      if (status !== 200) expect(body).toMatchObject({ error: 'rate_limit_exceeded' })
    }
    expect(statuses.filter((status) => status < 300)).toHaveLength(20)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    await Promise.all([first.stop(), second.stop()])
    await drop()
  })

  it('two nodes create one thread for the same idempotency key', async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const nodes = await Promise.all([startHeddle({ databaseUrl }), startHeddle({ databaseUrl })])
    for (let round = 0; round < 10; round++) {
      const headers = { 'idempotency-key': `round-${round}` }
      const send = (index: number) =>
        callServer(nodes[index % 2]!, 'POST', '/api/v1/threads', {
          body: { title: `round ${round}` },
          headers,
        })
      const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => send(index)))
      const created = responses.filter(({ status }) => status === 201)
      expect(new Set(created.map(({ body }) => body.thread_id as string)).size).toBe(1)
      // 409: the first request with the key was still in progress.
      for (const { status } of responses) expect([201, 409]).toContain(status)
    }
    const { body } = await callServer(nodes[0], 'GET', '/api/v1/threads?limit=100')
    expect(body.data).toHaveLength(10)
    await Promise.all(nodes.map((node) => node.stop()))
    await drop()
  })
})

describe('nodes with roles', () => {
  it('a run is created on one node, executed on a second, streamed from a third and cancelled from any node', async () => {
    const { url: databaseUrl, drop } = await createPostgresDatabase()
    const [first, second, worker] = await Promise.all(
      ['api', 'api', 'worker'].map((ROLE) => startHeddle({ databaseUrl, env: { ROLE } })),
    )
    const assistant = await callServer(first!, 'POST', '/api/v1/assistants', {
      body: { name: 'A', config: { model: 'demo:slow' } },
    })
    const { assistant_id } = assistant.body
    const create = async () =>
      (
        await callServer(first!, 'POST', '/api/v1/runs', {
          body: { assistant_id, input: { message: 'Who are you?' } },
        })
      ).body
    const streamOf = async (runId: string) =>
      parseFrames(await (await fetch(`${second!.url}/api/v1/stream?run_id=${runId}`)).text())

    const run = await create()
    const events = await streamOf(run.run_id)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)?.type).toBe('run.completed')
    const { body } = await callServer(first!, 'GET', `/api/v1/runs/${run.run_id}`)
    expect(body).toMatchObject({ status: 'completed', attempt: 1 })

    const cancelled = await create()
    const rest = streamOf(cancelled.run_id)
    while (
      (await callServer(first!, 'GET', `/api/v1/runs/${cancelled.run_id}`)).body.status !== 'in_progress'
    );
    expect((await callServer(second!, 'POST', `/api/v1/runs/${cancelled.run_id}/cancel`)).body.status).toBe(
      'cancelled',
    )
    expect((await rest).at(-1)?.type).toBe('run.cancelled')
    // The worker was notified of the cancellation and aborted the run.
    const executing = async () =>
      (await (await fetch(`${worker!.url}/metrics`)).text()).includes('heddle_runs_executing 0')
    while (!(await executing())) await new Promise((resolve) => setTimeout(resolve, 20))

    for (const [node, role] of [
      [first, 'api'],
      [worker, 'worker'],
    ] as const)
      expect((await callServer(node!, 'GET', '/info')).body.role).toBe(role)
    await Promise.all([first, second, worker].map((node) => node!.stop()))
    await drop()
  })
})
