import { expect, test } from 'vitest'
import { describeGroup, groupCheckpoints, nextInGroup, type CheckpointGroup } from './checkpoint-groups.ts'

const at = (time: number) => ({ id: `c${String(time)}`, step: time, at: time, after: undefined })
const toX = (time: number): number => time / 100
const idsOf = ({ checkpoints }: CheckpointGroup): string[] => checkpoints.map(({ id }) => id)

test('checkpoints that are close together share one mark', () => {
  const groups = groupCheckpoints([0, 1, 2, 10, 50].map(at), toX, 0.03)
  expect(groups.map(idsOf)).toEqual([['c0', 'c1', 'c2'], ['c10'], ['c50']])
  expect(groups.map(({ first, x }) => [first, x])).toEqual([
    [0, 0],
    [3, 0.1],
    [4, 0.5],
  ])
})

test('thousands of checkpoints become as many marks as the axis has room for', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => at(index / 50))
  expect(groupCheckpoints(many, toX, 0.02).length).toBeLessThanOrEqual(50)
})

test('clicks go through the checkpoints of a group and then remove the selection', () => {
  const [group] = groupCheckpoints([0, 1].map(at), toX, 0.03)
  if (group === undefined) throw new Error('there is no group')
  expect(nextInGroup(group, undefined)).toBe('c0')
  expect(nextInGroup(group, 'c50')).toBe('c0')
  expect(nextInGroup(group, 'c0')).toBe('c1')
  expect(nextInGroup(group, 'c1')).toBeUndefined()
})

test('a mark is named after its checkpoints', () => {
  const groups = groupCheckpoints([0, 1, 10].map(at), toX, 0.03)
  expect(groups.map(describeGroup)).toEqual([
    'Checkpoints 1 to 2, the first after step 0',
    'State after step 10, checkpoint 3',
  ])
})
