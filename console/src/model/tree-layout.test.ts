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
  checkpoint: { checkpoint_id: id, checkpoint_ns: '' },
  parent_checkpoint: parent === null ? null : { checkpoint_id: parent, checkpoint_ns: '' },
  interrupts: [],
})
const tree = buildTree([state('1', null), state('2', '1'), state('3', '2'), state('4', '2'), state('5', '4')])

describe('the layout of the history', () => {
  it('lists branches one after the other, each with a heading', () => {
    const { rows } = layOutTree(tree, '5')
    expect(rows.map(({ key }) => key)).toEqual(['branch:A', '1', '2', '3', 'branch:B', '4', '5'])
    expect(rows.map(({ y }) => y)).toEqual([4, 33, 80, 127, 174, 203, 250])
  })

  it('accents the path to the selected checkpoint and draws it last', () => {
    const { lines, marks } = layOutTree(tree, '5')
    expect(lines.map(({ key, onPath }) => [key, onPath])).toEqual([
      ['3', false],
      ['2', true],
      ['4', true],
      ['5', true],
    ])
    expect(marks.filter(({ onPath }) => onPath).map(({ id }) => id)).toEqual(['1', '2', '4', '5'])
    expect(lines.find(({ key }) => key === '4')?.path).toMatch(/^M28 94\.5C.*V217\.5$/)
  })

  it('shows only where runs and branches start and end, and the selection, at the lowest detail', () => {
    const long = buildTree(
      ['1', '2', '3', '4', '5'].map((id) => state(id, id === '1' ? null : String(Number(id) - 1))),
    )
    const { rows, lines } = layOutTree(long, '3', { detail: 'runs' })
    expect(rows.map(({ key }) => key)).toEqual(['branch:A', '3', '5'])
    expect(lines.map(({ key }) => key)).toEqual(['5'])
    expect(layOutTree(tree, '5', { detail: 'runs' }).rows.map(({ key }) => key)).toEqual([
      'branch:A',
      '2',
      '3',
      'branch:B',
      '5',
    ])
  })

  it('shows all steps in lower rows without changes', () => {
    const { rows } = layOutTree(tree, '5', { detail: 'steps' })
    expect(rows.map(({ key }) => key)).toEqual(['branch:A', '1', '2', '3', 'branch:B', '4', '5'])
    expect(rows.map(({ y }) => y)).toEqual([4, 33, 62, 91, 120, 149, 178])
  })

  it('shows only the path on request', () => {
    expect(layOutTree(tree, '3', { onlyPath: true }).rows.map(({ key }) => key)).toEqual([
      'branch:A',
      '1',
      '2',
      '3',
    ])
  })
})
