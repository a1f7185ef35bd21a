/** The row of a thread refers to a large state; clients receive it whole, whatever wrote it. */
import { Client } from '@langchain/langgraph-sdk'
import { describe, it } from 'vitest'
import { startApp } from '../support/app.js'
import { createTestDatabase, DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'

const GRAPH = `
  import { Annotation, interrupt, StateGraph } from '@langchain/langgraph'
  const State = Annotation.Root({ user: Annotation(), text: Annotation(), reply: Annotation() })
  export const graph = new StateGraph(State)
    .addNode('ask', ({ user }) => ({ reply: user === 'ada' ? interrupt('continue?') : 'done' }))
    .addEdge('__start__', 'ask')
    .addEdge('ask', '__end__')
    .compile()
`
const TEXT = 'a large text '.repeat(400)
const OTHER_TEXT = 'another text '.repeat(400)

describe.for(DATABASE_KINDS)('on %s', (databaseKind) => {
  it('a large state is read, searched, copied, updated and interrupted like a small one', async ({
    expect,
  }) => {
    const { url: databaseUrl, drop } = await createTestDatabase(databaseKind)
    const app = await startApp({ databaseUrl, execute: true, project: makeProject({ ask: GRAPH }).folder })
    const client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
    const readValues = async (id: string) => (await client.threads.get(id)).values
    const findIds = async (values: Record<string, unknown>) =>
      (await client.threads.search({ values })).map((thread) => thread.thread_id)

    const { thread_id } = await client.threads.create()
    const state = { user: 'bob', text: TEXT, reply: 'done' }
    await client.runs.wait(thread_id, 'ask', { input: { user: 'bob', text: TEXT } })
    expect(await readValues(thread_id)).toEqual(state)
    const [found] = await client.threads.search({ values: { text: TEXT, user: 'bob' } })
    expect(found).toMatchObject({ thread_id, values: state })
    expect(await findIds({ text: OTHER_TEXT })).toEqual([])
    expect(await client.threads.count({ values: { text: TEXT } })).toBe(1)

    const copy = await client.threads.copy(thread_id)
    expect(await readValues(copy.thread_id)).toEqual(state)
    await client.threads.updateState(thread_id, { values: { text: OTHER_TEXT } })
    expect(await readValues(thread_id)).toEqual({ ...state, text: OTHER_TEXT })
    expect(await findIds({ text: OTHER_TEXT })).toEqual([thread_id])
    expect(await findIds({ text: TEXT })).toEqual([copy.thread_id])

    const paused = await client.threads.create()
    await client.runs.wait(paused.thread_id, 'ask', { input: { user: 'ada', text: TEXT } })
    expect(await client.threads.get(paused.thread_id)).toMatchObject({
      status: 'interrupted',
      values: { user: 'ada', text: TEXT },
    })
    await client.runs.wait(paused.thread_id, 'ask', { command: { resume: 'yes' } })
    expect(await readValues(paused.thread_id)).toEqual({ user: 'ada', text: TEXT, reply: 'yes' })
    expect(await findIds({ text: TEXT, reply: 'yes' })).toEqual([paused.thread_id])
    await app.stop()
    await drop()
  })
})
