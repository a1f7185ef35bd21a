import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, createTestDatabase, type TestDatabase } from '../support/databases.js'
import { readRunEvents, executeRun, waitForRun } from '../support/runs.js'
import { startGuardedApp, TRANSFER_TOOL, type GuardedApp } from './support.js'

const review = { name: 'limit', type: 'human_review', config: { for_amounts_over: 1000 } }
const ENDS = ['completed', 'failed']

describe.each(DATABASE_KINDS)('human review on %s', (databaseKind) => {
  let database: TestDatabase
  let guarded: GuardedApp
  beforeAll(async () => {
    database = await createTestDatabase(databaseKind)
    guarded = await startGuardedApp({ databaseUrl: database.url })
  })
  afterAll(async () => {
    await guarded.stop()
    await database.drop()
  })

  const decide = (runId: string, body: object) => guarded.app.post(`/api/v1/runs/${runId}/review`, body)
  const auditOf = async (runId: string): Promise<[string, string, string][]> =>
    (await guarded.app.get(`/api/v1/governance/audit?run_id=${runId}`)).body.data
      .reverse()
      .map(({ action, category, reason }: Record<string, string>) => [action, category, reason])
  const calls = (amount: number) => {
    const args = { expression: '1 + 1', amount }
    return { toolCalls: [{ id: `call_${String(amount)}`, name: 'calculator', args }] }
  }
  const start = async (...replies: Parameters<GuardedApp['setReplies']>) => {
    const assistant_id = await guarded.createAssistant([review], { tools: ['calculator', TRANSFER_TOOL] })
    guarded.setReplies(...replies)
    return executeRun(guarded.app, { assistant_id, input: { message: 'Go' } })
  }

  it('a tool call strictly over the limit waits for a review, and continues when approved', async () => {
    expect((await start(calls(1000), 'Done.')).status).toBe('completed')
    const run = await start(calls(1001), 'Done.')
    const tool_call = {
      id: 'call_1001',
      name: 'calculator',
      arguments: { expression: '1 + 1', amount: 1001 },
    }
    expect(run).toMatchObject({
      status: 'requires_action',
      required_action: {
        type: 'review',
        reviews: [{ guardrail: 'limit', stage: 'tool_call', reason: 'an amount exceeds 1000', tool_call }],
      },
    })
    const approved = await decide(run.run_id, {
      decision: 'approve',
      reviewer: 'dana',
      reason: 'a good customer',
    })
    expect(approved).toMatchObject({ status: 200, body: { status: 'queued' } })
    const ended = await waitForRun(guarded.app, run.run_id, ENDS)
    expect(ended).toMatchObject({ status: 'completed', output: { response: 'Done.' } })
    const types = (await readRunEvents(guarded.app, run.run_id)).map(({ type }) => type)
    expect(types.indexOf('tool.call')).toBeGreaterThan(types.indexOf('run.requires_action'))
    expect(types.filter((type) => type === 'tool.call')).toHaveLength(1)
    expect(await auditOf(run.run_id)).toEqual([
      ['review', 'amount', 'an amount exceeds 1000'],
      ['pass', 'approved', 'approved by dana: a good customer'],
    ])
  })

  it('an edited tool call continues with the arguments of the reviewer, also for client tools', async () => {
    const args = { amount: 5000, note: 'rent' }
    const small = { id: 'call_s', name: 'transfer', args: { amount: 5 } }
    const run = await start({ toolCalls: [small, { id: 'call_t', name: 'transfer', args }] }, 'Sent.')
    expect(run.required_action.type).toBe('review')
    await decide(run.run_id, { decision: 'edit', arguments: { amount: 4000, note: 'rent' } })
    const waiting = await waitForRun(guarded.app, run.run_id, ['requires_action', ...ENDS])
    expect(waiting.required_action).toMatchObject({
      type: 'submit_tool_outputs',
      tool_calls: [{ id: 'call_s' }, { id: 'call_t', arguments: { amount: 4000, note: 'rent' } }],
    })
    await guarded.app.post(`/api/v1/runs/${run.run_id}/submit_tool_outputs`, {
      tool_outputs: [
        { tool_call_id: 'call_s', output: 'ok' },
        { tool_call_id: 'call_t', output: 'ok' },
      ],
    })
    expect((await waitForRun(guarded.app, run.run_id, ENDS)).output.response).toBe('Sent.')
    expect((await auditOf(run.run_id)).map(([action, category]) => [action, category])).toEqual([
      ['review', 'amount'],
      ['pass', 'edited'],
    ])
  })

  it('the model receives the refusal of a rejected tool call', async () => {
    const run = await start(calls(2000), 'Then not.')
    await decide(run.run_id, { decision: 'reject', reviewer: 'dana', reason: 'too much' })
    expect((await waitForRun(guarded.app, run.run_id, ENDS)).output.response).toBe('Then not.')
    expect(JSON.stringify(guarded.model.requests.at(-1)?.body.messages)).toContain(
      'Error: dana did not allow this call: too much',
    )
    const eventTypes = (await readRunEvents(guarded.app, run.run_id)).map(({ type }) => type)
    expect(eventTypes).not.toContain('tool.call')
  })

  it('an approved output is returned without another model call, and is not streamed before', async () => {
    const text = 'We will refund $2,500.00 to you.'
    const run = await start(text)
    expect(run.required_action.reviews).toMatchObject([{ stage: 'output', content: text }])
    expect(JSON.stringify(run.required_action)).not.toContain('held')
    await decide(run.run_id, { decision: 'approve' })
    const ended = await waitForRun(guarded.app, run.run_id, ENDS)
    expect(ended.output).toMatchObject({ response: text, messages: [{ role: 'assistant', content: text }] })
    expect(guarded.model.requests).toHaveLength(1)
    const events = await readRunEvents(guarded.app, run.run_id)
    const interruptIndex = events.findIndex(({ type }) => type === 'run.requires_action')
    expect(JSON.stringify(events.slice(0, interruptIndex))).not.toContain('refund')
    const tokens = events.filter(({ type }) => type === 'llm.token').map(({ data }) => data.token as string)
    expect(tokens.join('')).toBe(text)
  })

  it('an edited output replaces the original, and a rejected one fails the run', async () => {
    const edited = await start('We will refund $2,500.00 to you.')
    await decide(edited.run_id, { decision: 'edit', content: 'We will look into it.' })
    expect((await waitForRun(guarded.app, edited.run_id, ENDS)).output).toMatchObject({
      response: 'We will look into it.',
      messages: [{ content: 'We will look into it.' }],
    })
    const rejected = await start('We will refund $2,500.00 to you.')
    await decide(rejected.run_id, { decision: 'reject', reviewer: 'dana', reason: 'no refunds' })
    const failed = await waitForRun(guarded.app, rejected.run_id, ENDS)
    expect(failed.error).toEqual({
      code: 'guardrail_blocked',
      message: 'Guardrail limit blocked the output: rejected by dana: no refunds',
    })
    expect(failed.output).toBeNull()
  })

  it('a review survives a restart of the service', async () => {
    const run = await start('We will refund $2,500.00 to you.')
    const stopped = guarded
    await stopped.stop()
    guarded = await startGuardedApp({ databaseUrl: database.url })
    await decide(run.run_id, { decision: 'approve' })
    const ended = await waitForRun(guarded.app, run.run_id, ENDS)
    expect(ended.output.response).toBe('We will refund $2,500.00 to you.')
    expect(guarded.model.requests).toEqual([])
  })

  it('rejects invalid decisions', async () => {
    const run = await start(calls(3000), 'Done.')
    const wrong = await decide(run.run_id, { decision: 'edit' })
    expect(wrong).toMatchObject({
      status: 400,
      body: { details: { arguments: 'is required for the decision edit' } },
    })
    expect(await decide(run.run_id, { decision: 'approve', content: 'x' })).toMatchObject({
      status: 400,
      body: { details: { content: 'is only allowed for messages' } },
    })
    expect((await decide(run.run_id, { decision: 'maybe' })).status).toBe(400)
    expect((await decide(run.run_id, { decision: 'approve', id: 'other' })).body.details).toHaveProperty('id')
    expect((await guarded.app.post(`/api/v1/runs/${run.run_id}/resume`, { input: 'yes' })).status).toBe(409)
    expect((await guarded.app.get(`/api/v1/runs/${run.run_id}`)).body.status).toBe('requires_action')
    await decide(run.run_id, { decision: 'approve' })
    await waitForRun(guarded.app, run.run_id, ENDS)
    expect(await decide(run.run_id, { decision: 'approve' })).toMatchObject({
      status: 409,
      body: { message: 'The run is completed and accepts no more reviews' },
    })
  })
})
