import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'

const SOURCE = `
import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }),
  approved: Annotation(),
})
const inner = new StateGraph(State)
  .addNode('think', () => ({ log: ['thought'] }))
  .addEdge(START, 'think')
  .compile()
export const graph = new StateGraph(State)
  .addNode('plan', inner)
  .addNode('ask', () => ({ approved: interrupt({ question: 'May I?' }) }))
  .addNode('act', (state, config) => {
    if (config.configurable.fail) throw new TypeError('it broke')
    return { log: ['acted by ' + (config.configurable.who ?? 'nobody')] }
  })
  .addEdge(START, 'plan')
  .addEdge('plan', 'ask')
  .addEdge('ask', 'act')
  .compile()
`

let app: TestApp
let client: Client

beforeAll(async () => {
  app = await startApp({ execute: true, project: makeProject({ asking: SOURCE }).folder })
  client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
})
afterAll(() => app.stop())

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
const readAll = async (stream: AsyncIterable<unknown>): Promise<{ event: string; data: any }[]> => {
  // oxlint-disable-next-line typescript/no-explicit-any -- as above
  const events: { event: string; data: any }[] = []
  for await (const event of stream) events.push(event as (typeof events)[number])
  return events
}

describe('a run with an interrupt', () => {
  it('a run with an interrupt ends, its thread is interrupted, and the next run resumes it', async () => {
    const { thread_id } = await client.threads.create()
    const result = await client.runs.wait(thread_id, 'asking', { input: { log: [] } })
    expect(result).toMatchObject({ log: ['thought'], __interrupt__: [{ value: { question: 'May I?' } }] })
    const thread = await client.threads.get(thread_id)
    expect(thread.status).toBe('interrupted')
    expect(Object.values(thread.interrupts).flat()).toMatchObject([{ value: { question: 'May I?' } }])
    const state = await client.threads.getState(thread_id)
    expect(state.next).toEqual(['ask'])
    expect(state.tasks[0]?.interrupts).toMatchObject([{ value: { question: 'May I?' } }])
    const events = await readAll(
      client.runs.stream(thread_id, 'asking', {
        command: { resume: 'yes' },
        config: { configurable: { who: 'ada' } },
        streamMode: ['updates', 'values'],
      }),
    )
    expect(events.at(-1)).toMatchObject({
      event: 'values',
      data: { approved: 'yes', log: ['thought', 'acted by ada'] },
    })
    expect(await client.threads.get(thread_id)).toMatchObject({ status: 'idle', interrupts: {} })
    expect((await client.runs.list(thread_id)).map(({ status }) => status)).toEqual(['success', 'success'])
  })

  it.each([false, 0, ''])('the value %j resumes the interrupt', async (resume) => {
    const { thread_id } = await client.threads.create()
    await client.runs.wait(thread_id, 'asking', { input: { log: [] } })
    const values = await client.runs.wait(thread_id, 'asking', { command: { resume } })
    expect(values).toMatchObject({ approved: resume, log: ['thought', 'acted by nobody'] })
  })

  it('null resumes an interrupt by its ID', async () => {
    const { thread_id } = await client.threads.create()
    await client.runs.wait(thread_id, 'asking', { input: { log: [] } })
    const [interrupt] = Object.values((await client.threads.get(thread_id)).interrupts).flat()
    const command = { resume: { [interrupt!.id!]: null } }
    const values = await client.runs.wait(thread_id, 'asking', { command })
    expect(values).toMatchObject({ approved: null, log: ['thought', 'acted by nobody'] })
  })

  it('the stream contains the interrupt and the events of subgraphs', async () => {
    const { thread_id } = await client.threads.create()
    const events = await readAll(
      client.runs.stream(thread_id, 'asking', {
        input: { log: [] },
        streamMode: 'updates',
        streamSubgraphs: true,
      }),
    )
    expect(events.map(({ event }) => event.replace(/:[^|]*/g, ':id'))).toEqual([
      'metadata',
      'updates|plan:id',
      'updates',
      'updates',
    ])
    expect(events.at(-1)?.data).toMatchObject({ __interrupt__: [{ value: { question: 'May I?' } }] })
  })

  it('interruptBefore stops the run before the node, and the next run continues from there', async () => {
    const { thread_id } = await client.threads.create()
    await client.runs.wait(thread_id, 'asking', { input: { log: [] }, interruptBefore: ['plan'] })
    expect(await client.threads.get(thread_id)).toMatchObject({ status: 'interrupted' })
    expect((await client.threads.getState(thread_id)).next).toEqual(['plan'])
    const after = await client.runs.wait(thread_id, 'asking', { input: null })
    expect(after).toMatchObject({ log: ['thought'] })
  })
})

it('a failing run reports the error in its stream and in the result of wait', async () => {
  const { thread_id } = await client.threads.create()
  await client.runs.wait(thread_id, 'asking', { input: { log: [] } })
  const failing = { command: { resume: 'yes' }, config: { configurable: { fail: true } } }
  const events = await readAll(client.runs.stream(thread_id, 'asking', { ...failing, streamMode: 'values' }))
  expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: 'TypeError', message: 'it broke' } })
  expect((await client.threads.get(thread_id)).status).toBe('error')
  await expect(
    client.runs.wait(thread_id, 'asking', { input: null, ...failing, command: undefined } as never),
  ).rejects.toThrow(/it broke/)
})
