/**
 * Stores what guardrails did: decisions for the audit, counters, spending and observations. Writes are returned as
 * statements, so that they can be part of the batch that stores the run's step. Reads serve later checks.
 */
import { isAudited, type CheckTally, type DecisionRecord } from '../rules/decision.js'
import type { Outcome } from '../../schema/guardrail.js'
import type { GuardrailCounterStore, ModelSpend } from '../../store/guardrails/counters.js'
import type { DecisionRow, DecisionStore } from '../../store/guardrails/decisions.js'
import type { BaselineStore } from '../../store/guardrails/baselines.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { makeAnomalyBaselines } from './anomaly-baselines.js'
import type { GuardrailSet } from './guardrail-resolver.js'
import { toStorable, toStorableOrNull } from './storable-text.js'

interface DecisionLogDeps {
  guardrailDecisions: DecisionStore
  guardrailCounters: GuardrailCounterStore
  baselines: BaselineStore
}

type Run = Row<'runs'>
/** A decision is about a run, or about an update of a thread's state, which has an ID of its own instead of a run ID. */
type DecisionSubject = Pick<Run, 'tenant_id' | 'run_id' | 'thread_id' | 'assistant_id'>

const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The longest window of `rate_of_spend` (a year) plus the partial first hour. */
const SPEND_HOURS = 8_761
const EXPIRY_BATCH_SIZE = 1_000

/** Counters are spread over sixteen rows (the last, random digit of the run ID), so that runs do not wait for one lock. */
export const toShard = (run_id: string): number => Number.parseInt(run_id.slice(-1), 16) || 0
export const toDay = (at: number): number => Math.floor(at / DAY_MS)
const toHour = (at: number): number => Math.floor(at / HOUR_MS)

export const makeGuardrailDecisionLog = ({
  guardrailDecisions,
  guardrailCounters,
  baselines: baselineStore,
}: DecisionLogDeps) => {
  const anomalyBaselines = makeAnomalyBaselines(baselineStore)

  return {
    /** The audit level decides which decisions are stored: none, those that found something, or all; texts only at the highest. */
    decisionStatements(
      subject: DecisionSubject,
      set: GuardrailSet,
      records: readonly DecisionRecord[],
      now: number,
    ): Statement[] {
      const audited = records.filter((decision) => isAudited(set.auditLevel, decision))
      return guardrailDecisions.insertStatements(
        audited.map((decision) => toDecisionRow(subject, set, decision, now)),
      )
    },

    /** Writes statements that are not part of another batch. */
    async write(statements: Statement[]): Promise<void> {
      if (statements.length > 0) await guardrailDecisions.write(statements)
    },

    /**
     * Counts an execution that ended. A run counts as one request even if it executes several times: `before` is the
     * outcome it was counted with so far (null: not yet counted), which is subtracted again.
     */
    countStatements(
      run: Run,
      { before, after }: { before: Outcome | null; after: Outcome },
      tallies: readonly CheckTally[],
    ): Statement[] {
      const { tenant_id } = run
      const [day, shard] = [toDay(run.created_at), toShard(run.run_id)]
      const latency_us = tallies.reduce((sum, tally) => sum + tally.latency_us, 0)
      const change = { passed: 0, flagged: 0, blocked: 0 }
      if (before !== null) change[before] -= 1
      change[after] += 1
      return [
        ...guardrailCounters.addRequestsStatements({ tenant_id, day, shard, ...change, latency_us }),
        ...guardrailCounters.addCountsStatements(
          mergeTallies(tallies).map(({ name, action, checks, triggers, latency_us: latency }) => ({
            tenant_id,
            day,
            shard,
            name,
            action,
            checks,
            triggers,
            latency_us: latency,
          })),
        ),
      ]
    },

    /**
     * The outcome of the decisions that earlier executions of the run stored; null if there are none, which is always
     * the case at the audit level `minimal`.
     */
    async findStoredOutcome(run: Pick<Run, 'tenant_id' | 'run_id'>): Promise<Outcome | null> {
      const actions = await guardrailDecisions.listActions(run)
      if (actions.includes('block')) return 'blocked'
      return actions.some((action) => action !== 'pass') ? 'flagged' : null
    },

    observationStatements: anomalyBaselines.insertStatements,
    listRecentObservations: anomalyBaselines.listRecent,

    /** `scopes` are the IDs that the spending is summed for: the thread and the assistant. */
    spendStatements(run: Run, scopes: readonly string[], usage: ModelSpend, now: number): Statement[] {
      const countKey = { tenant_id: run.tenant_id, hour: toHour(now), shard: toShard(run.run_id) }
      const { input_tokens, output_tokens } = usage
      const row = { model: toStorable(usage.model), input_tokens, output_tokens }
      const sorted = [...new Set(scopes)].sort()
      return guardrailCounters.addSpendStatements(
        sorted.map((scope_id) => ({ ...countKey, scope_id, ...row })),
      )
    },

    /** Returns the spending per model since the start of the hour that contains `since`. */
    listSpending: (tenant_id: string, scope_id: string, since: number): Promise<ModelSpend[]> =>
      guardrailCounters.listSpend(tenant_id, scope_id, toHour(since)),

    /** Removes expired decisions of all tenants, in batches, so that other writes do not wait long. Returns the count. */
    async removeExpired(now: number): Promise<number> {
      await guardrailCounters.removeSpendBefore(toHour(now) - SPEND_HOURS)
      let removed = 0
      for (;;) {
        const batchSize = await guardrailDecisions.removeExpired(now, EXPIRY_BATCH_SIZE)
        removed += batchSize
        if (batchSize < EXPIRY_BATCH_SIZE) return removed
      }
    },
  }
}

