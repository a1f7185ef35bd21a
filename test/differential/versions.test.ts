/**
 * Runs the graphs of test/projects/versions with each supported version of LangGraph on Heddle, and if HEDDLE_PEER is set, with the
 * version that the peer requires on the peer. All of them must respond alike.
 */
import { Client, type StreamMode } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { CURRENT_VERSION, makeVersionProject, VERSIONS } from '../support/version-project.js'
import { executeRun, readRunEvents, waitForRun } from '../support/runs.js'
import { startPeerIn, type Peer } from './peer.js'
import { isPeerLive } from './recording.js'
import { readAll } from './scenario.js'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into states that they know
type State = any

/** The first version whose interrupts have an `id`, and which accepts several resume values. */
const FIRST_WITH_IDS = VERSIONS.indexOf('0.4')

let app: TestApp
let peer: Peer | undefined
const clients: Record<string, Client> = {}

beforeAll(async () => {
  const project = makeVersionProject()
  const connect = (apiUrl: string) => new Client({ apiUrl, apiKey: null, callerOptions: { maxRetries: 0 } })
  const peerGraphs = Object.entries(project.graphs).filter(([id]) => id.endsWith(CURRENT_VERSION))
  ;[peer, app] = await Promise.all([
    isPeerLive ? startPeerIn(project.folder, { graphs: Object.fromEntries(peerGraphs) }) : undefined,
    startApp({ execute: true, project: project.folder }),
  ])
  clients['Heddle'] = connect(await app.listen())
  if (peer !== undefined) clients['the peer'] = connect(peer.url)
  // The service loads eight versions of LangGraph at its start.
}, 120_000)
afterAll(async () => {
  await Promise.all([peer?.stop(), app.stop()])
})

const toInput = (content: string) => ({ messages: [{ role: 'human', content }] })

/** The events of a stream without its first, which names the run. Namespaces have no task IDs. */
const toNames = (events: { event: string }[]): string[] =>
  events.slice(1).map(({ event }) => event.replace(/:[0-9a-f-]{36}/g, ''))

const SERVERS = VERSIONS.map((version) => [version, 'Heddle'])
if (isPeerLive) SERVERS.push([CURRENT_VERSION, 'the peer'])

