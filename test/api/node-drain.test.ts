/** Draining a node: it takes no more runs until it is resumed. */
import { describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'

const TIMEOUT = { timeout: 30_000 }
const agent = builtInAssistantId('agent')

const createRun = async (app: TestApp): Promise<string> =>
  (await app.post('/api/v1/runs', { assistant_id: agent, input: { message: 'hello' } })).body.run_id

const listNodes = async (app: TestApp) =>
  (await app.get('/api/v1/nodes')).body.data as { node_id: string; draining: boolean }[]

describe.each(DATABASE_KINDS)('draining a node on %s', (databaseKind) => {
  it('a drained node starts no runs, and starts those that wait when it is resumed', async () => {
    const app = await startApp({ databaseKind, execute: true })
    const [{ node_id } = { node_id: '' }] = await listNodes(app)
    const drained = await app.call('POST', `/api/v1/nodes/${node_id}/drain`)
    expect([drained.status, drained.body.draining]).toEqual([200, true])
    const runId = await createRun(app)
    expect(await listNodes(app)).toMatchObject([{ node_id, draining: true }])
    expect((await app.call('POST', `/api/v1/nodes/${MISSING_ID}/drain`)).status).toBe(404)
    expect((await app.get(`/api/v1/runs/${runId}`)).body.status).toBe('queued')
    const resumed = await app.call('POST', `/api/v1/nodes/${node_id}/resume`)
    expect(resumed.body.draining).toBe(false)
    const read = async () => (await app.get(`/api/v1/runs/${runId}`)).body
    await expect.poll(async () => (await read()).status, TIMEOUT).toBe('completed')
    expect(Date.parse((await read()).started_at)).toBeGreaterThanOrEqual(
      Date.parse(resumed.body.heartbeat_at),
    )
    const { data } = (await app.get(`/api/v1/audit?resource=${node_id}`)).body
    expect(data.map((entry: { action: string }) => entry.action)).toEqual(['node.resume', 'node.drain'])
    await app.stop()
  })
})

describe('draining another node', () => {
  it('a node follows the request that another node has received', async () => {
    const database = await createTestDatabase('postgres')
    const first = await startApp({ databaseUrl: database.url, execute: true })
    const second = await startApp({ databaseUrl: database.url, execute: true })
    try {
      const own = (await listNodes(first)).map(({ node_id }) => node_id)
      expect(own).toHaveLength(2)
      for (const node_id of own) await first.call('POST', `/api/v1/nodes/${node_id}/drain`)
      for (const app of [first, second])
        expect((await listNodes(app)).map(({ draining }) => draining)).toEqual([true, true])
      for (const node_id of own) await second.call('POST', `/api/v1/nodes/${node_id}/resume`)
      const runId = await createRun(second)
      await expect
        .poll(async () => (await first.get(`/api/v1/runs/${runId}`)).body.status, TIMEOUT)
        .toBe('completed')
    } finally {
      await Promise.all([first.stop(), second.stop()])
      await database.drop()
    }
  })
})
