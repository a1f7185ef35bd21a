/** `wait`: the response to the creation of a run contains its result. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { createAssistant, createThread } from '../support/runs.js'

const AGENT_RUN = { assistant_id: builtInAssistantId('agent'), input: { message: 'Hello' } }
const GRAPH = JSON.parse(readFileSync('examples/graphs/refund-approval.json', 'utf8')) as object
const COMPLETES = { order_id: 'A-1', amount: 40 }
const WAITS_FOR_A_PERSON = { order_id: 'A-2', amount: 250 }

describe.each(DATABASE_KINDS)('waiting for runs on %s', (databaseKind) => {
  let app: TestApp
  let assistant_id: string
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    assistant_id = await createAssistant(app, { ...GRAPH, graph_id: 'agent' })
  })
  afterAll(() => app.stop())

  it('the response to a creation is the completed run', async () => {
    const { status, body } = await app.post('/api/v1/runs?wait=60', { assistant_id, input: COMPLETES })
    expect([status, body.status]).toEqual([201, 'completed'])
    expect(body).toEqual((await app.get(`/api/v1/runs/${String(body.run_id)}`)).body)
  })

  it('a run in a thread is waited for, and one that needs a person ends the wait', async () => {
    const thread_id = await createThread(app)
    const path = `/api/v1/threads/${thread_id}/runs?wait=60`
    const { status, body } = await app.post(path, { assistant_id, input: WAITS_FOR_A_PERSON })
    expect([status, body.status, body.required_action.type]).toEqual([201, 'requires_action', 'human_input'])
  })

  it('reading a run waits for its end', async () => {
    const { run_id } = (await app.post('/api/v1/runs', { assistant_id, input: COMPLETES })).body
    const { status, body } = await app.get(`/api/v1/runs/${String(run_id)}?wait=60`)
    expect([status, body.status]).toEqual([200, 'completed'])
  })

  it('a repeated request returns the response of the creation', async () => {
    const headers = { 'idempotency-key': `wait-${databaseKind}` }
    const create = () =>
      app.call('POST', '/api/v1/runs?wait=60', { assistant_id, input: COMPLETES }, { headers })
    const [first, second] = [await create(), await create()]
    expect(first.body.status).toBe('completed')
    expect([second.status, second.body.run_id]).toEqual([201, first.body.run_id])
  })

  it.each(['-1', '301', 'soon'])('a wait of %s is rejected', async (wait) => {
    const { status, body } = await app.post(`/api/v1/runs?wait=${wait}`, { assistant_id, input: COMPLETES })
    expect(status).toBe(400)
    expect(Object.keys(body.details as object)).toEqual(['wait'])
  })
})

it('the response is the unfinished run when the time is over', async () => {
  const app = await startApp()
  const { status, body } = await app.post('/api/v1/runs?wait=0.2', AGENT_RUN)
  expect([status, body.status]).toEqual([201, 'queued'])
  await app.stop()
})
