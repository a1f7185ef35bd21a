import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { newId } from '../../src/platform/ids.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { ALL_CHANNELS, readEvents, isRunEnd } from '../support/agent-protocol.js'

/** A graph with a subgraph, an interrupt and a custom stream event. */
const SOURCE = `
import { Annotation, getWriter, interrupt, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }),
})
const inner = new StateGraph(State)
  .addNode('think', () => { getWriter()?.({ name: 'progress', payload: 50 }); return { log: ['thought'] } })
  .addEdge(START, 'think')
  .compile()
export const graph = new StateGraph(State)
  .addNode('plan', inner)
  .addNode('ask', () => ({ log: [interrupt({ question: 'May I?' })] }))
  .addEdge(START, 'plan')
  .addEdge('plan', 'ask')
  .compile()
`

const hello = { messages: [{ role: 'user', content: 'Hello' }] }

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

let app: TestApp
let url: string
let client: Client

beforeAll(async () => {
  app = await startApp({
    execute: true,
    project: makeProject({ asking: SOURCE }).folder,
    env: { BUILT_IN_AGENT: 'true' },
  })
  url = await app.listen()
  client = new Client({ apiUrl: url, apiKey: null, callerOptions: { maxRetries: 0 } })
})
afterAll(() => app.stop())

const webSocketFactory = (url: string): globalThis.WebSocket =>
  new WebSocket(url) as unknown as globalThis.WebSocket

const streamOf = (transport: 'sse' | 'websocket', assistantId: string, threadId = newId()) =>
  client.threads.stream(threadId, { assistantId, transport, webSocketFactory, maxReconnectAttempts: 0 })

const readUntilEnd = async (events: AsyncIterable<unknown>): Promise<Body[]> => {
  const all: Body[] = []
  for await (const event of events) all.push(event)
  return all
}

