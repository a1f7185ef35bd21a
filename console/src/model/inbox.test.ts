import { expect, test } from 'vitest'
import type { RequiredAction, Run } from '../api/types.ts'
import { dueState, formatWait, holderOf, isShown, pickNext, sortItems, toInboxItem } from './inbox.ts'
import { toQuestions, type Question } from './inbox-questions.ts'
import { readReply, startDraft, toInboxRequest, type QuestionDraft } from './inbox-replies.ts'

const interrupts = (...values: unknown[]): RequiredAction => ({
  type: 'human_input',
  interrupts: values.map((value, index) => ({ id: `i${String(index)}`, value })),
})

const humanInterrupt = (config: object, args: object = { amount: 84.9 }) => ({
  action_request: { action: 'refund', args },
  config: { allow_accept: false, allow_edit: false, allow_respond: false, allow_ignore: false, ...config },
  description: 'Refund 84.90 EUR\n\nThe machine leaks.',
})

const everything = { allow_accept: true, allow_edit: true, allow_respond: true, allow_ignore: true }

const send = (action: RequiredAction, ...changes: Partial<QuestionDraft>[]) => {
  const questions = toQuestions(action)
  const drafts = Object.fromEntries(
    questions.map((question, index) => [question.id, { ...startDraft(question), ...changes[index] }]),
  )
  const reading = toInboxRequest(questions, drafts)
  return 'problem' in reading ? reading.problem : reading.request
}
const resume = (value: unknown) => ({ route: 'resume', body: { inputs: { i0: value } } })

test('an interrupt of Agent Inbox has its text, its arguments as fields and the decisions that it allows', () => {
  const [question] = toQuestions(interrupts(humanInterrupt({ allow_accept: true, allow_ignore: true })))
  expect(question).toMatchObject({
    title: 'Refund 84.90 EUR',
    text: 'The machine leaks.',
    tool: 'refund',
    decisions: ['approve', 'reject'],
    canEdit: false,
  })
  expect(question?.form?.fields.map(({ name }) => name)).toEqual(['amount'])
})

test('Agent Inbox gets a list with the response that the person chose', () => {
  const action = interrupts([humanInterrupt(everything)])
  expect(send(action)).toEqual(resume([{ type: 'accept', args: null }]))
  expect(send(action, { fields: { amount: '80' } })).toEqual(
    resume([{ type: 'edit', args: { action: 'refund', args: { amount: 80 } } }]),
  )
  expect(send(action, { decision: 'respond', response: ' too much ' })).toEqual(
    resume([{ type: 'response', args: 'too much' }]),
  )
  expect(send(action, { decision: 'reject' })).toEqual(resume([{ type: 'ignore', args: null }]))
})

test('a graph that allows edits but not acceptance gets its arguments back as an edit', () => {
  expect(send(interrupts(humanInterrupt({ allow_edit: true })))).toEqual(
    resume([{ type: 'edit', args: { action: 'refund', args: { amount: 84.9 } } }]),
  )
})

const middleware = {
  action_requests: [
    { name: 'send_email', args: { to: 'ana@example.com' }, description: 'Needs approval' },
    { name: 'delete_rows', args: { count: 1_204 } },
  ],
  review_configs: [
    {
      action_name: 'send_email',
      allowed_decisions: ['approve', 'edit'],
      args_schema: {
        type: 'object',
        properties: { to: { type: 'string', format: 'email' } },
        required: ['to'],
      },
    },
    { action_name: 'delete_rows', allowed_decisions: ['approve', 'reject'] },
  ],
}

test('the middleware of LangChain asks one question per action and gets one decision each', () => {
  const action = interrupts(middleware)
  expect(toQuestions(action).map(({ tool, decisions, canEdit }) => [tool, decisions, canEdit])).toEqual([
    ['send_email', ['approve'], true],
    ['delete_rows', ['approve', 'reject'], false],
  ])
  expect(
    send(action, { fields: { to: 'bo@example.com' } }, { decision: 'reject', reason: 'not now' }),
  ).toEqual(
    resume({
      decisions: [
        { type: 'edit', edited_action: { name: 'send_email', args: { to: 'bo@example.com' } } },
        { type: 'reject', message: 'not now' },
      ],
    }),
  )
})

test('the middleware of LangChain.js gets camel case', () => {
  const action = interrupts({
    actionRequests: [{ name: 'send', args: { n: 1 } }],
    reviewConfigs: [{ actionName: 'send', allowedDecisions: ['approve', 'edit'] }],
  })
  expect(send(action, { fields: { n: '2' } })).toEqual(
    resume({ decisions: [{ type: 'edit', editedAction: { name: 'send', args: { n: 2 } } }] }),
  )
})

test('an invalid field blocks the request and says why', () => {
  expect(send(interrupts(middleware), { fields: { to: 'nobody' } })).toBe(
    'Call send_email: to must be an email address',
  )
})

test('a human node is answered by an option, by fields of its schema, or freely', () => {
  const node = { type: 'human_input', node_id: 'ask', prompt: 'Refund it?' }
  const options = interrupts({ ...node, options: ['yes', 'no'], error: 'the answer must be one of yes, no' })
  expect(toQuestions(options)[0]).toMatchObject({ problem: 'the answer must be one of yes, no', node: 'ask' })
  expect(send(options)).toBe('Choose an option first')
  expect(send(options, { option: 'no' })).toEqual(resume('no'))
  const schema = { type: 'object', properties: { zip: { type: 'string' } }, required: ['zip'] }
  expect(send(interrupts({ ...node, schema }), { fields: { zip: '10115' } })).toEqual(
    resume({ zip: '10115' }),
  )
  expect(send(interrupts(node), { free: '2025' })).toEqual(resume('2025'))
  expect(send(interrupts(node), { free: '2025', mode: 'json' })).toEqual(resume(2025))
  expect(send(interrupts(node))).toBe('Enter the reply first')
})

