import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'

let app: TestApp
let client: Client

beforeAll(async () => {
  app = await startApp({ execute: true })
  client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
})
afterAll(() => app.stop())

const hello = { messages: [{ role: 'user', content: 'Hello' }] }

interface StreamEvent {
  event: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
  data: any
}

const readAll = async (stream: AsyncIterable<unknown>): Promise<StreamEvent[]> => {
  const events: StreamEvent[] = []
  for await (const event of stream) events.push(event as StreamEvent)
  return events
}

describe('a run in a thread', () => {
  it('a run streams only the requested modes', async () => {
    const thread = await client.threads.create()
    const events = await readAll(
      client.runs.stream(thread.thread_id, 'agent', { input: hello, streamMode: ['values', 'updates'] }),
    )
    expect(events.map(({ event }) => event)).toEqual(['metadata', 'values', 'updates', 'values'])
    expect(events[0]?.data).toMatchObject({ attempt: 1 })
    expect(events.at(-1)?.data.messages.map(({ type }: { type: string }) => type)).toEqual(['human', 'ai'])
  })

  it('a run streams messages as chunks and accumulated', async () => {
    const thread = await client.threads.create()
    const events = await readAll(
      client.runs.stream(thread.thread_id, 'agent', {
        input: hello,
        streamMode: ['messages-tuple', 'messages'],
      }),
    )
    const chunks = events.filter(({ event }) => event === 'messages')
    const text = chunks.map(({ data }) => data[0].content).join('')
    expect(chunks.length).toBeGreaterThan(3)
    expect(chunks[0]?.data[1]).toMatchObject({ langgraph_node: 'agent' })
    const partial = events.filter(({ event }) => event === 'messages/partial')
    expect(partial.at(-1)?.data[0].content).toBe(text)
    expect(events.filter(({ event }) => event === 'messages/metadata')).toHaveLength(1)
  })

  it('a run can be waited for, listed, read, joined and deleted', async () => {
    const { thread_id } = await client.threads.create()
    const values = (await client.runs.wait(thread_id, 'agent', { input: hello })) as { messages: unknown[] }
    expect(values.messages).toHaveLength(2)
    const [run] = await client.runs.list(thread_id)
    expect(run).toMatchObject({ thread_id, status: 'success', multitask_strategy: 'enqueue' })
    expect(await client.runs.get(thread_id, run!.run_id)).toEqual(run)
    expect(await client.runs.join(thread_id, run!.run_id)).toEqual(values)
    await client.runs.delete(thread_id, run!.run_id)
    expect(await client.runs.list(thread_id)).toEqual([])
  })

  it('a run can be streamed again from any of its events', async () => {
    const { thread_id } = await client.threads.create()
    const { run_id } = await client.runs.create(thread_id, 'agent', { input: hello, streamMode: 'updates' })
    await client.runs.join(thread_id, run_id)
    const events = await readAll(client.runs.joinStream(thread_id, run_id, { lastEventId: '-1' }))
    expect(events.map(({ event }) => event)).toEqual(['metadata', 'updates'])
  })

  it('a run leaves a state with a history, which can be read and updated', async () => {
    const { thread_id } = await client.threads.create()
    await client.runs.wait(thread_id, 'agent', { input: hello })
    const state = await client.threads.getState<{ messages: unknown[] }>(thread_id)
    expect(state).toMatchObject({ next: [], tasks: [] })
    expect(state.values.messages).toHaveLength(2)
    const history = await client.threads.getHistory<{ messages?: unknown[] }>(thread_id)
    expect(history.map(({ next }) => next)).toEqual([[], ['agent'], ['__start__']])
    const before = await client.threads.getState(thread_id, history[1]!.checkpoint)
    expect(before.next).toEqual(['agent'])
    await client.threads.updateState(thread_id, {
      values: { messages: [{ role: 'user', content: 'And now?' }] },
      asNode: '__start__',
    })
    const changed = await client.threads.getState<{ messages: unknown[] }>(thread_id)
    expect(changed.values.messages).toHaveLength(3)
    expect((await client.threads.get(thread_id)).status).toBe('interrupted')
  })
})

describe('a stateless run', () => {
  it('a stateless run can be waited for, streamed and created in a batch', async () => {
    const values = (await client.runs.wait(null, 'agent', { input: hello })) as { messages: unknown[] }
    expect(values.messages).toHaveLength(2)
    const events = await readAll(client.runs.stream(null, 'agent', { input: hello, streamMode: 'values' }))
    expect(events.map(({ event }) => event)).toEqual(['metadata', 'values', 'values'])
    const runs = await client.runs.createBatch([
      { assistantId: 'agent', input: hello },
      { assistantId: 'agent', input: hello },
    ])
    expect(runs).toHaveLength(2)
  })
})

describe('invalid requests', () => {
  it.each([
    ['an unknown assistant', () => client.runs.wait(null, 'unknown', { input: hello }), /404/],
    [
      'an unknown thread',
      () => client.runs.create('0198c9a2-0000-7000-8000-000000000000', 'agent', { input: hello }),
      /404/,
    ],
    [
      'an invalid thread ID',
      () => client.runs.create('nowhere', 'agent', { input: hello }),
      /422.*must be a UUID/,
    ],
    [
      'an unknown mode',
      () => readAll(client.runs.stream(null, 'agent', { input: hello, streamMode: 'nothing' as 'values' })),
      /422/,
    ],
  ])('%s is rejected', async (_, call, text) => {
    await expect(call()).rejects.toThrow(text)
  })
})