const command = async (thread: string, body: object): Promise<{ status: number; body: Body }> => {
  const response = await fetch(`${url}/threads/${thread}/commands`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe.each(['sse', 'websocket'] as const)('over %s', (transport) => {
  it('one stream carries the events of all channels for two runs', async () => {
    const thread = streamOf(transport, 'agent')
    const events = await thread.subscribe([...ALL_CHANNELS])
    const { run_id } = (await thread.run.start({ input: hello })) as { run_id: string }
    const texts: string[] = []
    const reading = (async () => {
      for await (const message of thread.messages) texts.push(await message.text)
    })()
    const first = await readUntilEnd(events)
    await reading
    expect(texts).toEqual([expect.stringContaining('Hello!')])
    expect(((await thread.output) as Body).messages).toHaveLength(2)
    expect(new Set(first.map(({ method }) => method))).toEqual(
      new Set(['lifecycle', 'checkpoints', 'values', 'tasks', 'messages', 'updates']),
    )
    const steps = first.filter(({ method }) => method === 'messages').map(({ params }) => params.data.event)
    expect(steps.filter((step) => step !== 'content-block-delta')).toEqual([
      'message-start',
      'content-block-start',
      'content-block-finish',
      'message-finish',
    ])
    expect(first.at(-1)?.params).toMatchObject({
      namespace: [],
      data: { event: 'completed', graph_name: 'agent' },
    })
    expect((await client.runs.get(thread.threadId, run_id)).status).toBe('success')

    await thread.run.start({ input: hello })
    const second = await readUntilEnd(events)
    expect(second.filter(({ method }) => method === 'values').at(-1)?.params.data.messages).toHaveLength(4)
    const seqs = [...first, ...second].map(({ seq }) => seq as number)
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
    expect(seqs.every(Number.isSafeInteger)).toBe(true)
    await thread.close()
  })

  it('the stream contains tool calls', async () => {
    const { assistant_id } = await client.assistants.create({
      graphId: 'agent',
      config: { tools: ['calculator'] } as never,
    })
    const thread = streamOf(transport, assistant_id)
    const calls = thread.toolCalls
    await thread.run.start({ input: { messages: [{ role: 'user', content: 'What is 12 * 12?' }] } })
    const all = await readUntilEnd(calls)
    // The SDK yields a call when it starts and when it ends.
    expect(new Set(all.map(({ callId }) => callId as string)).size).toBe(1)
    expect(all[0].name).toBe('calculator')
    expect(JSON.stringify(await all[0].output)).toContain('144')
    await thread.close()
  })

  it('an interrupt is resumed with input.respond', async () => {
    const thread = streamOf(transport, 'asking')
    const events = await thread.subscribe([...ALL_CHANNELS])
    await thread.run.start({ input: { log: [] } })
    const first = await readUntilEnd(events)
    expect(first.at(-1)?.params.data.event).toBe('interrupted')
    expect(thread.interrupted).toBe(true)
    expect(thread.interrupts).toMatchObject([{ payload: { question: 'May I?' } }])
    expect(first.find(({ method }) => method === 'custom')?.params.data).toEqual({
      name: 'progress',
      payload: 50,
    })
    const nestedEvents = first.filter(({ params }) => params.namespace.length > 0)
    expect(nestedEvents[0]?.params).toMatchObject({ data: { event: 'started', graph_name: 'plan' } })
    const [interrupt] = thread.interrupts
    await expect(
      thread.input.respond({ namespace: [], interrupt_id: 'nothing', response: 'yes' }),
    ).rejects.toMatchObject({ code: 'no_such_interrupt' })
    await thread.input.respond({ namespace: [], interrupt_id: interrupt!.interruptId, response: 'yes' })
    const second = await readUntilEnd(events)
    expect(second.at(-1)?.params.data.event).toBe('completed')
    expect((await thread.state.get({ namespace: [] })) as Body).toMatchObject({
      values: { log: ['thought', 'yes'] },
      checkpoint: { ns: '' },
    })
    await thread.close()
  })
})

it('a reader continues exactly after its position, even if a run was removed', async () => {
  const thread_id = newId()
  const start = () =>
    command(thread_id, { id: 1, method: 'run.start', params: { assistant_id: 'agent', input: hello } })
  expect((await start()).body).toMatchObject({ type: 'success', id: 1, meta: { thread_id } })
  const first = await readEvents(url, thread_id, { since: 0 })
  const [run] = await client.runs.list(thread_id)
  await client.runs.delete(thread_id, run!.run_id)
  await start()
  const second = await readEvents(url, thread_id, { since: first.at(-1).seq })
  expect(second[0].seq).toBeGreaterThan(first.at(-1).seq)
  const half = second[Math.floor(second.length / 2)].seq as number
  const rest = await readEvents(url, thread_id, { since: half })
  expect(rest).toEqual(second.filter(({ seq }) => seq > half))
  await start()
  // A reader without a position receives the current run, but not the finished ones.
  const fresh = await readEvents(url, thread_id, { channels: ['values', 'lifecycle'] })
  expect(fresh.filter(isRunEnd)).toHaveLength(1)
  expect(fresh[0].seq).toBeGreaterThan(second.at(-1).seq)
})

it('a subscription can be restored on another connection', async () => {
  const at = `${url.replace('http', 'ws')}/threads/${newId()}/stream/events`
  const converse = async (commands: object[], isDone: (all: Body[]) => boolean): Promise<Body[]> => {
    const socket = new WebSocket(at)
    const all: Body[] = []
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject)
      socket.on('open', () => {
        for (const one of commands) socket.send(JSON.stringify(one))
      })
      socket.on('message', (data: Buffer) => {
        all.push(JSON.parse(data.toString()))
        if (isDone(all)) resolve()
      })
    })
    socket.close()
    return all
  }
  const isOver = (all: Body[]): boolean => all.some((one) => one.type === 'event' && isRunEnd(one))
  const first = await converse(
    [
      {
        id: 1,
        method: 'subscription.subscribe',
        params: { channels: ['values', 'lifecycle'], namespaces: [[]], depth: 0 },
      },
      { id: 2, method: 'run.start', params: { assistant_id: 'agent', input: hello } },
    ],
    isOver,
  )
  const { subscription_id } = first.find(({ id }) => id === 1).result
  const events = first.filter(({ type }) => type === 'event')
  expect(events.map(({ method }) => method)).toEqual(['lifecycle', 'values', 'values', 'lifecycle'])
  const params = { last_event_id: events[1].event_id, subscriptions: [subscription_id] }
  const second = await converse([{ id: 1, method: 'subscription.reconnect', params }], isOver)
  expect(second[0]).toMatchObject({ type: 'success', result: { restored: true } })
  expect(second.slice(1)).toEqual(events.slice(2))
})

