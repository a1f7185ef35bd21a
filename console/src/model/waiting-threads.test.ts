import { expect, test } from 'vitest'
import type { WaitingThread } from '../api/dialect.ts'
import { waitingSince, withoutWaitingRuns } from './waiting-threads.ts'

const at = (second: number): string => new Date(Date.UTC(2026, 10, 17, 10, 0, second)).toISOString()
const thread = (id: string, second: number, state: number | null = second): WaitingThread => ({
  thread_id: id,
  updated_at: at(second),
  state_updated_at: state === null ? null : at(state),
  interrupts: {},
  extracted: { assistant_id: null },
})
const run = (thread_id: string, second: number) => ({ thread_id, created_at: at(second) })
const idsOf = (threads: WaitingThread[]): string[] => threads.map(({ thread_id }) => thread_id)

test('a thread waits since its state was stored, whatever was changed later', () => {
  expect(waitingSince(thread('a', 59, 7))).toBe(Date.parse(at(7)))
  expect(waitingSince(thread('a', 59, null))).toBe(Date.parse(at(59)))
})

test('the thread of a waiting run is listed as the run only', () => {
  const threads = [thread('of a run', 2), thread('of the SDK', 3)]
  expect(idsOf(withoutWaitingRuns(threads, [run('of a run', 1)], false))).toEqual(['of the SDK'])
  expect(idsOf(withoutWaitingRuns(threads, [], false))).toEqual(['of a run', 'of the SDK'])
})

test('a thread that may belong to a run that is not loaded is left out', () => {
  const threads = [thread('older', 3), thread('newer', 6, 2)]
  expect(idsOf(withoutWaitingRuns(threads, [run('x', 1), run('y', 5)], true))).toEqual(['older'])
})
