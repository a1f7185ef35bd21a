import { expect, test } from 'vitest'
import type { NodeFigures } from '../api/types.ts'
import { findActive, toNodeRows } from './graph-figures.ts'
import { LARGE_SIZES, layOutGraph, toCurve } from './graph-layout.ts'

const node = (id: string) => ({ id })
const edge = (source: string, target: string, conditional = false, data?: string) => ({
  source,
  target,
  conditional,
  ...(data !== undefined && { data }),
})

const nested = {
  nodes: ['__start__', 'classify', 'approval:check', 'approval:ask', 'send', '__end__'].map(node),
  edges: [
    edge('__start__', 'classify'),
    edge('classify', 'approval:check', true, 'refund'),
    edge('classify', 'send', true),
    edge('approval:check', 'approval:ask'),
    edge('approval:ask', 'send'),
    edge('send', '__end__'),
    edge('send', 'classify', true),
    edge('send', 'send', true),
    edge('send', 'unknown'),
  ],
}

test('a layout places every node below those that lead to it', () => {
  const { nodes, edges } = layOutGraph(nested)
  const topOf = (id: string): number => nodes.find((candidate) => candidate.id === id)?.y ?? Number.NaN
  expect(nodes).toHaveLength(6)
  for (const { source, target, isBackward } of edges)
    if (!isBackward) expect(topOf(target)).toBeGreaterThan(topOf(source))
  expect(edges.filter(({ isBackward }) => isBackward).map(({ source, target }) => [source, target])).toEqual([
    ['send', 'classify'],
    ['send', 'send'],
  ])
})

test('nodes do not overlap', () => {
  const { nodes } = layOutGraph(nested)
  for (const [index, a] of nodes.entries())
    for (const b of nodes.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      expect(isApart, `${a.id} and ${b.id}`).toBe(true)
    }
})

test('a nested graph has a frame around its nodes', () => {
  const { nodes, groups } = layOutGraph(nested)
  const [group] = groups
  expect(groups.map(({ label }) => label)).toEqual(['approval'])
  for (const inner of nodes.filter(({ id }) => id.startsWith('approval:'))) {
    expect(group?.y).toBeLessThanOrEqual(inner.y)
    expect((group?.y ?? 0) + (group?.height ?? 0)).toBeGreaterThanOrEqual(inner.y + LARGE_SIZES.nodeHeight)
    expect(inner.label).toMatch(/^(check|ask)$/)
  }
})

test('edges keep their labels and conditions, and edges to nothing are left out', () => {
  const { edges } = layOutGraph(nested)
  expect(edges).toHaveLength(8)
  expect(edges[1]).toMatchObject({ label: 'refund', isConditional: true })
})

const figure = (node_id: string, count: number, errors = 0, tokens = 0): NodeFigures => ({
  node_id,
  count,
  errors,
  duration_ms: { p50: 10, p95: 20 },
  tokens: { input: tokens, output: 0 },
})

test('figures are joined with the nodes of the graph, and the worst node is marked', () => {
  const rows = toNodeRows(
    nested,
    [
      figure('classify', 100, 1, 50),
      figure('approval/ask', 10, 2),
      figure('removed', 5),
      figure('approval', 9),
    ],
    {
      nodes: [
        { id: 'send', type: 'http' },
        { id: 'approval', type: 'subgraph', graph: { nodes: [{ id: 'ask', type: 'human' }] } },
      ],
    },
  )
  expect(
    rows.map(({ path, kind, count, isWorst, isInGraph }) => [path, kind, count, isWorst, isInGraph]),
  ).toEqual([
    ['classify', 'llm', 100, false, true],
    ['approval / check', 'node', 0, false, true],
    ['approval / ask', 'person', 10, true, true],
    ['send', 'tool', 0, false, true],
    ['removed', 'node', 5, false, false],
    ['approval', 'node', 9, false, true],
  ])
})

test('a nested graph that is closed shows the figures of its nodes', () => {
  const closed = { nodes: ['__start__', 'approval', '__end__'].map(node), edges: [] }
  const rows = toNodeRows(closed, [figure('approval/check', 12, 1, 5), figure('approval/ask', 10, 2, 6)], {})
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ count: 12, errors: 3, tokens: 11, p95: null })
})

test('without errors no node is the worst', () => {
  expect(toNodeRows(nested, [figure('classify', 3)], {}).some(({ isWorst }) => isWorst)).toBe(false)
})

test('a node is active if it has ended since the response before', () => {
  const before = [figure('a', 1), figure('b/c', 1)]
  expect(findActive(undefined, before)).toEqual(new Set())
  expect(findActive(before, [figure('a', 1), figure('b/c', 2), figure('d', 1)])).toEqual(
    new Set(['b:c', 'd']),
  )
})

test('an edge leads around the nodes between its ends', () => {
  const { nodes, edges } = layOutGraph(nested)
  for (const { source, target, points } of edges) {
    if (source === target) continue
    const others = nodes.filter(({ id }) => id !== source && id !== target)
    for (const { x, y } of points.slice(1, -1))
      for (const box of others) {
        const isInside = x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
        expect(isInside, `${source} to ${target} at ${box.id}`).toBe(false)
      }
  }
})

test('a curve passes from the first point to the last', () => {
  const at = (x: number, y: number) => ({ x, y })
  expect(toCurve([])).toBe('')
  expect(toCurve([at(0, 0), at(0, 10)])).toBe('M0.0 0.0L0.0 10.0')
  expect(toCurve([at(0, 0), at(0, 10), at(20, 20)])).toBe('M0.0 0.0Q0.0 10.0 20.0 20.0')
  expect(toCurve([at(0, 0), at(0, 10), at(20, 20), at(20, 30)])).toBe(
    'M0.0 0.0Q0.0 10.0 10.0 15.0Q20.0 20.0 20.0 30.0',
  )
})
