import { describe, expect, it } from 'vitest'
import { reduceEvent } from './chat.ts'
import { activeNodes, chunkRate, liveItems, newLiveRun, type LiveRun } from './live-run.ts'
import { toEntries } from './transcript.ts'

let clock = 0
const event = (type: string, data: unknown, id = String(clock)) => ({ type, data: JSON.stringify(data), id })
const play = (events: ReturnType<typeof event>[], from: LiveRun = newLiveRun()): LiveRun =>
  events.reduce((run, current) => {
    clock += 100
    return reduceEvent(run, current, clock)
  }, from)

const human = { type: 'human', id: 'h1', content: 'Where is it?' }
const chunk = (content: string, more = {}) => [
  { type: 'AIMessageChunk', id: 'm1', content, tool_calls: [], ...more },
  { langgraph_node: 'reply', langgraph_checkpoint_ns: 'reply:t1' },
]
const start = event('tasks', { id: 't1', name: 'reply', input: {}, triggers: [], interrupts: [] })

describe('the stream of a run', () => {
  it('joins the pieces of a message and names the node that writes it', () => {
    const run = play([
      event('metadata', { run_id: 'r1' }),
      event('values', { messages: [human] }),
      start,
      event('messages|reply:t1', chunk('In ')),
      event('messages|reply:t1', chunk('Rotterdam')),
    ])
    expect(run.runId).toBe('r1')
    const items = liveItems(run, new Set())
    expect(items.map(({ type, node }) => [type, node])).toEqual([
      ['message', undefined],
      ['message', 'reply'],
    ])
    expect(items[1]).toMatchObject({ streaming: true, message: { text: 'In Rotterdam' } })
    expect(activeNodes(run).running).toEqual(['reply'])
    expect(chunkRate(run)).toBe(10)
  })

  it('replaces a streamed message by the one of the state and ignores late pieces', () => {
    const run = play([
      start,
      event('messages', chunk('In ')),
      event('values', { messages: [human, { type: 'ai', id: 'm1', content: 'In Rotterdam' }] }),
      event('messages', chunk('Rotterdam')),
    ])
    const message = liveItems(run, new Set(['h1']))[0]
    expect(message).toMatchObject({ streaming: false, node: 'reply', message: { text: 'In Rotterdam' } })
  })

  it('builds the arguments of a tool call from its pieces and puts the result beside it', () => {
    const piece = (args: string, more = {}) => ({ tool_call_chunks: [{ index: 0, args, ...more }] })
    const run = play([
      event('messages', chunk('', piece('{"order":', { id: 'c1', name: 'orders.get' }))),
      event('messages', chunk('', piece(' 5120}'))),
      event('messages', [
        { type: 'tool', id: 'm2', tool_call_id: 'c1', content: '1 item' },
        { langgraph_node: 'tools' },
      ]),
    ])
    const entries = toEntries(liveItems(run, new Set()))
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({
      type: 'tools',
      node: 'tools',
      uses: [{ call: { name: 'orders.get', args: { order: 5120 } }, result: { text: '1 item' } }],
    })
  })

  it('drops what a task streamed before a crash when the task starts again', () => {
    const run = play([
      start,
      event('messages', chunk('In Rot')),
      start,
      event('messages', [{ ...chunk('In ')[0], id: 'm9' }, chunk('')[1]]),
    ])
    expect(liveItems(run, new Set()).map((item) => item.type === 'message' && item.message.text)).toEqual([
      'In ',
    ])
  })

  it('shows interrupts as waiting steps and keeps the state when only an interrupt arrives', () => {
    const interrupt = { id: 'i1', value: { question: 'Which colour?' } }
    const run = play([
      event('values', { item: 'shirt' }),
      event('tasks', { id: 't2', name: 'ask', input: {}, triggers: [] }),
      event('values', { __interrupt__: [interrupt] }),
      event('tasks', { id: 't2', name: 'ask', result: {}, interrupts: [interrupt] }),
    ])
    expect(run.values).toEqual({ item: 'shirt' })
    expect(run.interrupts).toEqual([interrupt])
    expect(liveItems(run, new Set())).toMatchObject([
      { type: 'step', status: 'waiting', interrupts: [interrupt] },
    ])
  })

  it('shows an interrupt of a nested graph once, at the node that contains the graph', () => {
    const interrupt = { id: 'i1', value: 'May I?' }
    const task = (id: string, name: string) => ({ id, name, triggers: [], input: {} })
    const run = play([
      event('tasks', task('outer', 'permission')),
      event('tasks|permission:outer', task('inner', 'confirm')),
      event('tasks|permission:outer', { id: 'inner', name: 'confirm', interrupts: [interrupt] }),
      event('tasks', { id: 'outer', name: 'permission', interrupts: [interrupt] }),
    ])
    expect(
      liveItems(run, new Set()).filter((item) => item.type === 'step' && item.status === 'waiting'),
    ).toMatchObject([{ node: 'permission', interrupts: [interrupt] }])
  })

  it('reports errors of nodes and of the run', () => {
    const run = play([
      start,
      event('tasks', { id: 't1', name: 'reply', error: { message: 'no provider' }, interrupts: [] }),
      event('error', { error: 'graph_error', message: 'no provider' }),
    ])
    expect(liveItems(run, new Set())).toMatchObject([{ status: 'failed', error: 'no provider' }])
    expect(run.error).toEqual({ name: 'graph_error', message: 'no provider' })
  })

  it('lists finished nodes of streams without the mode "tasks"', () => {
    const run = play([event('updates', { triage: { intent: 'delivery' } }), event('updates', { reply: {} })])
    expect(run.items.map(({ node }) => node)).toEqual(['triage', 'reply'])
  })

  it('starts again when the stream is replayed from its beginning, and continues otherwise', () => {
    const first = play([event('metadata', { run_id: 'r1' }), start, event('messages', chunk('In '), '7')])
    expect(first.lastEventId).toBe('7')
    expect(play([event('messages', chunk('Rotterdam'))], first).items.at(-1)).toMatchObject({
      message: { text: 'In Rotterdam' },
    })
    expect(play([event('metadata', { run_id: 'r1' })], first).items).toEqual([])
  })

  it('ignores states and updates of nested graphs, unknown events and data that is not JSON', () => {
    const run = play([
      event('values', { a: 1 }),
      event('values|sub:1', { b: 2 }),
      event('updates|sub:1', { inner: {} }),
      event('heartbeat', null),
    ])
    expect(reduceEvent(run, { type: 'values', data: '{', id: '9' }, 0).lastEventId).toBe('9')
    expect(run.values).toEqual({ a: 1 })
    expect(run.items).toEqual([])
  })
})
