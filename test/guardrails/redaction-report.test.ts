/** Every redaction is counted once, in the audit, and emitted as an event, wherever the text was. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import type { GuardrailMetrics } from '../../src/schema/guardrail-metrics.js'
import { readRunEvents, executeRun, createThread } from '../support/runs.js'
import { startGuardedApp, type GuardedApp } from './support.js'

/** The guardrail of the README. */
const PII_FILTER = {
  name: 'pii_filter',
  type: 'output_filter',
  config: { detect_patterns: ['ssn', 'credit_card', 'email'], action: 'redact', replacement: '[REDACTED]' },
}

describe('redactions', () => {
  let guarded: GuardedApp
  beforeAll(async () => {
    guarded = await startGuardedApp({ project: join(packageRoot, 'test/guardrails/project') })
  })
  afterAll(() => guarded.stop())

  const triggered = async (runId: string) =>
    (await readRunEvents(guarded.app, runId))
      .filter(({ type }) => type === 'guardrail.triggered')
      .map(({ data }) => data)
  const audited = async (runId: string) =>
    (await guarded.app.get(`/api/v1/governance/audit?run_id=${runId}`)).body.data
  const metrics = async (): Promise<GuardrailMetrics> =>
    (await guarded.app.get('/api/v1/governance/guardrails/metrics')).body

  it('an e-mail address in the input is counted once, audited and emitted', async () => {
    const assistant_id = await guarded.createAssistant([PII_FILTER])
    guarded.setReplies('Thank you.')
    const before = await metrics()
    const run = await executeRun(guarded.app, {
      assistant_id,
      input: { message: 'Write to jane@example.com, please.' },
    })
    expect(run.input).toEqual({ message: 'Write to [REDACTED], please.' })
    const summary = {
      guardrail: 'pii_filter',
      stage: 'input',
      action: 'redact',
      category: 'email',
      detector: 'lexical',
      reason: 'redacted email in the stored input',
    }
    const spans = [{ start: 9, end: 25, label: 'email' }]
    const events = await triggered(run.run_id)
    expect(events).toMatchObject([{ guardrail_type: 'output_filter', ...summary, spans }])
    const { decision_id } = events[0]!
    expect(await audited(run.run_id)).toMatchObject([
      { type: 'output_filter', decision_id, ...summary, spans },
    ])
    const after = await metrics()
    expect(after.summary).toEqual({
      ...before.summary,
      total_requests: before.summary.total_requests + 1,
      flagged: before.summary.flagged + 1,
    })
    expect(after.guardrail_triggers['pii_filter']).toBe((before.guardrail_triggers['pii_filter'] ?? 0) + 1)
  })

  it('a posted message and an output are redactions of their own', async () => {
    const thread_id = await createThread(guarded.app)
    await guarded.app.post('/api/v1/messages', { thread_id, content: 'I am jane@example.com' })
    const assistant_id = await guarded.createAssistant([PII_FILTER])
    guarded.setReplies('I will write to jane@example.com.')
    const run = await executeRun(guarded.app, { assistant_id, thread_id, input: { message: 'Hello' } })
    expect((await triggered(run.run_id)).map(({ stage, action }) => [stage, action])).toEqual([
      ['input', 'redact'],
      ['output', 'redact'],
    ])
    guarded.setReplies('Yes.')
    const next = await executeRun(guarded.app, { assistant_id, thread_id, input: { message: 'Again' } })
    expect(await triggered(next.run_id)).toEqual([])
  })

  it('an event has no decision ID if the audit level does not store the decision', async () => {
    const assistant_id = await guarded.createAssistant([PII_FILTER], { risk_profile: 'low_risk' })
    guarded.setReplies('I will write to jane@example.com.')
    const run = await executeRun(guarded.app, { assistant_id, input: { message: 'Hello' } })
    const [event] = await triggered(run.run_id)
    expect(event).toMatchObject({ guardrail: 'pii_filter', action: 'redact' })
    expect(event).not.toHaveProperty('decision_id')
    expect(await audited(run.run_id)).toEqual([])
  })

  it('a filter that checks the input reports it once', async () => {
    const config = { ...PII_FILTER.config, stages: ['input', 'output'] }
    const assistant_id = await guarded.createAssistant([{ ...PII_FILTER, config }])
    guarded.setReplies('Thank you.')
    const run = await executeRun(guarded.app, { assistant_id, input: { message: 'I am jane@example.com' } })
    expect(await audited(run.run_id)).toMatchObject([{ stage: 'input', reason: 'redacted email' }])
  })

  it('an address that only the error message of a graph contains is reported', async () => {
    const assistant_id = await guarded.createAssistant([PII_FILTER], {}, { graph_id: 'fails' })
    const run = await executeRun(guarded.app, {
      assistant_id,
      input: { message: 'say in reverse moc.elpmaxe@enaj' },
    })
    expect(run.error.message).toContain('cannot charge [REDACTED]')
    expect(await audited(run.run_id)).toMatchObject([
      { stage: 'output', action: 'redact', category: 'email', reason: 'redacted email in stored data' },
    ])
    expect(await triggered(run.run_id)).toHaveLength(1)
  })

  it('a filter that blocks outputs does not block the input that it removes', async () => {
    const config = { detect_patterns: ['email'], action: 'block' }
    const assistant_id = await guarded.createAssistant([{ ...PII_FILTER, config }])
    guarded.setReplies('Thank you.')
    const run = await executeRun(guarded.app, { assistant_id, input: { message: 'I am jane@example.com' } })
    expect(run).toMatchObject({ status: 'completed', input: { message: 'I am [BLOCKED]' } })
    expect(await audited(run.run_id)).toMatchObject([{ stage: 'input', action: 'redact', category: 'email' }])
  })
})
