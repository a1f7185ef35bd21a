/** Audit decisions, counters, spending and the baselines of anomaly detection. */
import { describe, expect, it } from 'vitest'
import { makeAudit } from '../../src/guardrails/policy/audit.js'
import { makeGuardrailDecisionLog } from '../../src/guardrails/policy/decision-log.js'
import { makeGuardrailMetrics } from '../../src/guardrails/policy/metrics.js'
import type { GuardrailSet } from '../../src/guardrails/policy/guardrail-resolver.js'
import type { DecisionRecord } from '../../src/guardrails/rules/decision.js'
import { newId } from '../../src/platform/ids.js'
import type { Statement } from '../../src/store/sql/statement.js'
import { makeTestClock } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { runRow } from '../support/rows.js'
import { useStores } from '../support/stores.js'

const DAY = 86_400_000
const HOUR = 3_600_000
const NOT_REVIEWED = { reviewed: 0, precision: null, precision_interval: null }

const toMidnight = (at: number): number => at - (at % DAY)

const SET: GuardrailSet = {
  hash: 'abc',
  definitions: [],
  policy: 'finance',
  auditLevel: 'standard',
  retentionDays: 30,
  hashKey: 'k',
}
const DECISION: Omit<DecisionRecord, 'decision_id'> = {
  guardrail: 'pii_filter',
  type: 'output_filter',
  stage: 'output',
  action: 'redact',
  category: 'ssn',
  score: 0.5,
  detector: 'lexical',
  reason: 'redacted ssn',
  spans: [{ start: 1, end: 2, label: 'ssn' }],
  latency_us: 1_500,
  text_hash: 'hash',
  text_before: 'before \u0000\ud800',
  text_after: 'after',
  tool_call_id: null,
}
const PASSED: typeof DECISION = { ...DECISION, action: 'pass', category: '', spans: [], score: null }
const withId = (decision: typeof DECISION): DecisionRecord => ({ ...decision, decision_id: newId() })