it('another node sends the same events, during the run and afterwards', async () => {
  const one = await startApp({ databaseKind: 'postgres', execute: true })
  const two = await startApp({ databaseUrl: one.databaseUrl, execute: true, env: { ROLE: 'api' } })
  try {
    const [here, there] = [await one.listen(), await two.listen()]
    const thread_id = newId()
    const following = readEvents(there, thread_id, {}, 2)
    const sdk = new Client({ apiUrl: here, callerOptions: { maxRetries: 0 } })
    const thread = sdk.threads.stream(thread_id, { assistantId: 'agent' })
    for (let at = 0; at < 2; at++) {
      await thread.run.start({ input: hello })
      await readEvents(here, thread_id, {})
    }
    const followed = await following
    expect(await readEvents(here, thread_id, { since: 0 }, 2)).toEqual(followed)
    expect(followed.filter(isRunEnd).map(({ params }) => params.data.event)).toEqual([
      'completed',
      'completed',
    ])
    await thread.close()
  } finally {
    await two.stop()
    await one.stop()
  }
})

describe('commands', () => {
  it('commands read checkpoints and the agent tree, and fork a thread', async () => {
    const thread = streamOf('sse', 'asking')
    await thread.run.start({ input: { log: [] } })
    await readEvents(url, thread.threadId, {})
    const { checkpoints } = await thread.state.listCheckpoints({ limit: 2 })
    expect(checkpoints).toMatchObject([
      { step: 1, next: ['ask'] },
      { step: 0, next: ['plan'] },
    ])
    const { tree } = await thread.agent.getTree()
    expect(tree).toMatchObject({ status: 'interrupted', graph_name: 'asking' })
    expect(tree.children?.[0]).toMatchObject({ graph_name: 'plan', status: 'completed' })
    const forked = (await thread.state.fork({ checkpoint_id: checkpoints[1]!.id })) as Body
    expect(forked).toMatchObject({ thread_id: thread.threadId })
    await client.runs.join(thread.threadId, forked.run_id)
    await thread.close()
  })

  const nothing = newId()
  it.each([
    ['nonsense', {}, 'unknown_command'],
    ['run.start', {}, 'invalid_argument'],
    ['run.start', { assistant_id: 'unknown' }, 'invalid_argument'],
    ['run.start', { assistant_id: 'agent', multitaskStrategy: 'guess' }, 'invalid_argument'],
    ['input.respond', { interrupt_id: 'a', response: 1 }, 'no_such_run'],
    ['input.respond', {}, 'invalid_argument'],
    ['input.inject', { namespace: [], message: {} }, 'not_supported'],
    ['agent.getTree', {}, 'no_such_run'],
    ['state.get', { namespace: ['nowhere'] }, 'no_such_namespace'],
    ['state.fork', { checkpoint_id: 'none' }, 'no_such_run'],
    ['subscription.subscribe', { channels: ['values'] }, 'not_supported'],
  ])('the command %s with %o is rejected', async (method, params, error) => {
    const { status, body } = await command(nothing, { id: 7, method, params })
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'error', id: 7, error, message: expect.any(String) })
  })

  it('invalid commands over HTTP are validation errors', async () => {
    for (const body of [
      {},
      { id: -1, method: 'x' },
      { id: 1, method: 1 },
      { id: 1, method: 'x', params: [] },
    ])
      expect((await command(nothing, body)).status).toBe(422)
    expect(await command('nowhere', { id: 1, method: 'state.get' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('UUID') },
    })
    const events = (body: object) => app.post(`/threads/${nothing}/stream/events`, body)
    for (const body of [{}, { channels: [] }, { channels: ['all'] }, { channels: ['values'], since: -1 }])
      expect((await events(body)).status).toBe(422)
  })
})
