import { describe, expect, it } from 'vitest'
import { describeInterrupt, toResumeValue, type Decision } from './resume-value.js'

const approve: Decision = { kind: 'approve' }
const reject: Decision = { kind: 'reject', reason: 'too expensive' }
const respond: Decision = { kind: 'respond', value: 'blue' }

const agentInbox = { action_request: { action: 'pay', args: { amount: 5 } }, config: {} }
const middleware = {
  action_requests: [
    { name: 'pay', args: {} },
    { name: 'mail', args: {} },
  ],
}
const options = { type: 'human_input', prompt: 'Pay?', options: ['Yes', 'No'] }

describe('the value that resumes an interrupt', () => {
  it.each([
    ['Agent Inbox', agentInbox, approve, [{ type: 'accept', args: null }]],
    [
      'a list of Agent Inbox',
      [agentInbox, agentInbox],
      reject,
      [
        { type: 'ignore', args: null },
        { type: 'ignore', args: null },
      ],
    ],
    ['Agent Inbox', agentInbox, respond, [{ type: 'response', args: 'blue' }]],
    ['the middleware', middleware, approve, { decisions: [{ type: 'approve' }, { type: 'approve' }] }],
    [
      'the middleware',
      { actionRequests: [{}] },
      reject,
      { decisions: [{ type: 'reject', message: 'too expensive' }] },
    ],
    ['a node with options', options, approve, 'Yes'],
    ['a node with options', options, reject, 'No'],
    ['any other question', { question: 'Pay?' }, approve, true],
    ['any other question', 'Pay?', reject, false],
    ['any other question', 'Which colour?', respond, 'blue'],
  ])('%s: %j', (_, value, decision, expected) => {
    expect(toResumeValue({ value }, decision)).toEqual(expected)
  })

  it('options without a word for approval have to be named', () => {
    expect(() => toResumeValue({ value: { options: ['red', 'blue'] } }, approve)).toThrow(
      'the options red, blue',
    )
  })
})

describe('the question of an interrupt', () => {
  it.each([
    ['Pay?', 'Pay?'],
    [{ question: 'Pay?' }, 'Pay?'],
    [agentInbox, 'call pay {"amount":5}'],
    [middleware, 'call pay {}'],
    [{ amount: 5 }, '{"amount":5}'],
    [null, 'null'],
  ])('%j is described as %s', (value, text) => {
    expect(describeInterrupt(value)).toBe(text)
  })
})
