import { expect, test } from 'vitest'
import type { Interrupt, WaitingThread } from '../api/dialect.ts'
import type { RequiredAction, Run } from '../api/types.ts'
import {
  dueState,
  formatWait,
  holderOfItem,
  isShown,
  pickNext,
  sortItems,
  toItemSearch,
  toRunItem,
  toThreadItem,
} from './inbox.ts'
import { holderOf, isFree } from './reservation.ts'

const interrupts = (...values: unknown[]): RequiredAction => ({
  type: 'human_input',
  interrupts: values.map((value, index) => ({ id: `i${String(index)}`, value })),
})

const now = Date.parse('2026-11-17T10:00:00Z')
const minutes = (count: number): string => new Date(now + count * 60_000).toISOString()
const run = (id: string, changes: Partial<Run> = {}): Run =>
  ({
    run_id: id,
    required_action: interrupts('?'),
    waiting_since: minutes(-30),
    updated_at: minutes(-30),
    action_expires_at: null,
    reserved_by: null,
    reserved_until: null,
    ...changes,
  }) as unknown as Run

const thread = (id: string, ...values: unknown[]): WaitingThread => ({
  thread_id: id,
  updated_at: minutes(-5),
  state_updated_at: minutes(-40),
  interrupts: Object.fromEntries(
    values.map((value, index) => [
      `task-${String(index)}`,
      [{ id: `i${String(index)}`, value }] as Interrupt[],
    ]),
  ),
  extracted: { assistant_id: 'a1' },
})

test('the due time comes from the interrupt, then the assistant, then the expiry of the run', () => {
  const due = run('1', {
    required_action: interrupts({ due_at: minutes(10) }),
    action_expires_at: minutes(99),
  })
  expect(toRunItem(due, { action_due_seconds: 60 }).dueAt).toBe(now + 600_000)
  expect(toRunItem(run('1'), { action_due_seconds: 3_600 }).dueAt).toBe(now + 1_800_000)
  expect(toRunItem(run('1', { action_expires_at: minutes(99) }), {}).dueAt).toBe(now + 99 * 60_000)
  expect(toRunItem(run('1'), {}).dueAt).toBeUndefined()
})

test.each([
  [-1, 'late'],
  [20, 'soon'],
  [31, 'inTime'],
])('an item that waits for 30 minutes and is due in %d minutes is %s', (left, state) => {
  const item = toRunItem(run('1', { action_expires_at: minutes(left) }), {})
  expect(dueState(item, now)).toBe(state)
})

test.each([
  [{ kind: 'pick', max: 2 }, 'unknown', 'Question of a kind not known here'],
  ['Which year?', 'input', 'Which year?'],
  [{ type: 'human_input', prompt: 'Refund it?', options: ['yes', 'no'] }, 'approval', 'Refund it?'],
  [{ type: 'human_input', prompt: 'Which year?' }, 'input', 'Which year?'],
  [
    { type: 'submit_tool_outputs', tool_calls: [{ id: 'c', name: 'find', arguments: {} }] },
    'tool_output',
    'Output of find',
  ],
  [
    { type: 'guardrail_review', guardrail: 'g', reason: 'r', stage: 'output', content: 'x' },
    'review',
    'Review the output',
  ],
])('the interrupt %j is an item of the kind %s', (value, kind, title) => {
  expect(toRunItem(run('1', { required_action: interrupts(value) }), {})).toMatchObject({ kind, title })
})

test('a reservation belongs to the caller with its ID and ends by time', () => {
  const mine = run('1', { reserved_by: 'ana', reserved_by_id: 'key-1', reserved_until: minutes(5) })
  expect(holderOf(mine, 'key-1', now)).toEqual({ by: 'me', until: now + 300_000 })
  expect(holderOf(mine, 'key-2', now)).toEqual({ by: 'other', name: 'ana', until: now + 300_000 })
  expect(holderOf(mine, 'key-2', now + 300_000)).toEqual({ by: 'nobody' })
  expect(isFree(mine, now)).toBe(false)
  expect(isFree(mine, now + 300_000)).toBe(true)
  expect(isShown({ by: 'nobody' }, 'free')).toBe(true)
  expect(isShown({ by: 'nobody' }, 'mine')).toBe(false)
})

test('the next item is free and due first; the list has the oldest first', () => {
  const items = [
    toRunItem(run('new', { waiting_since: minutes(-1), action_expires_at: minutes(5) }), {}),
    toRunItem(run('old', { waiting_since: minutes(-90) }), {}),
    toRunItem(
      run('held', { waiting_since: minutes(-99), reserved_by: 'bo', reserved_until: minutes(5) }),
      {},
    ),
  ]
  expect(sortItems(items).map(({ id }) => id)).toEqual(['held', 'old', 'new'])
  expect(pickNext(items, 'ana', now)?.id).toBe('new')
})

test.each([
  [20_000, '< 1 m'],
  [2_900_000, '48 m'],
  [6_720_000, '1 h 52 m'],
])('a wait of %d ms is written as %s', (ms, text) => {
  expect(formatWait(ms)).toBe(text)
})

test('an interrupted thread is an item that waits since its state was stored, and that nobody can reserve', () => {
  const item = toThreadItem(thread('t1', { question: 'Which year?', due_at: minutes(10) }), {})
  expect(item).toMatchObject({
    id: 't1',
    threadId: 't1',
    assistantId: 'a1',
    kind: 'input',
    title: 'Which year?',
    waitingSince: now - 40 * 60_000,
    dueAt: now + 600_000,
  })
  expect(holderOfItem(item, 'ana', now)).toEqual({ by: 'nobody' })
  expect(toItemSearch(item)).toEqual({ run: '', thread: 't1' })
  expect(toItemSearch(toRunItem(run('r1'), {}))).toEqual({ run: 'r1', thread: '' })
})

test('the interrupts of several tasks of a thread are one item with a question each', () => {
  const item = toThreadItem(thread('t1', 'First?', 'Second?'), {})
  expect(item.title).toBe('First? and 1 more')
  expect(item.questions.map(({ interruptId }) => interruptId)).toEqual(['i0', 'i1'])
})

test('a thread without interrupts is paused at a breakpoint and needs an approval to continue', () => {
  expect(toThreadItem(thread('t1'), {})).toMatchObject({
    kind: 'approval',
    title: 'Continue after the breakpoint',
    questions: [{ protocol: 'breakpoint', input: 'none' }],
  })
})

test('runs and threads are one list, oldest first', () => {
  const items = [toRunItem(run('r1'), {}), toThreadItem(thread('t1', '?'), {})]
  expect(sortItems(items).map(({ id }) => id)).toEqual(['t1', 'r1'])
  expect(pickNext(items, 'ana', now)?.id).toBe('t1')
})
