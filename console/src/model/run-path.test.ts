import { expect, test } from 'vitest'
import type { RunEvent } from '../api/types.ts'
import { layOutPath } from './run-path.ts'
import { buildTrace } from './build-trace.ts'

const graph = {
  nodes: ['__start__', 'classify', 'refund', 'faq', '__end__'].map((id) => ({ id })),
  edges: [
    { source: '__start__', target: 'classify' },
    { source: 'classify', target: 'refund', conditional: true },
    { source: 'classify', target: 'faq', conditional: true },
    { source: 'refund', target: '__end__' },
    { source: 'faq', target: '__end__' },
    { source: 'faq', target: 'missing' },
  ],
}

const makeEvent = (seq: number, type: string, node_id?: string): RunEvent => ({
  seq,
  type,
  run_id: 'r',
  thread_id: 't',
  timestamp: new Date(seq).toISOString(),
  at: seq,
  ...(node_id !== undefined && { node_id, task_id: node_id }),
})

const events = [
  makeEvent(1, 'run.claimed'),
  makeEvent(2, 'node.started', 'classify'),
  makeEvent(3, 'node.completed', 'classify'),
  makeEvent(4, 'node.started', 'refund'),
]

test('the path of a run consists of the nodes that ran', () => {
  const { nodes, edges } = layOutPath(graph, buildTrace(events).spans, false)
  expect(nodes.map(({ id, state, runs }) => [id, state, runs])).toEqual([
    ['__start__', 'done', 1],
    ['classify', 'done', 1],
    ['refund', 'running', 1],
    ['faq', 'idle', 0],
    ['__end__', 'idle', 0],
  ])
  expect(edges.filter(({ taken }) => taken).map(({ source, target }) => `${source}-${target}`)).toEqual([
    '__start__-classify',
    'classify-refund',
  ])
})

test('a completed run has reached the end', () => {
  const done = [...events, makeEvent(5, 'node.completed', 'refund'), makeEvent(6, 'run.completed')]
  const { nodes, edges } = layOutPath(graph, buildTrace(done).spans, true)
  expect(nodes.at(-1)).toMatchObject({ id: '__end__', state: 'done' })
  expect(edges.filter(({ taken }) => taken)).toHaveLength(3)
})

test('nodes do not overlap', () => {
  const { nodes } = layOutPath(graph, [], false)
  for (const one of nodes)
    for (const other of nodes)
      if (one !== other)
        expect(
          Math.abs(one.x - other.x) >= Math.min(one.width, other.width) ||
            Math.abs(one.y - other.y) >= Math.min(one.height, other.height),
        ).toBe(true)
})

test('a conditional edge was taken only if its target ran in the next step', () => {
  const loop = {
    nodes: ['__start__', 'agent', 'tools', 'summary', '__end__'].map((id) => ({ id })),
    edges: [
      { source: '__start__', target: 'agent' },
      { source: 'agent', target: 'tools', conditional: true },
      { source: 'agent', target: 'summary', conditional: true },
      { source: 'agent', target: '__end__', conditional: true },
      { source: 'tools', target: 'agent', conditional: true },
      { source: 'tools', target: 'summary', conditional: true },
      { source: 'summary', target: '__end__' },
    ],
  }
  const steps = ['agent', 'tools', 'agent', 'summary'].flatMap((node, index) =>
    ['node.started', 'node.completed'].map((type, half) => ({
      ...makeEvent(index * 2 + half + 1, type, node),
      task_id: String(index),
      step: index + 1,
    })),
  )
  const { edges } = layOutPath(loop, buildTrace(steps).spans, true)
  expect(edges.filter(({ taken }) => taken).map(({ source, target }) => `${source}-${target}`)).toEqual([
    '__start__-agent',
    'agent-tools',
    'agent-summary',
    'tools-agent',
    'summary-__end__',
  ])
})

test('the kind of a node is what it contains: a question to a person before tools, and tools before models', () => {
  const inside = (seq: number, type: string, fields: object): RunEvent => ({
    ...makeEvent(seq, type, 'classify'),
    ...fields,
  })
  const kindAfter = (count: number): string | undefined => {
    const all = [
      makeEvent(1, 'node.started', 'classify'),
      inside(2, 'llm.started', { call_id: 'c', model: 'gpt' }),
      inside(3, 'tool.call', { tool_call_id: 't', tool_name: 'search' }),
      inside(4, 'run.requires_action', { required_action: { type: 'human_input' } }),
    ]
    const { nodes } = layOutPath(graph, buildTrace(all.slice(0, count)).spans, false)
    return nodes.find(({ id }) => id === 'classify')?.kind
  }
  expect([1, 2, 3, 4].map(kindAfter)).toEqual(['node', 'llm', 'tool', 'waiting'])
})
