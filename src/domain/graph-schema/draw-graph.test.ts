import { expect, test } from 'vitest'
import { drawGraph } from './draw-graph.js'

const write = (graph: unknown): string[] | undefined =>
  drawGraph(graph)?.edges.map(
    ({ source, target, conditional, label }) =>
      `${source} ${conditional ? '-->' : '->'} ${target}${label === null ? '' : ` if ${label}`}`,
  )

test('nodes without edges are drawn in their order', () => {
  expect(
    write({
      nodes: [
        { id: 'a', type: 'llm' },
        { id: 'b', type: 'llm' },
      ],
    }),
  ).toEqual(['__start__ -> a', 'a -> b', 'b -> __end__'])
})

test('branches, conditional edges and joins are drawn', () => {
  const nodes = [
    { id: 'route', type: 'condition', branches: [{ when: 'x > 1', to: 'a' }] },
    { id: 'a', type: 'llm' },
    { id: 'b', type: 'llm' },
    { id: 'c', type: 'llm' },
  ]
  const edges = [
    { from: 'start', to: 'route' },
    { from: 'a', to: 'b', when: 'y' },
    { from: ['a', 'b'], to: 'c' },
  ]
  expect(write({ nodes, edges })).toEqual([
    '__start__ -> route',
    'route --> a if x > 1',
    'route --> __end__',
    'a --> b if y',
    'c -> __end__',
    'a -> c',
    'b -> c',
  ])
})

test('what is incomplete is left out', () => {
  const nodes = [{ id: 'a', type: 'condition' }, {}, 'x', { id: 'a' }, { id: '' }, null, { id: 'b' }]
  const edges = [
    { from: 'start', to: 'a' },
    { from: 'a' },
    7,
    { from: 'a', to: 'missing' },
    { from: [1], to: 'a' },
  ]
  expect(drawGraph({ nodes, edges })?.nodes.map(({ id }) => id)).toEqual(['__start__', 'a', 'b', '__end__'])
  expect(write({ nodes, edges })).toEqual(['__start__ -> a', 'a -> __end__', 'b -> __end__'])
})

test('a value without a list of nodes has no drawing', () => {
  for (const value of [undefined, null, [], {}, { nodes: 'a' }, 'x']) expect(drawGraph(value)).toBeNull()
  const nodes = Array.from({ length: 201 }, (_, index) => ({ id: `n${String(index)}` }))
  expect(drawGraph({ nodes })).toBeNull()
})
