import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

const MAX = 10_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const RUN = { assistant_id: 'agent', input: null }
const CRON = { assistant_id: 'agent', schedule: '0 0 1 1 *' }

/** Every request that can set the limit: path, body around the config, and the status of a rejection. */
const REQUESTS = [
  ['/api/v1/assistants', { name: 'a' }, 400],
  ['/assistants', { graph_id: 'agent' }, 422],
  ['/runs', RUN, 422],
  ['/runs/stream', RUN, 422],
  ['/runs/wait', RUN, 422],
  ['/threads/THREAD/runs', RUN, 422],
  ['/threads/THREAD/runs/stream', RUN, 422],
  ['/threads/THREAD/runs/wait', RUN, 422],
  ['/runs/crons', CRON, 422],
  ['/threads/THREAD/runs/crons', CRON, 422],
] as const

it.each(REQUESTS)('POST %s rejects a recursion_limit above the maximum', async (path, fields, status) => {
  const { thread_id } = (await app.post('/threads')).body as { thread_id: string }
  const url = path.replace('THREAD', thread_id)
  for (const recursion_limit of [MAX + 1, Number.MAX_SAFE_INTEGER]) {
    const response = await app.post(url, { ...fields, config: { recursion_limit } })
    expect(response.status).toBe(status)
    expect(response.text).toMatch(/recursion_limit must be at most 10000 \(RUN_MAX_RECURSION_LIMIT\)/)
  }
})

it('a batch and a command of the streaming protocol reject a recursion_limit above the maximum', async () => {
  const config = { recursion_limit: MAX + 1 }
  expect((await app.post('/runs/batch', [{ ...RUN, config }])).status).toBe(422)
  const { thread_id } = (await app.post('/threads')).body as { thread_id: string }
  const command = { id: 1, method: 'run.start', params: { assistant_id: 'agent', input: {}, config } }
  const { body } = await app.post(`/threads/${thread_id}/commands`, command)
  expect(body).toMatchObject({ type: 'error', message: expect.stringContaining('RUN_MAX_RECURSION_LIMIT') })
})

it('an update of an assistant rejects a recursion_limit above the maximum, and the maximum itself is accepted', async () => {
  const created = await app.post('/api/v1/assistants', { name: 'a', config: { recursion_limit: MAX } })
  expect(created.status).toBe(201)
  const config = { recursion_limit: MAX + 1 }
  const url = `/assistants/${created.body.assistant_id}`
  expect((await app.patch(`/api/v1${url}`, { config })).body.details).toEqual({
    'config/recursion_limit': 'must be at most 10000 (RUN_MAX_RECURSION_LIMIT)',
  })
  expect((await app.patch(url, { config })).status).toBe(422)
  expect((await app.post('/runs', { ...RUN, config: { recursion_limit: MAX } })).status).toBe(200)
})
