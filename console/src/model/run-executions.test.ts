import { expect, test } from 'vitest'
import type { RunEvent } from '../api/types.ts'
import { buildTrace } from './build-trace.ts'
import { layOutExecutions, MAX_EXECUTIONS } from './run-executions.ts'
import { hasRepeats } from './spans.ts'

const graph = {
  nodes: ['__start__', 'agent', 'tools', 'audit', '__end__'].map((id) => ({ id })),
  edges: [
    { source: '__start__', target: 'agent' },
    { source: 'agent', target: 'tools', conditional: true },
    { source: 'agent', target: 'audit', conditional: true },
    { source: 'tools', target: 'agent' },
    { source: 'agent', target: '__end__', conditional: true },
  ],
}

/** Each inner list is a step with the nodes that ran in it. */
const buildSpans = (steps: string[][]) => {
  let seq = 0
  const toEvent = (type: string, node_id: string, step: number, index: number): RunEvent => {
    seq += 1
    const ids = { run_id: 'r', thread_id: 't', node_id, step, parent: null, task_id: `${step}-${index}` }
    return { seq, type, timestamp: new Date(seq).toISOString(), at: seq, ...ids }
  }
  return buildTrace(
    steps.flatMap((names, step) => [
      ...names.map((name, index) => toEvent('node.started', name, step, index)),
      ...names.map((name, index) => toEvent('node.completed', name, step, index)),
    ]),
  ).spans
}

test('a loop is drawn once for each round, in the order of time', () => {
  const spans = buildSpans([['agent'], ['tools'], ['agent']])
  const { nodes, edges, hidden } = layOutExecutions(graph, spans, true)
  expect(nodes.map(({ label }) => label)).toEqual(['start', 'agent', 'tools', 'agent', 'end'])
  expect(nodes.map(({ y }) => y)).toEqual(nodes.map(({ y }) => y).toSorted((a, b) => a - b))
  expect(edges).toHaveLength(4)
  expect(hidden).toBe(0)
})

test('nodes of one step stand side by side, and each follows the node that leads to it', () => {
  const spans = buildSpans([['agent'], ['tools', 'audit'], ['agent']])
  const { nodes, edges } = layOutExecutions(graph, spans, false)
  const [, , tools, audit] = nodes
  expect(tools?.y).toBe(audit?.y)
  expect(tools?.x).not.toBe(audit?.x)
  const labelOf = (id: string): string | undefined => nodes.find((node) => node.id === id)?.label
  expect(edges.map(({ source, target }) => `${labelOf(source) ?? ''}-${labelOf(target) ?? ''}`)).toEqual([
    'start-agent',
    'agent-tools',
    'agent-audit',
    'tools-agent',
  ])
})

test('many parallel executions continue in further lines and do not overlap', () => {
  const { nodes } = layOutExecutions(
    graph,
    buildSpans([['agent'], Array.from({ length: 5 }, () => 'tools')]),
    true,
  )
  const places = new Set(nodes.map(({ x, y }) => `${String(x)} ${String(y)}`))
  expect(places.size).toBe(nodes.length)
})

test('of a long run only the last executions are drawn', () => {
  const steps = Array.from({ length: 100 }, (_, step) => [step % 2 === 0 ? 'agent' : 'tools'])
  const { nodes, hidden } = layOutExecutions(graph, buildSpans(steps), true)
  expect(hidden).toBe(100 - MAX_EXECUTIONS)
  expect(nodes).toHaveLength(MAX_EXECUTIONS + 1)
})

test('a run has repeats if a node ran more than once', () => {
  expect(hasRepeats(buildSpans([['agent'], ['tools']]))).toBe(false)
  expect(hasRepeats(buildSpans([['agent'], ['tools'], ['agent']]))).toBe(true)
})
