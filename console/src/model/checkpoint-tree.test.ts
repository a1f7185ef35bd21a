import { describe, expect, it } from 'vitest'
import type { ThreadState } from '../api/dialect.ts'
import { branchName, buildTree, newestCheckpoint, newestLeaf, pathTo, siblingsOf } from './checkpoint-tree.ts'

const state = (
  id: string,
  parent: string | null,
  source: string,
  values: unknown,
  next: string[] = [],
): ThreadState => ({
  values,
  next,
  tasks: next.map((name) => ({
    id: `${id}:${name}`,
    name,
    error: null,
    interrupts: [],
    checkpoint: null,
    state: null,
    result: null,
  })),
  metadata: { source, run_id: `run-${id[0] ?? ''}` },
  created_at: '2026-11-17T10:00:00.000Z',
  checkpoint: { checkpoint_id: id, checkpoint_ns: '' },
  parent_checkpoint: parent === null ? null : { checkpoint_id: parent, checkpoint_ns: '' },
  interrupts: [],
})

/** input 1 - classify 2 - reply 3, and from 2 an edit 4 with reply 5. Newest first, as the service sends them. */
const states = [
  state('a5', 'a4', 'loop', { stage: 'done', hint: 'x' }),
  state('a4', 'a2', 'update', { stage: 'new', hint: 'x' }, ['reply']),
  state('a3', 'a2', 'loop', { stage: 'done' }),
  state('a2', 'a1', 'loop', { stage: 'new' }, ['reply']),
  state('a1', null, 'input', {}, ['classify']),
]
const tree = buildTree(states)

describe('the tree of checkpoints', () => {
  it('is numbered from the oldest checkpoint and named by the nodes that wrote each of them', () => {
    expect(tree.nodes.map(({ number, label, kind }) => [number, label, kind])).toEqual([
      [1, 'input', 'input'],
      [2, 'classify', 'step'],
      [3, 'reply', 'step'],
      [4, 'edited', 'edit'],
      [5, 'reply', 'step'],
    ])
  })

  it('starts a branch at the second child of a checkpoint', () => {
    expect(tree.branches.map(({ name, from, nodeIds }) => [name, from, nodeIds])).toEqual([
      ['A', undefined, ['a1', 'a2', 'a3']],
      ['B', 2, ['a4', 'a5']],
    ])
  })

  it('gives the path to a checkpoint, the newest leaf below one, and the siblings', () => {
    expect(pathTo(tree, 'a5').map(({ id }) => id)).toEqual(['a1', 'a2', 'a4', 'a5'])
    expect(pathTo(tree, 'unknown')).toEqual([])
    expect(newestLeaf(tree, 'a2')).toBe('a5')
    expect(newestLeaf(tree, 'a3')).toBe('a3')
    expect(newestCheckpoint(tree)).toBe('a5')
    expect(siblingsOf(tree, tree.byId.get('a4')!)).toEqual(['a3', 'a4'])
  })

  it('lists what each checkpoint changed', () => {
    expect(tree.byId.get('a4')?.changes).toEqual([{ sign: '+', name: 'hint' }])
    expect(tree.byId.get('a5')?.changes).toEqual([{ sign: '~', name: 'stage' }])
  })

  it('treats a checkpoint whose parent is not loaded as a root, and accepts pages that overlap', () => {
    const partial = buildTree([...states.slice(0, 3), states[2]!])
    expect(partial.nodes.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['a3', undefined],
      ['a4', undefined],
      ['a5', 'a4'],
    ])
  })

  it('names branches after Z', () => {
    expect([0, 25, 26, 27].map(branchName)).toEqual(['A', 'Z', 'AA', 'AB'])
  })

  it('finds the run of a checkpoint by its time if the checkpoint does not name it', () => {
    const unnamed = { ...state('b1', null, 'loop', {}), metadata: { source: 'loop' } }
    const run = (run_id: string, from: string, to: string) => ({
      run_id,
      created_at: `2026-11-17T${from}:00.000Z`,
      updated_at: `2026-11-17T${to}:00.000Z`,
    })
    const runs = [
      run('queued', '09:59', '10:02'),
      run('running', '09:58', '10:01'),
      run('ended', '09:50', '09:51'),
    ]
    expect(buildTree([unnamed], runs).nodes[0]?.runId).toBe('running')
    expect(buildTree([unnamed]).nodes[0]?.runId).toBeUndefined()
    expect(buildTree([state('b1', null, 'loop', {})], runs).nodes[0]?.runId).toBe('run-b')
  })
})