export type GuardrailDecisionLog = ReturnType<typeof makeGuardrailDecisionLog>

const toDecisionRow = (
  subject: DecisionSubject,
  set: GuardrailSet,
  decision: DecisionRecord,
  now: number,
): DecisionRow => {
  const storesTexts = set.auditLevel === 'comprehensive'
  // Copying the members with `...pick(…)` made up most of the time of this function (November 2026).
  return {
    tenant_id: subject.tenant_id,
    run_id: subject.run_id,
    thread_id: subject.thread_id,
    assistant_id: subject.assistant_id,
    decision_id: decision.decision_id,
    guardrail: toStorable(decision.guardrail),
    type: decision.type,
    stage: decision.stage,
    action: decision.action,
    category: toStorable(decision.category),
    score: decision.score,
    detector: decision.detector,
    reason: toStorable(decision.reason),
    policy: set.policy,
    set_hash: set.hash,
    spans: JSON.stringify(decision.spans),
    text_hash: decision.text_hash,
    text_before: storesTexts ? toStorableOrNull(decision.text_before) : null,
    text_after: storesTexts ? toStorableOrNull(decision.text_after) : null,
    tool_call_id: toStorableOrNull(decision.tool_call_id),
    latency_us: Math.round(decision.latency_us),
    verdict: null,
    reviewer: null,
    note: null,
    reviewed_at: null,
    created_at: now,
    expires_at: now + set.retentionDays * DAY_MS,
  }
}

type GuardrailCount = Omit<Row<'guardrail_counts'>, 'tenant_id' | 'day' | 'shard'>

/** Merges tallies into one row per name and action, sorted: one upsert statement cannot touch a row twice. */
const mergeTallies = (tallies: readonly CheckTally[]): GuardrailCount[] => {
  const rows = new Map<string, GuardrailCount>()
  for (const { name, action: takenAction, checks, triggers, latency_us } of tallies) {
    const action = takenAction === 'pass' ? '' : takenAction
    const key = `${name}\n${action}`
    const existing = rows.get(key)
    rows.set(key, {
      name: toStorable(name),
      action,
      checks: checks + (existing?.checks ?? 0),
      triggers: triggers + (existing?.triggers ?? 0),
      latency_us: Math.round(latency_us + (existing?.latency_us ?? 0)),
    })
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
