import { expect, test } from 'vitest'
import type { RequiredAction } from '../api/types.ts'
import type { OutputSchemas, Question } from './question.ts'
import { toQuestions } from './questions.ts'
import { prepareReply, readReply, startDraft, type QuestionDraft } from './replies.ts'
import { outputSchemasOf } from './tool-outputs.ts'

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

const prepare = (action: RequiredAction, schemas: OutputSchemas, changes: Partial<QuestionDraft>[]) => {
  const questions = toQuestions(action, schemas)
  const drafts = Object.fromEntries(
    questions.map((question, index) => [question.id, { ...startDraft(question), ...changes[index] }]),
  )
  return prepareReply(questions, drafts)
}
const send = (action: RequiredAction, ...changes: Partial<QuestionDraft>[]) => {
  const reading = prepare(action, new Map(), changes)
  return 'problem' in reading ? reading.problem : reading.request
}
const resumeValues = (action: RequiredAction, ...changes: Partial<QuestionDraft>[]) => {
  const reading = prepare(action, new Map(), changes)
  return 'problem' in reading ? reading.problem : reading.resume
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
  expect(send(interrupts({ ...node, schema }))).toBe('zip is required')
})

test.each([[{ kind: 'pick', max: 2 }], ['Which year?'], [null], [[1, 2]], [{ action_requests: [] }]])(
  'the unknown interrupt %j is shown as it is and resumed with JSON',
  (value) => {
    const action = interrupts(value)
    expect(toQuestions(action)[0]).toMatchObject({ protocol: 'unknown', raw: value })
    expect(send(action, { mode: 'json', free: '{"picked":[1]}' })).toEqual(resume({ picked: [1] }))
    expect(send(action, { mode: 'json', free: '{' })).toBe('The reply is not valid JSON')
  },
)

test('a question in words is answered in words unless the person chooses JSON', () => {
  expect(send(interrupts('Which year?'), { free: '2025' })).toEqual(resume('2025'))
  expect(send(interrupts({ question: 'Sure?' }), { free: 'true', mode: 'json' })).toEqual(resume(true))
  expect(toQuestions(interrupts({ max: 2 }))[0]?.format).toBe('json')
})

test('several interrupts are resumed together', () => {
  const action = interrupts('Which colour?', 'Which size?')
  expect(send(action, { free: 'red' }, { free: 'L' })).toEqual({
    route: 'resume',
    body: { inputs: { i0: 'red', i1: 'L' } },
  })
  expect(send(action, { free: 'red' })).toBe('Which size?: Enter the reply first')
})

const toolCalls: RequiredAction = {
  type: 'submit_tool_outputs',
  interrupts: [
    {
      id: 'i0',
      value: {
        type: 'submit_tool_outputs',
        tool_calls: [{ id: 'c1', name: 'find', arguments: { rows: 38 } }],
      },
    },
    {
      id: 'i1',
      value: { type: 'submit_tool_outputs', tool_calls: [{ id: 'c2', name: 'count', arguments: {} }] },
    },
  ],
}

test('every tool call gets its output', () => {
  expect(send(toolCalls, { free: 'nothing found' }, { free: '38', mode: 'json' })).toEqual({
    route: 'submit_tool_outputs',
    outputs: [
      { tool_call_id: 'c1', output: 'nothing found' },
      { tool_call_id: 'c2', output: 38 },
    ],
  })
  expect(resumeValues(toolCalls, { free: 'nothing found' }, { free: '38', mode: 'json' })).toEqual({
    i0: { tool_outputs: [{ tool_call_id: 'c1', output: 'nothing found' }] },
    i1: { tool_outputs: [{ tool_call_id: 'c2', output: 38 }] },
  })
})

test('a tool with a schema of its output gets a form', () => {
  const output_schema = {
    type: 'object',
    properties: { rows: { type: 'integer', minimum: 0 } },
    required: ['rows'],
  }
  const schemas = outputSchemasOf({
    tools: ['calculator', { type: 'function', function: { name: 'find', output_schema } }],
  })
  const read = (rows: string) => prepare(toolCalls, schemas, [{ fields: { rows } }, { free: 'none' }])
  expect(read('-1')).toMatchObject({ problem: 'Output of find: rows must be at least 0' })
  expect(read('')).toMatchObject({ problem: 'Output of find: rows is required' })
  expect(read('3')).toMatchObject({
    request: {
      outputs: [
        { tool_call_id: 'c1', output: { rows: 3 } },
        { tool_call_id: 'c2', output: 'none' },
      ],
    },
  })
  expect(outputSchemasOf({ tools: [{ type: 'function', name: 'find', output_schema }] }).get('find')).toBe(
    output_schema,
  )
})

const review = (held: object): RequiredAction => ({
  type: 'review',
  interrupts: ['r1', 'r2'].map((id) => ({
    id,
    value: {
      type: 'guardrail_review',
      guardrail: 'amounts',
      reason: 'over 1,000',
      stage: 'tool_call',
      ...held,
    },
  })),
})

test('a review of a tool call is approved, edited or rejected with a reason', () => {
  const action = review({ tool_call: { id: 'c', name: 'pay', arguments: { amount: 5_000 } } })
  expect(toQuestions(action)).toMatchObject([
    { tool: 'pay', guardrail: { name: 'amounts', reason: 'over 1,000' } },
  ])
  expect(send(action)).toEqual({ route: 'review', body: { id: 'r1', decision: 'approve' } })
  expect(send(action, { fields: { amount: '900' } })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'edit', arguments: { amount: 900 } },
  })
  expect(send(action, { decision: 'reject', reason: 'not agreed' })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'reject', reason: 'not agreed' },
  })
  expect(resumeValues(action, { decision: 'reject', reason: 'not agreed' })).toEqual({
    r1: { decision: 'reject', reason: 'not agreed' },
  })
})

test('a review of an output is edited as text', () => {
  expect(send(review({ stage: 'output', content: 'Pay 5,000' }), { fields: { '': 'Pay 900' } })).toEqual({
    route: 'review',
    body: { id: 'r1', decision: 'edit', content: 'Pay 900' },
  })
})

test('a request that allows nothing can still be decided', () => {
  expect(toQuestions(interrupts(humanInterrupt({})))[0]?.decisions).toEqual(['approve', 'respond'])
})

test('the default description of the middleware is shown without the arguments', () => {
  const description = 'Tool execution requires approval\n\nTool: send\nArgs: {}'
  expect(
    toQuestions(interrupts({ actionRequests: [{ name: 'send', args: {}, description }] }))[0]?.text,
  ).toBe('Tool execution requires approval')
})

test('a response needs words', () => {
  const [question] = toQuestions(interrupts(humanInterrupt(everything)))
  expect(
    readReply(question as Question, { ...startDraft(question as Question), decision: 'respond' }),
  ).toEqual({
    problem: 'Write the response first',
  })
})