test.each([[{ kind: 'pick', max: 2 }], ['Which year?'], [null], [[1, 2]], [{ action_requests: [] }]])(
  'the unknown interrupt %j is shown as it is and resumed with JSON',
  (value) => {
    const action = interrupts(value)
    expect(toQuestions(action)[0]).toMatchObject({ protocol: 'unknown', raw: value })
    expect(send(action, { free: '{"picked":[1]}' })).toEqual(resume({ picked: [1] }))
    expect(send(action, { free: '{' })).toBe('The reply is not valid JSON')
  },
)

test('several interrupts are resumed together', () => {
  const action = interrupts('Which colour?', 'Which size?')
  const drafts = { mode: 'text' as const }
  expect(send(action, { ...drafts, free: 'red' }, { ...drafts, free: 'L' })).toEqual({
    route: 'resume',
    body: { inputs: { i0: 'red', i1: 'L' } },
  })
  expect(send(action, { ...drafts, free: 'red' }, drafts)).toBe('Which size?: Enter the reply first')
})

test('every tool call gets its output', () => {
  const action: RequiredAction = {
    type: 'submit_tool_outputs',
    tool_calls: [
      { id: 'c1', name: 'find', arguments: { rows: 38 } },
      { id: 'c2', name: 'count', arguments: {} },
    ],
  }
  expect(send(action, { free: 'nothing found' }, { free: '38', mode: 'json' })).toEqual({
    route: 'submit_tool_outputs',
    outputs: [
      { tool_call_id: 'c1', output: 'nothing found' },
      { tool_call_id: 'c2', output: 38 },
    ],
  })
})

const review = (held: object): RequiredAction => ({
  type: 'review',
  reviews: [
    { id: 'r1', guardrail: 'amounts', reason: 'over 1,000', stage: 'tool_call', ...held },
    { id: 'r2', guardrail: 'amounts', reason: 'over 1,000', stage: 'tool_call' },
  ] as NonNullable<RequiredAction['reviews']>,
})

test('a review of a tool call is approved, edited or rejected with a reason', () => {
  const action = review({ tool_call: { id: 'c', name: 'pay', arguments: { amount: 5_000 } } })
  expect(send(action)).toEqual({ route: 'review', body: { id: 'r1', decision: 'approve' } })
  expect(send(action, { fields: { amount: '900' } })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'edit', arguments: { amount: 900 } },
  })
  expect(send(action, { decision: 'reject', reason: 'not agreed' })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'reject', reason: 'not agreed' },
  })
})

test('a review of an output is edited as text', () => {
  expect(send(review({ stage: 'output', content: 'Pay 5,000' }), { fields: { '': 'Pay 900' } })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'edit', content: 'Pay 900' },
  })
})

test('a response needs words', () => {
  const [question] = toQuestions(interrupts(humanInterrupt(everything)))
  expect(
    readReply(question as Question, { ...startDraft(question as Question), decision: 'respond' }),
  ).toEqual({
    problem: 'Write the response first',
  })
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

test('the due time comes from the interrupt, then the assistant, then the expiry of the run', () => {
  const due = run('1', {
    required_action: interrupts({ due_at: minutes(10) }),
    action_expires_at: minutes(99),
  })
  expect(toInboxItem(due, { action_due_seconds: 60 }).dueAt).toBe(now + 600_000)
  expect(toInboxItem(run('1'), { action_due_seconds: 3_600 }).dueAt).toBe(now + 1_800_000)
  expect(toInboxItem(run('1', { action_expires_at: minutes(99) }), {}).dueAt).toBe(now + 99 * 60_000)
  expect(toInboxItem(run('1'), {}).dueAt).toBeUndefined()
})

test.each([
  [-1, 'late'],
  [20, 'soon'],
  [31, 'inTime'],
])('an item that waits for 30 minutes and is due in %d minutes is %s', (left, state) => {
  const item = toInboxItem(run('1', { action_expires_at: minutes(left) }), {})
  expect(dueState(item, now)).toBe(state)
})

test('a reservation ends by time', () => {
  const mine = run('1', { reserved_by: 'ana', reserved_until: minutes(5) })
  expect(holderOf(mine, 'ana', now)).toEqual({ by: 'me', until: now + 300_000 })
  expect(holderOf(mine, 'bo', now)).toEqual({ by: 'other', name: 'ana', until: now + 300_000 })
  expect(holderOf(mine, 'bo', now + 300_000)).toEqual({ by: 'nobody' })
  expect(isShown({ by: 'nobody' }, 'free')).toBe(true)
  expect(isShown({ by: 'nobody' }, 'mine')).toBe(false)
})

test('the next item is free and due first; the list has the oldest first', () => {
  const items = [
    toInboxItem(run('new', { waiting_since: minutes(-1), action_expires_at: minutes(5) }), {}),
    toInboxItem(run('old', { waiting_since: minutes(-90) }), {}),
    toInboxItem(
      run('held', { waiting_since: minutes(-99), reserved_by: 'bo', reserved_until: minutes(5) }),
      {},
    ),
  ]
  expect(sortItems(items).map((item) => item.run.run_id)).toEqual(['held', 'old', 'new'])
  expect(pickNext(items, 'ana', now)?.run.run_id).toBe('new')
})

test.each([
  [20_000, '< 1 m'],
  [2_900_000, '48 m'],
  [6_720_000, '1 h 52 m'],
])('a wait of %d ms is written as %s', (ms, text) => {
  expect(formatWait(ms)).toBe(text)
})
