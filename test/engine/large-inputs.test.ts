/** Inputs that the main thread does not parse: they are stored, executed, reported and returned like small ones. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { readRunEvents } from '../support/runs.js'
import { useWebhooks } from '../support/use-webhooks.js'

const GRAPH = `
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  documents: Annotation(),
  size: Annotation(),
  steps: Annotation({ reducer: (sum, value) => sum + value, default: () => 0 }),
})
export const graph = new StateGraph(State)
  .addNode('count', async () => ({ steps: 1 }))
  .addNode('fill', async ({ size }) => (size === undefined ? {} : { documents: 'x'.repeat(size) }))
  .addEdge(START, 'count')
  .addEdge('count', 'fill')
  .addEdge('fill', END)
  .compile()
`
const ASSISTANT = builtInAssistantId('archive')

const makeInput = (characters: number, seed = '') => ({
  documents: Array.from({ length: Math.ceil(characters / 10_000) }, (_, id) => ({
    id,
    text: `é "${seed}" \n`.padEnd(10_000, String(id)),
  })),
})

describe.for(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    const { folder: project } = makeProject({ archive: GRAPH })
    app = await startApp({ databaseKind, execute: true, project })
  })
  afterAll(() => app.stop())
  const { register } = useWebhooks(() => app)

  const createThread = async (): Promise<string> => (await app.post('/threads', {})).body.thread_id
  /** Without polling, because each response contains the input. */
  const readResult = async (run_id: string) => (await app.get(`/api/v1/runs/${run_id}?wait=60`)).body
  const input = makeInput(600_000)
  const output = { ...input, steps: 1 }

  it('a run of the LangGraph API returns a large input, and its output is the state', async () => {
    const thread_id = await createThread()
    const body = { assistant_id: 'archive', input, metadata: { key: 'é' } }
    const created = await app.post(`/threads/${thread_id}/runs`, body)
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({ status: 'pending', kwargs: { input } })
    const run = await readResult(created.body.run_id)
    expect(run).toMatchObject({ status: 'completed', input, output, metadata: { key: 'é' } })
    const path = `/threads/${thread_id}/runs/${created.body.run_id}`
    expect((await app.get(`${path}/join`)).body).toEqual(output)
    expect((await app.get(path)).body.kwargs.input).toEqual(input)
    expect((await app.get(`/threads/${thread_id}/state`)).body.values).toEqual(output)
    expect((await app.get(`/threads/${thread_id}`)).body.values).toEqual(output)
    expect((await app.post(`/threads/${thread_id}/runs/wait`, body)).body).toEqual({ ...input, steps: 2 })
    const types = (await readRunEvents(app, created.body.run_id)).map(({ type }) => type)
    expect(types.at(-1)).toBe('run.completed')
  })

  it('a run of the native API returns a large input, also with the same idempotency key and when it is repeated', async () => {
    const headers = { 'idempotency-key': `large-${databaseKind}` }
    const body = { assistant_id: ASSISTANT, input }
    const created = await app.post('/api/v1/runs', body, headers)
    expect(created.status).toBe(201)
    expect(created.body.input).toEqual(input)
    expect((await app.post('/api/v1/runs', body, headers)).body).toEqual(created.body)
    const other = { assistant_id: ASSISTANT, input: makeInput(600_000, 'other') }
    expect((await app.post('/api/v1/runs', other, headers)).status).toBe(409)
    expect((await readResult(created.body.run_id)).output).toEqual(output)
    const repeated = await app.post(`/api/v1/runs/${created.body.run_id}/rerun`, {})
    expect(repeated.body.input).toEqual(input)
    expect((await readResult(repeated.body.run_id)).output).toEqual(output)
  })

  it('a webhook receives the whole input and output', async () => {
    const { receiver } = await register(['run.started', 'run.completed'])
    const { body } = await app.post('/api/v1/runs', { assistant_id: ASSISTANT, input })
    await receiver.waitFor(2)
    const records = receiver.received.map(({ text }) => JSON.parse(text))
    expect(records.map(({ type }) => type).toSorted()).toEqual(['run.completed', 'run.started'])
    for (const { type, data } of records) {
      expect(data).toMatchObject({ run_id: body.run_id, input })
      if (type === 'run.completed') expect(data.output).toEqual(output)
    }
  })

  it('with default settings, a state of more than 32 MB fails its run, and the thread can be used', async () => {
    const thread_id = await createThread()
    const run = (size: number) =>
      app.post(`/threads/${thread_id}/runs/wait`, { assistant_id: 'archive', input: { size } })
    expect((await run(33_600_000)).body.__error__).toMatchObject({
      error: 'StateTooLargeError',
      message: expect.stringMatching(/may take at most 33,554,432 bytes.*"documents" with 33,600,002 bytes/),
    })
    expect((await run(10)).body.documents).toBe('x'.repeat(10))
  })

  // The memory of an executor does not depend on the database, and this takes longer than all other tests together.
  it.runIf(databaseKind === 'sqlite')(
    'ten inputs of 9.5 MB at once, with other runs, do not crash an executor',
    async () => {
      const large = makeInput(9_500_000)
      const runLarge = async (): Promise<number> => {
        const body = { assistant_id: 'archive', input: large }
        const response = await app.post(`/threads/${await createThread()}/runs/wait`, body)
        return response.body.documents.length
      }
      const runSmall = async (): Promise<number> =>
        (await app.post('/runs/wait', { assistant_id: 'archive', input: { size: 5 } })).body.documents.length
      const results = Promise.all(Array.from({ length: 10 }, runLarge))
      for (let count = 0; count < 20; count++) expect(await runSmall()).toBe(5)
      expect(await results).toEqual(Array.from({ length: 10 }, () => 950))
      expect(app.logLines.filter((line) => /executor thread/.test(line))).toEqual([])
    },
  )

  it('a large body that is not valid is rejected with the usual message', async () => {
    const url = `/threads/${await createThread()}/runs/wait`
    const text = JSON.stringify({ assistant_id: 'archive', input })
    const send = (raw: string) => app.call('POST', url, undefined, { raw })
    expect((await send(text.slice(0, -1))).body.message).toMatch(/^The body is not valid JSON/)
    expect((await send(text.replace('é', '\u0000'))).status).toBe(400)
    const nested = `{"assistant_id":"archive","input":{"a":${'['.repeat(150_000)}${']'.repeat(150_000)}}}`
    expect((await send(nested)).body.message).toMatch(/nested deeper/)
    expect((await send(text.replace('"archive"', '7'))).status).toBe(422)
    expect((await send(text.replace('é', String.raw`\ud83d\ude00`))).body.documents[0].text).toMatch(/^😀/)
  })
})
