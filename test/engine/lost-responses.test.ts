/** The database stores a write but its response is lost, or a read fails: runs and requests continue as if nothing had happened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import type { Statement } from '../../src/store/sql/statement.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { evaluate, listResults, makeDataset } from '../support/evaluations.js'
import { makeTargetedFault } from '../support/faulty-driver.js'
import { makeProject } from '../support/graph-project.js'
import { readRunEvents, waitForRun } from '../support/runs.js'

const WAITING_GRAPH = `
  import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
  const State = Annotation.Root({ ms: Annotation() })
  const wait = async ({ ms }, { signal }) => {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => { clearTimeout(timer); resolve() })
    })
    return {}
  }
  export const graph = new StateGraph(State).addNode('wait', wait).addEdge(START, 'wait').addEdge('wait', END).compile()
`

const isUpdate = (statements: readonly Statement[], table: string, value: string): boolean =>
  statements.some(({ sql, params }) => sql.startsWith(`update "${table}"`) && params.includes(value))
const isClaimOfRuns = (statements: readonly Statement[]): boolean =>
  statements.some(({ sql }) => sql.startsWith('update "runs"') && sql.includes('"attempt" + 1'))

describe.each(DATABASE_KINDS)('lost responses on %s', (databaseKind) => {
  const { failOnce, wrapDriver } = makeTargetedFault()
  let app: TestApp
  beforeAll(async () => {
    const { folder } = makeProject({ waiting: WAITING_GRAPH })
    app = await startApp({ databaseKind, execute: true, wrapDriver, project: folder })
  })
  afterAll(() => app.stop())

  const createRun = async (ms: number): Promise<string> => {
    const { body } = await app.post('/api/v1/runs', {
      assistant_id: builtInAssistantId('waiting'),
      input: { ms },
    })
    return body.run_id as string
  }

  it('the end of a run that was stored without a response is published to its stream', async () => {
    const injected = failOnce('after', (statements) => isUpdate(statements, 'runs', 'completed'))
    const runId = await createRun(10)
    const [events] = await Promise.all([readRunEvents(app, runId), injected])
    expect(events.at(-1)?.type).toBe('run.completed')
    expect(events.filter(({ type }) => type === 'run.completed')).toHaveLength(1)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await waitForRun(app, runId)).toMatchObject({ status: 'completed', attempt: 1 })
    expect((await app.get('/metrics')).text).toContain('heddle_run_executions_total{outcome="lease_lost"} 0')
  })

  it('a run whose claim was stored without a response is executed while the worker is busy with another run', async () => {
    const longRun = await createRun(60_000)
    await waitForRun(app, longRun, ['in_progress'])
    const injected = failOnce('after', isClaimOfRuns)
    const runId = await createRun(10)
    await injected
    expect(await waitForRun(app, runId)).toMatchObject({ status: 'completed' })
    expect((await app.get(`/api/v1/runs/${longRun}`)).body.status).toBe('in_progress')
    await app.post(`/api/v1/runs/${longRun}/cancel`)
  })

  it('a read that fails while a run is prepared is repeated and costs no attempt', async () => {
    const injected = failOnce(
      'before',
      ([statement]) => statement?.sql.includes('from "checkpoints"') === true,
    )
    const runId = await createRun(10)
    await injected
    expect(await waitForRun(app, runId)).toMatchObject({ status: 'completed', attempt: 1 })
  })

  it('a read that fails while a run is scored does not become the result of the example', async () => {
    const dataset_id = await makeDataset(app, [{ input: { ms: 10 }, expected_output: {} }])
    const injected = failOnce(
      'before',
      ([statement]) => statement?.sql.includes('from "run_events"') === true,
    )
    const evaluation = await evaluate(app, {
      dataset_id,
      assistant_id: builtInAssistantId('waiting'),
      criteria: [{ name: 'called', scorer: 'tool_called', config: { name: 'search' } }],
    })
    await injected
    expect(evaluation.status).toBe('completed')
    expect(await listResults(app, evaluation.id as string)).toMatchObject([{ status: 'scored', error: null }])
  })

  it('an Idempotency-Key whose claim was stored without a response can be used at once', async () => {
    const headers = { 'idempotency-key': `lost-claim-${databaseKind}` }
    void failOnce(
      'after',
      ([statement]) => statement?.sql.startsWith('insert into "idempotency_keys"') === true,
    )
    expect((await app.post('/api/v1/threads', {}, headers)).status).toBe(503)
    expect((await app.post('/api/v1/threads', {}, headers)).status).toBe(201)
  })

  it('a create that was stored without a response returns the stored resource when it is repeated', async () => {
    const headers = { 'idempotency-key': `lost-create-${databaseKind}` }
    void failOnce('after', ([statement]) => statement?.sql.startsWith('insert into "threads"') === true)
    expect((await app.post('/api/v1/threads', { title: 'once' }, headers)).status).toBe(503)
    const replayed = await app.post('/api/v1/threads', { title: 'once' }, headers)
    expect(replayed.headers['idempotency-replayed']).toBe('true')
    const { body } = await app.get('/api/v1/threads?limit=100')
    expect(body.data.filter(({ title }: { title: string }) => title === 'once')).toEqual([replayed.body])
  })
})