describe.each(DATABASE_KINDS)('the decision log on %s', (databaseKind) => {
  const stores = useStores(databaseKind)
  const makeDeps = () => {
    const clock = makeTestClock()
    return {
      clock,
      decisionLog: makeGuardrailDecisionLog(stores),
      audit: makeAudit({ ...stores, clock }),
      metrics: makeGuardrailMetrics({ ...stores, clock }),
    }
  }
  const write = (statements: Statement[]) => stores.db.write(statements)

  it.each([
    ['minimal', []],
    ['standard', ['redact']],
    ['full', ['pass', 'redact']],
    ['comprehensive', ['pass', 'redact']],
  ] as const)('the audit level %s stores the expected decisions', async (auditLevel, kept) => {
    const { decisionLog, audit, clock } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const set = { ...SET, auditLevel }
    await write(decisionLog.decisionStatements(run, set, [DECISION, PASSED].map(withId), clock.now()))
    const { data } = await audit.list(run.tenant_id, {})
    expect(data.map(({ action }) => action).sort()).toEqual(kept)
    const isAll = auditLevel === 'comprehensive'
    for (const { text_before, text_after, text_hash, policy, set_hash } of data) {
      // Characters that PostgreSQL cannot store are replaced.
      expect([text_before, text_after]).toEqual(isAll ? ['before \ufffd\ufffd', 'after'] : [null, null])
      expect([text_hash, policy, set_hash]).toEqual(['hash', 'finance', 'abc'])
    }
  })

  it('the audit is listed newest first, filtered, paginated, and per tenant', async () => {
    const { decisionLog, audit, clock } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const other = runRow({ tenant_id: run.tenant_id })
    for (const [index, action] of (['warn', 'block', 'redact', 'warn', 'warn'] as const).entries())
      await write(
        decisionLog.decisionStatements(
          index === 0 ? other : run,
          SET,
          [withId({ ...DECISION, action, guardrail: action === 'block' ? 'b' : 'a' })],
          clock.now() + index,
        ),
      )
    const list = async (query: object) =>
      (await audit.list(run.tenant_id, query)).data.map((one) => one.action)
    expect(await list({})).toEqual(['warn', 'warn', 'redact', 'block', 'warn'])
    expect(await list({ run_id: other.run_id.toUpperCase() })).toEqual(['warn'])
    expect(await list({ guardrail: 'a', action: 'warn' })).toHaveLength(3)
    expect(await list({ stage: 'input' })).toEqual([])
    const at = (ms: number): string => new Date(clock.now() + ms).toISOString()
    expect(await list({ created_after: at(2), created_before: at(4) })).toEqual(['warn', 'redact'])
    expect(await list({ triggered: true })).toHaveLength(5)
    expect(await list({ triggered: false })).toEqual([])
    const first = await audit.list(run.tenant_id, { run_id: run.run_id, limit: 3 })
    const cursor = first.next_cursor!
    expect(await list({ run_id: run.run_id, limit: 3, cursor })).toEqual(['block'])
    await expect(audit.list(run.tenant_id, { cursor })).rejects.toMatchObject({ code: 'validation_error' })
    expect((await audit.list(newId(), {})).data).toEqual([])
    await expect(audit.get(newId(), first.data[0]!.id)).rejects.toMatchObject({ code: 'resource_not_found' })
  })

  it('the false positive rate is computed from reviews', async () => {
    const { decisionLog, audit, metrics, clock } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const { tenant_id } = run
    expect(await metrics.read(tenant_id)).toMatchObject({
      false_positive_rate: null,
      false_positive_interval: null,
    })
    const set = { ...SET, auditLevel: 'full' as const }
    const made = [DECISION, DECISION, DECISION, DECISION, PASSED].map(withId)
    await write(decisionLog.decisionStatements(run, set, made, clock.now()))
    const triggered = (await audit.list(tenant_id, { action: 'redact' })).data
    for (const [index, { id }] of triggered.entries()) {
      const verdict = index === 0 ? 'false_positive' : 'true_positive'
      await audit.review(tenant_id, id, { verdict: 'true_positive', reviewer: 'me' })
      await expect(
        audit.review(tenant_id, id, { verdict, note: 'n', reviewer: 'you' }),
      ).resolves.toMatchObject({
        verdict,
        note: 'n',
        reviewer: 'you',
        reviewed_at: new Date(clock.now()).toISOString(),
      })
    }
    const figures = await metrics.read(tenant_id)
    const { false_positive_rate, false_positive_interval: interval, reviewed, by_guardrail } = figures
    expect([false_positive_rate, reviewed]).toEqual([0.25, 4])
    expect(by_guardrail).toMatchObject([{ name: DECISION.guardrail, reviewed: 4, precision: 0.75 }])
    expect(by_guardrail[0]!.precision_interval!.map((bound) => bound.toFixed(3))).toEqual(['0.301', '0.954'])
    const dayBefore = { to: new Date(toMidnight(clock.now())).toISOString() }
    expect(await metrics.read(tenant_id, dayBefore)).toMatchObject({ reviewed: 0, by_guardrail: [] })
    expect(interval!.map((bound) => bound.toFixed(3))).toEqual(['0.046', '0.699'])
    expect((await audit.list(tenant_id, { verdict: 'false_positive' })).data).toHaveLength(1)
    const unreviewed = (await audit.list(tenant_id, { verdict: 'none' })).data
    expect(unreviewed.map(({ action }) => action)).toEqual(['pass'])
    await expect(
      audit.review(tenant_id, unreviewed[0]!.id, { verdict: 'true_positive', reviewer: 'me' }),
    ).rejects.toMatchObject({ code: 'resource_conflict' })
  })

  it('decisions expire after the retention time of the policy', async () => {
    const { decisionLog, audit, clock } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const decide = (retentionDays: number, count: number) =>
      write(
        decisionLog.decisionStatements(
          run,
          { ...SET, retentionDays },
          Array.from({ length: count }, () => withId(DECISION)),
          clock.now(),
        ),
      )
    await decide(1, 1_100)
    await decide(90, 3)
    const kept = async () => (await audit.list(run.tenant_id, { limit: 100 })).data.length
    clock.advance(DAY - 1)
    await decisionLog.removeExpired(clock.now())
    expect(await kept()).toBe(100)
    clock.advance(1)
    await decisionLog.removeExpired(clock.now())
    expect(await kept()).toBe(3)
    clock.advance(89 * DAY)
    await decisionLog.removeExpired(clock.now())
    expect(await kept()).toBe(0)
  })

  it('a run is counted once, with its final outcome, on the day of its creation', async () => {
    const { decisionLog, metrics, clock } = makeDeps()
    const tenant_id = newId()
    const finish = async (
      created_at: number,
      ...outcomes: ('passed' | 'flagged' | 'blocked')[]
    ): Promise<void> => {
      const run = runRow({ tenant_id, created_at })
      let before: (typeof outcomes)[number] | null = null
      for (const after of outcomes) {
        const tallies = [
          { name: 'b', action: 'pass', checks: 2, triggers: 0, latency_us: 1_000 },
          ...(after === 'passed'
            ? []
            : ([
                {
                  name: 'a',
                  action: after === 'blocked' ? 'block' : 'warn',
                  checks: 1,
                  triggers: 1,
                  latency_us: 2_000,
                },
              ] as const)),
          { name: 'b', action: 'pass', checks: 2, triggers: 0, latency_us: 1_000 },
        ] as const
        await write(decisionLog.countStatements(run, { before, after }, tallies))
        before = after
      }
    }
    const now = clock.now()
    await finish(now - 7 * DAY, 'blocked')
    await finish(now - 6 * DAY, 'blocked')
    await finish(now - 6 * DAY, 'passed')
    await finish(now - DAY, 'passed', 'passed')
    await finish(now, 'passed', 'flagged')
    await finish(now, 'flagged', 'blocked')
    await finish(now, 'passed')
    await finish(now, 'passed')
    const figures = await metrics.read(tenant_id)
    expect(figures).toEqual({
      summary: { total_requests: 8, passed: 4, flagged: 1, blocked: 3 },
      by_guardrail: [
        {
          name: 'a',
          triggers: 5,
          action_taken: 'block',
          avg_latency_ms: 2,
          checks: 5,
          triggers_by_day: [1, 0, 0, 0, 0, 0, 3],
          ...NOT_REVIEWED,
        },
        {
          name: 'b',
          triggers: 0,
          action_taken: 'pass',
          avg_latency_ms: 0.5,
          checks: 44,
          triggers_by_day: [0, 0, 0, 0, 0, 0, 0],
          ...NOT_REVIEWED,
        },
      ],
      trends: {
        from: new Date(toMidnight(now) - 6 * DAY).toISOString(),
        to: new Date(toMidnight(now) + DAY).toISOString(),
        trigger_rate_7d: [0.5, 0, 0, 0, 0, 0, 0.5],
      },
      total_evaluations: 11 * 4 + 5,
      guardrail_triggers: { a: 5, b: 0 },
      trigger_rate: 0.5,
      false_positive_rate: null,
      false_positive_interval: null,
      reviewed: 0,
      response_latency_ms: (11 * 2 + 5 * 2) / 8,
    })
    const range = { from: new Date(now - 7 * DAY).toISOString(), to: new Date(now - DAY).toISOString() }
    expect(await metrics.read(tenant_id, range)).toMatchObject({
      summary: { total_requests: 4, passed: 2, flagged: 0, blocked: 2 },
      by_guardrail: [
        { name: 'a', triggers: 2, triggers_by_day: [1, 1, 0, 0, 0, 0, 0] },
        { name: 'b', triggers: 0 },
      ],
    })
    clock.advance(DAY)
    expect((await metrics.read(tenant_id)).trends.trigger_rate_7d).toEqual([0, 0, 0, 0, 0, 0.5, 0])
  })

  it('spending is summed by model and hour', async () => {
    const { decisionLog, clock } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const spend = (model: string, at: number) =>
      write(
        decisionLog.spendStatements(
          run,
          [run.thread_id, run.assistant_id, run.thread_id],
          { model, input_tokens: 10, output_tokens: 1 },
          at,
        ),
      )
    const now = clock.now()
    await spend('a', now - 25 * HOUR)
    await spend('a', now - HOUR)
    await spend('a', now)
    await spend('b', now)
    const spent = (since: number) => decisionLog.listSpending(run.tenant_id, run.thread_id, since)
    expect(await spent(now - 24 * HOUR)).toEqual([
      { model: 'a', input_tokens: 20, output_tokens: 2 },
      { model: 'b', input_tokens: 10, output_tokens: 1 },
    ])
    expect((await spent(0))[0]).toMatchObject({ input_tokens: 30 })
    expect(await decisionLog.listSpending(run.tenant_id, run.assistant_id, now)).toHaveLength(2)
    expect(await decisionLog.listSpending(newId(), run.thread_id, 0)).toEqual([])
    await decisionLog.removeExpired(now + 8_762 * HOUR - 25 * HOUR)
    expect((await spent(0))[0]).toMatchObject({ input_tokens: 20 })
  })

  it('the latest observations include those of other nodes, and old ones are removed', async () => {
    const { decisionLog, clock } = makeDeps()
    const { decisionLog: elsewhere } = makeDeps()
    const run = runRow({ tenant_id: newId() })
    const observe = (by: typeof decisionLog, ...values: number[]) =>
      write(values.flatMap((n) => by.observationStatements(run, { n }, clock.now())))
    const last = async (by: typeof decisionLog, count: number) =>
      (
        (await by.listRecentObservations(run.tenant_id, run.assistant_id, {
          count,
          now: clock.now(),
        })) as { n: number }[]
      ).map(({ n }) => n)
    expect(await last(decisionLog, 3)).toEqual([])
    await observe(decisionLog, 1, 2)
    await observe(elsewhere, 3)
    // Own observations are known at once, those of other nodes after a second.
    expect(await last(decisionLog, 3)).toEqual([1, 2])
    clock.advance(1_000)
    expect(await Promise.all([last(decisionLog, 3), last(decisionLog, 3)])).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
    await observe(elsewhere, 4)
    clock.advance(1_000)
    expect(await last(decisionLog, 3)).toEqual([2, 3, 4])
    expect(await last(decisionLog, 2)).toEqual([3, 4])
    expect(await last(decisionLog, 10)).toEqual([1, 2, 3, 4])
    await observe(decisionLog, ...Array.from({ length: 48 }, (_, index) => index + 5))
    // The 50th insert of this node removed all observations but the ten that were requested.
    expect(await last(elsewhere, 100)).toHaveLength(10)
    expect(await last(decisionLog, 10)).toEqual([43, 44, 45, 46, 47, 48, 49, 50, 51, 52])
  })
})
