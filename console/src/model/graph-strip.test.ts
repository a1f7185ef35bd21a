import { describe, expect, it } from 'vitest'
import { layOutStrip } from './graph-strip.ts'

const graph = (names: string[], edges: [string, string][]) => ({
  nodes: names.map((id) => ({ id })),
  edges: edges.map(([source, target]) => ({ source, target })),
})

describe('the small drawing of a graph', () => {
  it('puts nodes below those that lead to them, and parallel nodes side by side', () => {
    const { nodes, edges } = layOutStrip(
      graph(
        ['__start__', 'a', 'b', 'c', 'd', '__end__'],
        [
          ['__start__', 'a'],
          ['a', 'b'],
          ['a', 'c'],
          ['b', 'd'],
          ['c', 'd'],
          ['d', '__end__'],
        ],
      ),
    )
    const y = Object.fromEntries(nodes.map((node) => [node.id, node.y]))
    expect([y['__start__'], y['a'], y['b'], y['c'], y['d']]).toEqual([14, 60, 106, 106, 152])
    expect(nodes.filter(({ id }) => id === 'b' || id === 'c').map(({ x }) => x)).toEqual([99, 297])
    expect(edges).toHaveLength(6)
  })

  it('draws loops without endless layers', () => {
    const { height, edges } = layOutStrip(
      graph(
        ['__start__', 'agent', 'tools', '__end__'],
        [
          ['__start__', 'agent'],
          ['agent', 'tools'],
          ['tools', 'agent'],
          ['agent', '__end__'],
        ],
      ),
    )
    expect(height).toBe(28 + 46 * 2)
    expect(edges).toHaveLength(4)
  })

  it('ignores edges to unknown nodes', () => {
    expect(layOutStrip(graph(['a'], [['a', 'missing']])).edges).toEqual([])
  })
})