describe.each(SERVERS)('LangGraph %s on %s', (version, server) => {
  const toGraphId = (name: string): string => `${name}-${version}`
  const stream = async (name: string, payload: object): Promise<State[]> =>
    readAll(clients[server]!.runs.stream(await createThread(), toGraphId(name), payload))
  const wait = async (name: string, threadId: string, payload: object): Promise<State> =>
    clients[server]!.runs.wait(threadId, toGraphId(name), payload)
  const createThread = async (): Promise<string> => (await clients[server]!.threads.create()).thread_id

  it('a chat remembers its earlier turns, and can be forked from one of them', async () => {
    const { threads, store } = clients[server]!
    const thread = await createThread()
    for (const text of ['one', 'two']) await wait('chat', thread, { input: toInput(text) })
    const { messages, turns, questions } = await wait('chat', thread, { input: toInput('three') })
    expect(messages.map(({ content }: State) => content)).toEqual(
      ['one', 'two', 'three'].flatMap((text) => [text, `echo: ${text}`]),
    )
    // The code of the graph recognizes the stored messages as instances of its own classes.
    expect({ turns, questions }).toEqual({ turns: 3, questions: 3 })
    expect((await store.getItem(['chats', thread], 'count'))?.value).toEqual({ messages: 6, writes: 3 })
    await threads.updateState(thread, { values: { turns: 10 }, asNode: 'remember' })
    expect((await wait('chat', thread, { input: toInput('four') })).turns).toBe(11)
    const history = await threads.getHistory<State>(thread, { limit: 100 })
    expect(history).toHaveLength(17)
    const { checkpoint } = history.findLast(({ values }) => values.turns === 1)!
    const fork = await wait('chat', thread, {
      input: toInput('fork'),
      checkpointId: checkpoint.checkpoint_id,
    })
    expect(fork.messages).toHaveLength(4)
  })

  it('an agent of the prebuilt package calls a tool', async () => {
    const { messages } = await wait('agent', await createThread(), { input: toInput('weather in Rome') })
    expect(messages.map(({ type, content }: State) => [type, content])).toEqual([
      ['human', 'weather in Rome'],
      ['ai', ''],
      ['tool', 'sunny in Rome'],
      ['ai', 'echo: sunny in Rome'],
    ])
  })

  it('interrupts of a subgraph and of a node are shown and resumed', async () => {
    const { threads } = clients[server]!
    const thread = await createThread()
    const readInterrupts = async () => {
      const { status, interrupts } = await threads.get(thread)
      return [status, Object.values(interrupts).flatMap((all) => all.map(({ value }) => value))]
    }
    const { __interrupt__: pending } = await wait('approval', thread, { input: { item: 'shirt' } })
    expect(pending).toEqual([expect.objectContaining({ value: { question: 'May I order a shirt?' } })])
    expect(await readInterrupts()).toEqual(['interrupted', [{ question: 'May I order a shirt?' }]])
    const state = await threads.getState<State>(thread, undefined, { subgraphs: true })
    expect(state.tasks[0]?.state?.next).toEqual(['confirm'])
    await wait('approval', thread, { command: { resume: true } })
    expect(await readInterrupts()).toEqual(['interrupted', ['Which size?']])
    const [interrupt] = (await threads.getState(thread)).tasks.flatMap(({ interrupts }) => interrupts)
    const resume = VERSIONS.indexOf(version) < FIRST_WITH_IDS ? 'XL' : { [interrupt!.id!]: 'XL' }
    const result = await wait('approval', thread, { command: { resume } })
    expect(result).toEqual({ item: 'shirt', approved: true, size: 'XL', log: ['shirt XL true'] })
    expect(await readInterrupts()).toEqual(['idle', []])
  })

  it('tasks that were sent in parallel survive an interrupt of one of them', async () => {
    const thread = await createThread()
    await wait('squares', thread, { input: { numbers: [1, 0, 3] } })
    const { tasks } = await clients[server]!.threads.getState(thread)
    expect(tasks.map(({ name, interrupts }) => [name, interrupts.length])).toEqual([
      ['square', 0],
      ['square', 1],
      ['square', 0],
    ])
    expect((await wait('squares', thread, { command: { resume: 7 } })).results).toEqual([1, 49, 9, 3])
  })

  it('a node that throws ends the stream with its error', async () => {
    const events = await stream('squares', { input: { numbers: [-2] }, streamMode: ['tasks', 'updates'] })
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { error: 'RangeError', message: '-2 is negative' },
    })
    expect(toNames(events)).toContain('tasks')
  })

  it('a workflow of the functional API is resumed, and reads what its last run saved', async () => {
    const thread = await createThread()
    const totals: unknown[] = []
    for (const number of [4, 5]) {
      await wait('workflow', thread, { input: { number } })
      totals.push(await wait('workflow', thread, { command: { resume: 1 } }))
    }
    expect(totals).toEqual([{ total: 9 }, { total: 20 }])
  })

  it('a chat is streamed in all modes', async () => {
    const expected: Partial<Record<StreamMode, string[]>> = {
      values: ['values', 'values'],
      updates: ['updates', 'updates'],
      'messages-tuple': ['messages', 'messages'],
      custom: ['custom'],
      tasks: ['tasks', 'tasks', 'tasks', 'tasks'],
      checkpoints: ['checkpoints', 'checkpoints', 'checkpoints', 'checkpoints'],
      debug: Array.from({ length: 8 }, () => 'debug'),
    }
    const modes = Object.keys(expected) as StreamMode[]
    const streams = await Promise.all(
      modes.map((streamMode) => stream('chat', { input: toInput('hello'), streamMode })),
    )
    expect(Object.fromEntries(modes.map((mode, index) => [mode, toNames(streams[index]!)]))).toEqual(expected)
    const checkpoints = streams[modes.indexOf('checkpoints')]!.slice(1).map(({ data }) => data)
    expect(checkpoints.map(({ next, metadata }) => [next, metadata.step, metadata.source])).toEqual([
      [['__start__'], -1, 'input'],
      [['reply'], 0, 'loop'],
      [['remember'], 1, 'loop'],
      [[], 2, 'loop'],
    ])
    expect(checkpoints.at(-1).values).toMatchObject({ turns: 1, questions: 1 })
  })

  it('the events of a subgraph carry its namespace, and those of values name their checkpoints', async () => {
    const payload = { input: { item: 'shirt' }, streamSubgraphs: true }
    const tasks = await stream('approval', { ...payload, streamMode: 'tasks' })
    expect(toNames(tasks)).toEqual(['tasks', 'tasks|permission', 'tasks|permission', 'tasks'])
    const values = await stream('approval', { ...payload, streamMode: 'values' })
    expect(toNames(values)).toEqual([
      'checkpoints',
      'values',
      'checkpoints|permission',
      'values|permission',
      'values|permission',
      'values',
    ])
    const id = expect.any(String) as string
    expect(values[1].data).toEqual({ id, parent_id: id, step: 0, source: 'loop' })
    const interrupt = expect.objectContaining({ value: { question: 'May I order a shirt?' } }) as object
    expect(values.at(-1).data).toEqual({ __interrupt__: [interrupt] })
  })
})

