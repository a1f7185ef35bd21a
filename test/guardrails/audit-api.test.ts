/** The audit endpoints. Audit levels and retention are tested in decision-log.test.ts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeGuardrailDecisionLog } from '../../src/guardrails/policy/decision-log.js'
import type { DecisionRecord } from '../../src/guardrails/rules/decision.js'
import { newId } from '../../src/platform/ids.js'
import type { Database } from '../../src/store/sql/database.js'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS, openDatabase } from '../support/databases.js'
import { runRow } from '../support/rows.js'
import { makeStores } from '../support/stores.js'

const AUDIT = '/api/v1/governance/audit'
const METRICS = '/api/v1/governance/guardrails/metrics'
const DAY = 86_400_000
const KEY = 'an-admin-key-of-tests'

describe.each(DATABASE_KINDS)('the audit API on %s', (databaseKind) => {
  let app: TestApp
  let db: Database
  const run = runRow()
  beforeAll(async () => {
    app = await startApp({
      databaseKind,
      env: { AUTH_ENABLED: 'true', API_KEYS: KEY },
      headers: { authorization: `Bearer ${KEY}` },
    })
    db = await openDatabase(app.databaseUrl)
    const decisionLog = makeGuardrailDecisionLog(makeStores(db))
    const set = {
      hash: 'abc',
      definitions: [],
      policy: null,
      auditLevel: 'full' as const,
      retentionDays: 1,
      hashKey: '',
    }
    const decision: DecisionRecord = {
      decision_id: newId(),
      guardrail: 'safety',
      type: 'content_safety',
      stage: 'input',
      action: 'block',
      category: 'violence',
      score: 0.9,
      detector: 'lexical',
      reason: 'violence',
      spans: [{ start: 0, end: 4, label: 'violence' }],
      latency_us: 250,
      text_hash: 'ff',
      text_before: 'raw',
      text_after: '',
      tool_call_id: null,
    }
    await db.write([
      ...decisionLog.decisionStatements(
        run,
        set,
        [decision, { ...decision, decision_id: newId(), action: 'pass' }],
        app.clock.now(),
      ),
      ...decisionLog.countStatements(run, { before: null, after: 'blocked' }, [
        { name: 'safety', action: 'block', checks: 1, triggers: 1, latency_us: 250 },
      ]),
    ])
  })
  afterAll(async () => {
    await db.close()
    await app.stop()
  })

  it('returns a decision without the text and stores a review of it', async () => {
    const { body } = await app.get(`${AUDIT}?action=block&run_id=${run.run_id}`)
    expect(body.data).toEqual([
      expect.objectContaining({ id: body.data[0].decision_id, run_id: run.run_id, latency_ms: 0.25 }),
    ])
    const [decision] = body.data
    expect([decision.text_before, decision.verdict, decision.score]).toEqual([null, null, 0.9])
    expect(Date.parse(decision.expires_at) - Date.parse(decision.created_at)).toBe(86_400_000)
    const url = `${AUDIT}/${decision.id}`
    expect((await app.get(url)).body).toEqual(decision)
    const reviewed = await app.post(`${url}/review`, { verdict: 'false_positive', note: 'A film.' })
    expect(reviewed).toMatchObject({
      status: 200,
      body: { verdict: 'false_positive', note: 'A film.', reviewer: 'a configured key' },
    })
    const { key } = (await app.post('/api/v1/api-keys', { name: 'k', scopes: ['admin'] })).body
    const as = { authorization: `Bearer ${key}` }
    const again = await app.post(`${url}/review`, { verdict: 'true_positive' }, as)
    expect(again.body).toMatchObject({ verdict: 'true_positive', note: null, reviewer: 'k' })
    const signed = await app.post(`${url}/review`, { verdict: 'false_positive', reviewer: 'Ada' }, as)
    expect(signed.body.reviewer).toBe('Ada')
    expect((await app.get('/api/v1/governance/guardrails/metrics')).body).toMatchObject({
      summary: { total_requests: 1, blocked: 1, flagged: 0, passed: 0 },
      by_guardrail: [{ name: 'safety', triggers: 1, action_taken: 'block', avg_latency_ms: 0.25 }],
      false_positive_rate: 1,
      reviewed: 1,
    })
  })

  it('limits the decisions and the metrics to a time range', async () => {
    const at = (ms: number): string => encodeURIComponent(new Date(app.clock.now() + ms).toISOString())
    const count = async (query: string): Promise<number> =>
      (await app.get(`${AUDIT}?${query}`)).body.data.length
    expect(await count(`created_after=${at(-60_000)}&created_before=${at(60_000)}`)).toBe(2)
    expect(await count(`created_after=${at(60_000)}`)).toBe(0)
    expect(await count('triggered=true')).toBe(1)
    const earlier = `from=${at(-30 * DAY)}&to=${at(-20 * DAY)}`
    expect((await app.get(`${METRICS}?${earlier}`)).body).toMatchObject({
      summary: { total_requests: 0 },
      by_guardrail: [],
    })
    const from = new Date(run.created_at).toISOString()
    const to = new Date(run.created_at + DAY).toISOString()
    const { body } = await app.get(`${METRICS}?from=${from}&to=${to}`)
    expect(body.by_guardrail).toMatchObject([{ name: 'safety', triggers: 1, checks: 1 }])
    expect(body.by_guardrail[0].triggers_by_day).toEqual([1, 0])
  })

  it('lists the types of guardrails with the schemas of their settings', async () => {
    const { body } = await app.get('/api/v1/governance/guardrail_types')
    expect(body.types).toHaveLength(9)
    expect(body.types).toContainEqual({
      type: 'prompt_injection',
      description: expect.any(String),
      stages: ['input', 'tool_result'],
      config_schema: expect.objectContaining({ additionalProperties: false }),
    })
    expect(body.patterns).toContain('credit_card')
  })

  it.each([
    ['POST', `${AUDIT}/${MISSING_ID}/review`, { verdict: 'true_positive' }, 404],
    ['POST', `${AUDIT}/${MISSING_ID}/review`, { verdict: 'maybe' }, 400],
    ['GET', `${AUDIT}/${MISSING_ID}`, undefined, 404],
    ['GET', `${AUDIT}/x`, undefined, 404],
    ['GET', `${AUDIT}?action=shout`, undefined, 400],
    ['GET', `${AUDIT}?run_id=x`, undefined, 400],
    ['GET', `${AUDIT}?guardrail=%00`, undefined, 400],
    ['GET', `${AUDIT}?cursor=x`, undefined, 400],
    ['GET', `${AUDIT}?created_after=yesterday`, undefined, 400],
    ['GET', `${METRICS}?from=yesterday`, undefined, 400],
    ['GET', `${METRICS}?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z`, undefined, 400],
    ['GET', `${METRICS}?from=2024-02-02T00:00:00Z&to=2026-02-01T00:00:00Z`, undefined, 400],
  ])('rejects %s %s %j', async (method, url, body, status) => {
    expect((await app.call(method, url, body)).status).toBe(status)
  })
})
