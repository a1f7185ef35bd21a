/** A project gets the assistants of its own graphs only; the built-in agent must be asked for. */
import { afterEach, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS, type DatabaseKind } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'

const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ text: Annotation() }))
  .addNode('answer', () => ({ text: 'from the project' }))
  .addEdge(START, 'answer')
  .compile()
`

let app: TestApp | undefined
afterEach(() => app?.stop())

const listGraphs = async (): Promise<string[]> => {
  const { body } = await app!.post('/assistants/search', {})
  return (body as { graph_id: string }[]).map(({ graph_id }) => graph_id).sort()
}

const AGENT_ID = builtInAssistantId('agent')

describe('the built-in agent', () => {
  it('a service without a project has the built-in agent', async () => {
    app = await startApp()
    expect(await listGraphs()).toEqual(['agent'])
  })

  it('a project has no built-in agent, and an unknown assistant is a 404 on every route', async () => {
    app = await startApp({ project: makeProject({ chat: GRAPH }).folder })
    expect(await listGraphs()).toEqual(['chat'])
    const { body: thread } = await app.post('/threads', {})
    const responses = await Promise.all([
      app.get('/assistants/agent'),
      app.get(`/api/v1/assistants/${AGENT_ID}`),
      app.post('/api/v1/runs', { assistant_id: AGENT_ID, input: { message: 'Hello' } }),
      app.post('/runs', { assistant_id: 'agent', input: {} }),
      app.post('/runs/crons', { assistant_id: 'agent', schedule: '0 0 1 1 *' }),
      app.post(`/threads/${String(thread.thread_id)}/runs`, { assistant_id: 'agent', input: {} }),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 404))
    expect((await app.get('/info')).body.graphs).toEqual(['chat'])
    const { body: models } = await app.get('/v1/models')
    expect((models.data as { id: string }[]).map(({ id }) => id)).toEqual(['chat'])
  })

  it('a project with BUILT_IN_AGENT=true has the built-in agent too', async () => {
    app = await startApp({
      project: makeProject({ chat: GRAPH }).folder,
      env: { BUILT_IN_AGENT: 'true' },
    })
    expect(await listGraphs()).toEqual(['agent', 'chat'])
  })

  it('a graph of the project named agent is the agent', async () => {
    app = await startApp({ project: makeProject({ agent: GRAPH }).folder, execute: true })
    expect(await listGraphs()).toEqual(['agent'])
    const { body } = await app.post('/runs/wait', { assistant_id: 'agent', input: {} })
    expect(body).toMatchObject({ text: 'from the project' })
  })

  it('native runs without an assistant use the first graph, and native assistants can still be agents', async () => {
    app = await startApp({ project: makeProject({ chat: GRAPH, other: GRAPH }).folder })
    const { body: thread } = await app.post('/api/v1/threads', {})
    const run = await app.post('/api/v1/runs', { thread_id: thread.thread_id })
    expect([run.status, run.body.assistant_id]).toEqual([201, builtInAssistantId('chat')])
    const created = await app.post('/api/v1/assistants', { name: 'Support', config: { model: 'demo' } })
    expect(created.status).toBe(201)
  })
})

describe.each(DATABASE_KINDS)(
  'the built-in agent of an existing %s database',
  (databaseKind: DatabaseKind) => {
    const restartWithProject = async (use: (first: TestApp) => Promise<unknown>): Promise<string[]> => {
      const database = await createTestDatabase(databaseKind)
      const first = await startApp({ databaseUrl: database.url })
      await use(first)
      await first.stop()
      app = await startApp({ databaseUrl: database.url, project: makeProject({ chat: GRAPH }).folder })
      const graphs = await listGraphs()
      await app.stop()
      app = undefined
      await database.drop()
      return graphs
    }

    it('it is removed when a project is loaded, if nothing uses it', async () => {
      expect(await restartWithProject(async () => undefined)).toEqual(['chat'])
    })

    it('it stays if it was changed', async () => {
      const change = (first: TestApp) => first.patch(`/assistants/${AGENT_ID}`, { name: 'Mine' })
      expect(await restartWithProject(change)).toEqual(['agent', 'chat'])
    })

    it('it stays if a thread uses it', async () => {
      const use = (first: TestApp) => first.post('/api/v1/threads', { assistant_id: AGENT_ID })
      expect(await restartWithProject(use)).toEqual(['agent', 'chat'])
    })

    it('it stays if it has runs', async () => {
      const use = (first: TestApp) => first.post('/api/v1/runs', { assistant_id: AGENT_ID, input: {} })
      expect(await restartWithProject(use)).toEqual(['agent', 'chat'])
    })
  },
)
