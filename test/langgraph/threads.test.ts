import { Client, type Checkpoint } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const SOURCE = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  log: Annotation({ reducer: (a, b) => a.concat(b), default: () => [] }),
  wait: Annotation(),
})
export const graph = new StateGraph(State)
  .addNode('first', () => ({ log: ['first'] }))
  .addNode('second', async ({ wait }, { signal }) => {
    if (wait) await new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, 20_000)
      signal.addEventListener('abort', () => (clearTimeout(timer), reject(new Error('stopped'))))
    })
    return { log: ['second'] }
  })
  .addEdge(START, 'first').addEdge('first', 'second')
  .compile()
`

interface Values {
  log: string[]
}

describe.each(DATABASE_KINDS)('threads on %s', (databaseKind) => {
  let app: TestApp
  let client: Client
  let receiver: WebhookReceiver
  const project = makeProject({ steps: SOURCE }).folder

  beforeAll(async () => {
    receiver = await startWebhookReceiver()
    app = await startApp({
      databaseKind,
      execute: true,
      project,
      env: { WEBHOOK_ALLOW_PRIVATE: 'true', BUILT_IN_AGENT: 'true' },
    })
    client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
  })
  afterAll(async () => {
    await app.stop()
    await receiver.stop()
  })

  const createThread = async (log: string[] = ['given']): Promise<string> => {
    const { thread_id } = await client.threads.create()
    await client.runs.wait(thread_id, 'steps', { input: { log } })
    return thread_id
  }
  const logOf = async (thread_id: string): Promise<string[]> =>
    (await client.threads.getState<Values>(thread_id)).values.log
  const startRun = async (thread_id: string): Promise<string> => {
    const { run_id } = await client.runs.create(thread_id, 'steps', {
      input: { log: ['undone'], wait: true },
    })
    await expect.poll(() => logOf(thread_id)).toContain('undone')
    return run_id
  }

  it('a copied thread has the state, history and messages of the original, and is independent of it', async () => {
    const original = await createThread()
    const copy = await client.threads.copy(original)
    expect(copy).toMatchObject({ status: 'idle', values: { log: ['given', 'first', 'second'] } })
    expect(await client.threads.getHistory(copy.thread_id)).toHaveLength(4)
    await client.runs.wait(copy.thread_id, 'steps', { input: { log: ['more'] } })
    expect(await logOf(copy.thread_id)).toEqual(['given', 'first', 'second', 'more', 'first', 'second'])
    expect(await logOf(original)).toEqual(['given', 'first', 'second'])
    await client.threads.delete(original)
    expect(await client.threads.getHistory(copy.thread_id)).toHaveLength(8)
    const chat = await client.threads.create()
    await client.runs.wait(chat.thread_id, 'agent', {
      input: { messages: [{ role: 'user', content: 'Hi' }] },
    })
    const other = await client.threads.copy(chat.thread_id)
    const { body } = await app.get(`/api/v1/threads/${other.thread_id}/messages`)
    expect(body.data.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'user'])
  })

  it('a thread without an assistant has the state and history of its native runs', async ({ expect }) => {
    const { body: thread } = await app.post('/api/v1/threads', {})
    const thread_id = String(thread.thread_id)
    expect((await client.threads.getState(thread_id)).checkpoint).toBeNull()
    const { assistant_id } = (await client.assistants.search({ graphId: 'agent' }))[0]!
    const message = 'The lid of my blender is broken'
    await app.post('/api/v1/runs?wait=60', { thread_id, assistant_id, input: { message } })
    const { values } = await client.threads.getState<{ messages?: unknown[] }>(thread_id)
    expect(values.messages).toHaveLength(2)
    const history = await client.threads.getHistory(thread_id)
    expect(history.map(({ metadata }) => metadata?.source)).toContain('input')
    await client.threads.updateState(thread_id, {
      values: { messages: [{ type: 'human', content: 'It is order 4711' }] },
    })
    const { parent_checkpoint } = await client.threads.getState(thread_id)
    expect(parent_checkpoint?.checkpoint_id).toBe(history[0]?.checkpoint.checkpoint_id)
  })

  it('pruning keeps the latest state or removes the thread', async () => {
    const [kept, removed] = [await createThread(), await createThread()]
    const unknown = '0198c9a2-0000-7000-8000-000000000000'
    expect(await client.threads.prune([kept, unknown], { strategy: 'keep_latest' })).toEqual({
      pruned_count: 1,
    })
    expect(await client.threads.getHistory(kept)).toHaveLength(1)
    expect(await logOf(kept)).toEqual(['given', 'first', 'second'])
    await client.runs.wait(kept, 'steps', { input: { log: [] } })
    expect((await logOf(kept)).length).toBe(5)
    expect(await client.threads.prune([removed])).toEqual({ pruned_count: 1 })
    await expect(client.threads.get(removed)).rejects.toThrow('404')
  })

  it('a thread can be created with supersteps, all of them or none', async () => {
    const supersteps = [
      { updates: [{ values: { log: ['a'] }, asNode: 'first' }] },
      { updates: [{ values: { log: ['b'] }, asNode: 'second' }] },
      { updates: [{ values: { log: ['c'] }, asNode: 'first' }] },
    ]
    const { thread_id } = await client.threads.create({ graphId: 'steps', supersteps })
    expect(await logOf(thread_id)).toEqual(['a', 'b', 'c'])
    expect(await client.threads.getState(thread_id)).toMatchObject({ next: ['second'] })
    const wrong = [{ updates: [{ values: { log: ['b'] }, asNode: 'nowhere' }] }]
    const metadata = { broken: true }
    await expect(client.threads.create({ graphId: 'steps', supersteps: wrong, metadata })).rejects.toThrow(
      '422',
    )
    expect(await client.threads.search({ metadata })).toEqual([])
  })

  it('rollback undoes a running run, on a new run and on cancel', async () => {
    const thread_id = await createThread()
    const first = await startRun(thread_id)
    const second = await client.runs.create(thread_id, 'steps', {
      input: { log: ['instead'] },
      multitaskStrategy: 'rollback',
    })
    await client.runs.join(thread_id, second.run_id)
    expect(await logOf(thread_id)).toEqual(['given', 'first', 'second', 'instead', 'first', 'second'])
    const third = await startRun(thread_id)
    await client.runs.cancel(thread_id, third, true, 'rollback')
    expect(await logOf(thread_id)).toHaveLength(6)
    await expect(client.runs.get(thread_id, third)).rejects.toThrow('404')
    const runs = await client.runs.list(thread_id)
    for (const undone of [first, third]) expect(runs.map(({ run_id }) => run_id)).not.toContain(undone)
    expect(await client.threads.get(thread_id)).toMatchObject({ status: 'idle' })
  })

  it('cancelMany cancels several runs, and ends their streams', async () => {
    const thread_id = await createThread()
    const first = await startRun(thread_id)
    const second = await client.runs.create(thread_id, 'steps', { input: { log: [] } })
    const stream = client.runs.joinStream(thread_id, first)
    const followed = (async () => {
      for await (const _ of stream);
    })()
    await client.runs.cancelMany({ threadId: thread_id, runIds: [first, second.run_id] })
    await followed
    const statuses = (await client.runs.list(thread_id)).map(({ status }) => status)
    expect(statuses).toEqual(['interrupted', 'interrupted', 'success'])
    await startRun(thread_id)
    await client.runs.cancelMany({ status: 'all' })
    expect(await client.runs.list(thread_id, { status: 'running' })).toEqual([])
    await expect(client.runs.cancelMany({ status: 'all', threadId: thread_id } as never)).rejects.toThrow(
      '422',
    )
  })

  it('a run can start from any checkpoint', async () => {
    const thread_id = await createThread()
    const states = await client.threads.getHistory<Values>(thread_id)
    const { checkpoint } = states.find(({ next }) => next[0] === 'second')!
    await client.runs.wait(thread_id, 'steps', { input: null, checkpoint })
    expect(await logOf(thread_id)).toEqual(['given', 'first', 'second'])
    const changed = await client.threads.updateState(thread_id, {
      values: { log: ['other'] },
      checkpoint,
    })
    await client.runs.wait(thread_id, 'steps', {
      input: null,
      checkpoint: (changed as unknown as { checkpoint: Checkpoint }).checkpoint,
    })
    expect(await logOf(thread_id)).toEqual(['given', 'first', 'other', 'second'])
  })

  it('metadata can be added to the latest state and used to search the history', async () => {
    const thread_id = await createThread()
    await client.threads.patchState(thread_id, { seen: true })
    const [state, ...others] = await client.threads.getHistory(thread_id, { metadata: { seen: true } })
    expect(others).toEqual([])
    expect(state?.metadata).toMatchObject({ seen: true, step: 2 })
  })

  it('a thread can be streamed across its runs from any event', async () => {
    const thread_id = await createThread()
    const abort = new AbortController()
    const follow = async (lastEventId: string, until: number, streamMode?: 'lifecycle' | 'state_update') => {
      const events: { id?: string; event: string; data: unknown }[] = []
      const options = { lastEventId, ...(streamMode && { streamMode }), signal: abort.signal }
      for await (const event of client.threads.joinStream(thread_id, options))
        if (events.push(event) >= until) break
      return events
    }
    const whole = follow('-', 10)
    await client.runs.wait(thread_id, 'steps', { input: { log: [] } })
    await client.runs.create(thread_id, 'steps', { input: { log: ['again'] }, streamMode: ['updates'] })
    const events = await follow('-', 6)
    expect(events.map(({ event }) => event)).toEqual([
      'metadata',
      'values',
      'metadata',
      'values',
      'metadata',
      'updates',
    ])
    expect(await follow(events[4]!.id!, 1)).toEqual([events[5]])
    expect(
      (await follow('-', 3, 'state_update')).map(
        ({ data }) => (data as { values: Values }).values.log.length,
      ),
    ).toEqual([3, 5, 8])
    expect(
      (await follow('-', 6, 'lifecycle')).map(({ data }) => (data as { status: string }).status),
    ).toEqual(['run_started', 'run_done', 'run_started', 'run_done', 'run_started', 'run_done'])
    abort.abort()
    await whole.catch(() => undefined)
  })

  it('the webhook of a run receives its end in the LangGraph format', async () => {
    const { thread_id } = await client.threads.create()
    const run = await client.runs.create(thread_id, 'steps', { input: { log: ['x'] }, webhook: receiver.url })
    const [delivery] = await receiver.waitFor(1, (request) => request.body.run_id === run.run_id)
    expect(delivery?.body).toMatchObject({
      run_id: run.run_id,
      thread_id,
      status: 'success',
      values: { log: ['x', 'first', 'second'] },
      run_started_at: expect.any(String),
      run_ended_at: expect.any(String),
    })
  })

  it('the thread of a stateless run is removed with it, unless on_completion is keep', async () => {
    const keep = { metadata: { mine: databaseKind }, onCompletion: 'keep' as never }
    await client.runs.wait(null, 'steps', { input: { log: [] }, ...keep })
    const [kept] = await client.threads.search({ metadata: { mine: databaseKind } })
    expect(kept).toMatchObject({ values: { log: ['first', 'second'] } })
    await client.runs.wait(null, 'steps', { input: { log: [] }, metadata: { gone: databaseKind } })
    expect(await client.threads.search({ metadata: { gone: databaseKind } })).toEqual([])
  })

  it('a thread expires if it is not used within its TTL', async () => {
    const { thread_id } = await client.threads.create({ ttl: 60 })
    const include = { include: ['ttl'] } as never
    expect(await client.threads.get(thread_id, include)).toMatchObject({
      ttl: { ttl_minutes: 60, strategy: 'delete' },
    })
    await client.threads.update(thread_id, { ttl: { ttl: 0.0001, strategy: 'delete' } as never })
    await expect(client.threads.create({ ttl: -1 })).rejects.toThrow('422')
    if (databaseKind === 'sqlite') return
    // A node removes expired threads when it starts.
    const other = await startApp({ databaseUrl: app.databaseUrl, execute: true, project })
    await expect.poll(() => client.threads.search({ ids: [thread_id] })).toEqual([])
    await other.stop()
  })
})
