import { describe, expect, it } from 'vitest'
import { parseResponse, readInterrupt, toResumeValue } from './interrupts.ts'

const inbox = {
  action_request: { action: 'credits.issue', args: { amount: 6.9 } },
  config: { allow_accept: true, allow_edit: true, allow_respond: false, allow_ignore: true },
  description: 'Return the shipping cost?\nThe parcel was late.',
}

describe('interrupts', () => {
  it('reads the requests of Agent Inbox and offers what they allow', () => {
    expect(readInterrupt([inbox])).toMatchObject({
      shape: 'agent_inbox',
      title: 'Return the shipping cost?',
      description: 'The parcel was late.',
      actions: [{ name: 'credits.issue', args: { amount: 6.9 } }],
      allowed: ['approve', 'edit', 'reject'],
    })
  })

  it('responds to a list of requests with a list and to one request with one response', () => {
    const edit = { kind: 'edit', args: { amount: 5 } } as const
    const response = { type: 'edit', args: { action: 'credits.issue', args: { amount: 5 } } }
    expect(toResumeValue(readInterrupt([inbox]), edit)).toEqual([response])
    expect(toResumeValue(readInterrupt(inbox), edit)).toEqual(response)
    expect(toResumeValue(readInterrupt(inbox), { kind: 'approve' })).toEqual({ type: 'accept', args: null })
    expect(toResumeValue(readInterrupt(inbox), { kind: 'reject', reason: '' })).toEqual({
      type: 'ignore',
      args: null,
    })
  })

  it('decides on every request of the middleware and offers only what all of them allow', () => {
    const view = readInterrupt({
      actionRequests: [
        { name: 'send_mail', args: { to: 'a' } },
        { name: 'delete_file', args: {} },
      ],
      reviewConfigs: [
        { allowedDecisions: ['approve', 'edit', 'reject'] },
        { allowedDecisions: ['approve', 'reject'] },
      ],
    })
    expect(view).toMatchObject({ title: 'Allow send mail and delete file?', allowed: ['approve', 'reject'] })
    expect(toResumeValue(view, { kind: 'reject', reason: 'no' })).toEqual({
      decisions: [
        { type: 'reject', message: 'no' },
        { type: 'reject', message: 'no' },
      ],
    })
  })

  it('offers the options of a human node', () => {
    const view = readInterrupt({ type: 'human_input', prompt: 'Refund?', options: ['approve', 'reject'] })
    expect(view).toMatchObject({ title: 'Refund?', options: ['approve', 'reject'], allowed: ['respond'] })
    expect(toResumeValue(view, { kind: 'respond', value: 'approve' })).toBe('approve')
  })

  it('shows any other value and sends back what the person enters', () => {
    expect(readInterrupt({ strange: [1] })).toMatchObject({
      shape: 'unknown',
      title: 'The run waits for a value',
    })
    expect(readInterrupt('Which colour?')).toMatchObject({ title: 'Which colour?' })
    expect(parseResponse('{"a": 1}')).toEqual({ a: 1 })
    expect(parseResponse('blue')).toBe('blue')
    expect(parseResponse('true')).toBe(true)
  })
})