it.each(VERSIONS)('the native API shows and resumes interrupts of LangGraph %s', async (version) => {
  const assistant = (await app.post('/api/v1/assistants', { name: version, graph_id: `approval-${version}` }))
    .body
  const { assistant_id } = assistant
  const { run_id, required_action } = await executeRun(app, { assistant_id, input: { item: 'shirt' } })
  const [{ id, value }] = required_action.interrupts
  expect(value).toEqual({ question: 'May I order a shirt?' })
  await app.post(`/api/v1/runs/${run_id}/resume`, { inputs: { [id as string]: true } })
  const waiting = await waitForRun(app, run_id, ['requires_action', 'failed'])
  expect(waiting.required_action.interrupts).toEqual([{ id: expect.any(String), value: 'Which size?' }])
  await app.post(`/api/v1/runs/${run_id}/resume`, { input: 'XL' })
  const { output } = await waitForRun(app, run_id, ['completed', 'failed'])
  expect(output.log).toEqual(['shirt XL true'])
  const events = await readRunEvents(app, run_id)
  const completed = events.filter(({ type }) => type === 'node.completed').map(({ data }) => data.node_id)
  expect(completed).toEqual(['permission/confirm', 'permission', 'measure', 'order'])
})

describe('a project changes its version of LangGraph', () => {
  const oldest = VERSIONS[0]!

  it.each(VERSIONS.slice(0, -1))(
    'a thread of %s continues with the current version, and back',
    async (version) => {
      const { runs, threads } = clients['Heddle']!
      const { thread_id } = await threads.create()
      const chat = async (name: string, text: string): Promise<State> =>
        runs.wait(thread_id, `chat-${name}`, { input: toInput(text) })
      await chat(version, 'one')
      expect(await chat(CURRENT_VERSION, 'two')).toMatchObject({ turns: 2, questions: 2 })
      const { turns, questions, messages } = await chat(version, 'three')
      expect({ turns, questions, count: messages.length }).toEqual({ turns: 3, questions: 3, count: 6 })
      expect(await threads.getHistory(thread_id, { limit: 100 })).toHaveLength(12)
    },
  )

  it.each(VERSIONS.slice(0, -1))('interrupts of %s are resumed with the current version', async (version) => {
    const { runs, threads } = clients['Heddle']!
    const { thread_id } = await threads.create()
    await runs.wait(thread_id, `squares-${version}`, { input: { numbers: [1, 0, 3] } })
    const resumed = await runs.wait(thread_id, `squares-${CURRENT_VERSION}`, { command: { resume: 7 } })
    expect((resumed as State).results).toEqual([1, 49, 9, 3])
  })

  it(`interrupts of the current version are resumed with ${oldest}`, async () => {
    const { runs, threads } = clients['Heddle']!
    const { thread_id } = await threads.create()
    await runs.wait(thread_id, `squares-${CURRENT_VERSION}`, { input: { numbers: [1, 0, 3] } })
    const resumed = await runs.wait(thread_id, `squares-${oldest}`, { command: { resume: 7 } })
    expect((resumed as State).results).toEqual([1, 49, 9, 3])
  })
})
