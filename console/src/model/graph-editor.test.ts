import { expect, test } from 'vitest'
import {
  addNode,
  edgesOf,
  findWrongNodes,
  moveNode,
  problemsAt,
  removeNode,
  sequentialEdges,
  withEdges,
  withNode,
} from './graph-editor.ts'

const GRAPH = {
  state: { notes: { reducer: 'append' } },
  nodes: [
    { id: 'a', type: 'llm' },
    { id: 'b', type: 'llm' },
    { id: 'c', type: 'llm' },
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b', when: 'x > 1' },
    { from: ['a', 'b'], to: 'c' },
  ],
}

test('edges survive the form, joins and conditions included', () => {
  const edges = edgesOf(GRAPH)
  expect(edges?.[2]).toEqual({ from: 'a, b', to: 'c', when: '' })
  expect(withEdges(GRAPH, edges)).toEqual(GRAPH)
  expect(withEdges(GRAPH, undefined)).not.toHaveProperty('edges')
})

test('a node is added with an id of its own, moved, and removed with its edges', () => {
  expect(addNode(addNode({}, 'llm'), 'llm')).toEqual({
    nodes: [
      { id: 'llm_1', type: 'llm' },
      { id: 'llm_2', type: 'llm' },
    ],
  })
  expect(moveNode(GRAPH, 0, 1)['nodes']).toMatchObject([{ id: 'b' }, { id: 'a' }, { id: 'c' }])
  expect(moveNode(GRAPH, 2, 1)).toBe(GRAPH)
  expect(removeNode(GRAPH, 1)['edges']).toEqual([{ from: 'start', to: 'a' }])
  expect(sequentialEdges(GRAPH).map(({ from, to }) => `${from} ${to}`)).toEqual(['start a', 'a b', 'b c'])
})

test('edges follow a node that gets another id, unless the id belongs to another node too', () => {
  const renamed = withNode(GRAPH, 0, { id: 'first', type: 'llm' })
  expect(edgesOf(renamed)?.map(({ from, to }) => `${from} -> ${to}`)).toEqual([
    'start -> first',
    'first -> b',
    'first, b -> c',
  ])
  expect(withNode(GRAPH, 0, { id: 'b', type: 'llm' })['edges']).toBe(GRAPH.edges)
  const twice = { ...GRAPH, nodes: [{ id: 'b' }, { id: 'b' }] }
  expect(withNode(twice, 0, { id: 'd' })['edges']).toBe(GRAPH.edges)
})

test('a condition has no edges of its own', () => {
  const nodes = [
    { id: 'route', type: 'condition' },
    { id: 'a', type: 'llm' },
    { id: 'b', type: 'llm' },
  ]
  expect(sequentialEdges({ nodes }).map(({ from, to }) => `${from} ${to}`)).toEqual(['start route', 'a b'])
})

test('problems belong to the field of the node or edge in their path', () => {
  const problems = {
    'graph_schema/nodes/1/branches/0/to': 'no such node',
    'graph_schema/nodes/1/id': 'is used twice',
    'graph_schema/nodes/10/url': 'is required',
    'graph_schema/edges/0': 'is not reachable',
  }
  expect(problemsAt(problems, 'nodes/1')).toEqual({ branches: 'no such node', id: 'is used twice' })
  expect(problemsAt(problems, 'edges/0')).toEqual({ '': 'is not reachable' })
  expect([...findWrongNodes(problems, GRAPH)]).toEqual(['b'])
})
