import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../api/dialect.ts'
import { buildTree } from './checkpoint-tree.ts'
import { layOutTree } from './tree-layout.ts'

const state = (id: string, parent: string | null): ThreadState => ({
  values: {},
  next: [],
  tasks: [],
  metadata: { source: 'loop', run_id: 'r' },
  created_at: null,
  checkpoint: { checkpoint_id: id },
  parent_checkpoint: parent === null ? null : { checkpoint_id: parent },
})
const tree = buildTree([state('1', null), state('2', '1'), state('3', '2'), state('4', '2'), state('5', '4')])

describe('the layout of the history', () => {
  it('lists branches one after the other, each with a heading', () => {
    const { rows } = layOutTree(tree, '5', false)
    expect(rows.map(({ key }) => key)).toEqual(['branch:A', '1', '2', '3', 'branch:B', '4', '5'])
    expect(rows.map(({ y }) => y)).toEqual([4, 33, 80, 127, 174, 203, 250])
  })

  it('accents the path to the selected checkpoint and draws it last', () => {
    const { lines, marks } = layOutTree(tree, '5', false)
    expect(lines.map(({ key, onPath }) => [key, onPath])).toEqual([
      ['3', false],
      ['2', true],
      ['4', true],
      ['5', true],
    ])
    expect(marks.filter(({ onPath }) => onPath).map(({ id }) => id)).toEqual(['1', '2', '4', '5'])
    expect(lines.find(({ key }) => key === '4')?.path).toMatch(/^M28 94\.5C.*V217\.5$/)
  })

  it('shows only the path on request', () => {
    expect(layOutTree(tree, '3', true).rows.map(({ key }) => key)).toEqual(['branch:A', '1', '2', '3'])
  })
})
