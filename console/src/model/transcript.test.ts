import { describe, expect, it } from 'vitest'
import type { Task, ThreadState } from '../api/dialect.ts'
import { buildTree, pathTo } from './checkpoint-tree.ts'
import { pathItems, toEntries } from './transcript.ts'

const human = { type: 'human', id: 'h1', content: 'Hello' }
const calling = {
  type: 'ai',
  id: 'a1',
  content: '',
  tool_calls: [{ id: 'c1', name: 'orders.get', args: { order: 1 } }],
}
const result = { type: 'tool', id: 'o1', tool_call_id: 'c1', name: 'orders.get', content: 'one item' }
const reply = { type: 'ai', id: 'a2', content: 'Done' }
const other = { type: 'human', id: 'h2', content: 'Goodbye' }

const task = (name: string, more: Partial<Task> = {}): Task => ({
  id: `t-${name}`,
  name,
  error: null,
  interrupts: [],
  checkpoint: null,
  state: null,
  result: null,
  ...more,
})
const state = (
  id: string,
  parent: string | null,
  messages: unknown[],
  tasks: Task[],
  source = 'loop',
): ThreadState => ({
  values: { messages },
  next: tasks.map(({ name }) => name),
  tasks,
  metadata: { source },
  created_at: null,
  checkpoint: { checkpoint_id: id, checkpoint_ns: '' },
  parent_checkpoint: parent === null ? null : { checkpoint_id: parent, checkpoint_ns: '' },
  interrupts: [],
})

const states = [
  state('1', null, [], [task('__start__', { result: { messages: [human] } })], 'input'),
  state('2', '1', [human], [task('triage', { result: { intent: 'x' } })]),
  state('3', '2', [human], [task('agent', { result: { messages: [calling] } })]),
  state('4', '3', [human, calling], [task('tools', { result: { messages: [result] } })]),
  state(
    '5',
    '4',
    [human, calling, result],
    [
      task('agent', { id: 't-last', result: { messages: [reply] } }),
      task('ask', { interrupts: [{ value: 'ok?' }] }),
    ],
  ),
  // A fork from the input with another message.
  state('6', '1', [], [task('__start__', { result: { messages: [other] } })], 'input'),
  state('7', '6', [other], []),
]
const tree = buildTree(states)
const describeItems = (id: string) =>
  toEntries(pathItems(tree, pathTo(tree, id))).map((entry) => [entry.type, entry.node, entry.checkpoint?.id])

describe('the transcript of a path', () => {
  it('names the node of every message and lists steps without messages', () => {
    expect(describeItems('5')).toEqual([
      ['message', undefined, '2'],
      ['step', 'triage', '3'],
      ['tools', 'tools', '4'],
      ['message', 'agent', '5'],
      ['step', 'ask', '5'],
    ])
  })

  it('offers the alternatives where a branch starts', () => {
    const [first] = pathItems(tree, pathTo(tree, '7'))
    expect(first).toMatchObject({
      type: 'message',
      branches: { ids: ['2', '6'], index: 1 },
      message: { text: 'Goodbye' },
    })
    expect(pathItems(tree, pathTo(tree, '5'))[0]?.branches).toEqual({ ids: ['2', '6'], index: 0 })
  })

  it('shows a failed task of the last checkpoint', () => {
    const failed = buildTree([state('1', null, [human], [task('agent', { error: 'no provider' })])])
    expect(pathItems(failed, failed.nodes).at(-1)).toMatchObject({ status: 'failed', error: 'no provider' })
  })

  it('a task that was resumed while others wait is done', () => {
    const interrupts = [{ value: 'ok?' }]
    const partly = state('1', null, [human], [task('colour', { interrupts }), task('size', { interrupts })])
    const resumed = buildTree([{ ...partly, next: ['size'] }])
    const items = pathItems(resumed, resumed.nodes)
    expect(items.slice(1)).toMatchObject([
      { node: 'colour', status: 'done' },
      { node: 'size', status: 'waiting' },
    ])
  })

  it('keeps a tool result whose call is not in the conversation', () => {
    const lost = buildTree([state('1', null, [result], [])])
    expect(toEntries(pathItems(lost, lost.nodes))).toMatchObject([
      { type: 'message', message: { kind: 'tool' } },
    ])
  })
})
