/** What guardrails did, as statements for the batch of the run that they did it to, and as what later checks ask for. */
import type { DecisionRecord, CheckTally } from '../rules/decision.js'
import { newId } from '../../platform/ids.js'
import type { AuditLevel, Outcome } from '../../schema/guardrail.js'
import type { GuardrailCounterStore, ModelSpend } from '../../store/guardrails/counters.js'
import type { DecisionRow, DecisionStore } from '../../store/guardrails/decisions.js'
import type { BaselineStore } from '../../store/guardrails/baselines.js'
import { pick, type Statement } from '../../store/sql/statement.js'
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
/** What a decision was made about: a run, or a change of a thread's state, which has an id of its own. */
type DecisionSubject = Pick<Run, 'tenant_id' | 'run_id' | 'thread_id' | 'assistant_id'>

const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The longest window of rate_of_spend, and the hour that it began in. */
const SPEND_HOURS = 8_761
const EXPIRY_BATCH_SIZE = 1_000

/** The last digit of a run's id is random: sixteen rows to share the counting. */
const toShard = (run_id: string): number => Number.parseInt(run_id.slice(-1), 16) || 0
export const toDay = (at: number): number => Math.floor(at / DAY_MS)
const toHour = (at: number): number => Math.floor(at / HOUR_MS)

export const makeGuardrailDecisionLog = ({
  guardrailDecisions,
  guardrailCounters,
  baselines: baselineStore,
}: DecisionLogDeps) => {
  const anomalyBaselines = makeAnomalyBaselines(baselineStore)

  return {
    /** What the audit level keeps: nothing, what did something, or all; the texts only at the highest. */
    decisionStatements(
      subject: DecisionSubject,
      set: GuardrailSet,
      records: readonly DecisionRecord[],
      now: number,
    ): Statement[] {
      const retained = records.filter((decision) => isRetained(set.auditLevel, decision))
      return guardrailDecisions.insertStatements(
        retained.map((decision) => toDecisionRow(subject, set, decision, now)),
      )
    },

    /** Where there is no batch of which they could be part. */
    async write(statements: Statement[]): Promise<void> {
      if (statements.length > 0) await guardrailDecisions.write(statements)
    },

    /**
     * Counts of an execution that ended. A run is one request however often it executes: `before` is what it was
     * counted as (null: not yet), and is taken back if it is now something else.
     */
    countStatements(
      run: Run,
      { before, after }: { before: Outcome | null; after: Outcome },
      tallies: readonly CheckTally[],
    ): Statement[] {
      const countKey = { tenant_id: run.tenant_id, day: toDay(run.created_at), shard: toShard(run.run_id) }
      const latency_us = tallies.reduce((sum, tally) => sum + tally.latency_us, 0)
      const change = { passed: 0, flagged: 0, blocked: 0 }
      if (before !== null) change[before] -= 1
      change[after] += 1
      return [
        ...guardrailCounters.addRequestsStatements({ ...countKey, ...change, latency_us }),
        ...guardrailCounters.addCountsStatements(
          mergeTallies(tallies).map((tally) => ({ ...countKey, ...tally })),
        ),
      ]
    },

    observationStatements: anomalyBaselines.insertStatements,
    listRecentObservations: anomalyBaselines.listRecent,

    /** `scopes` are the ids of what the spending is added up for: the thread, the assistant. */
    spendStatements(run: Run, scopes: readonly string[], usage: ModelSpend, now: number): Statement[] {
      const countKey = { tenant_id: run.tenant_id, hour: toHour(now), shard: toShard(run.run_id) }
      const { input_tokens, output_tokens } = usage
      const row = { model: toStorable(usage.model), input_tokens, output_tokens }
      const sorted = [...new Set(scopes)].sort()
      return guardrailCounters.addSpendStatements(
        sorted.map((scope_id) => ({ ...countKey, scope_id, ...row })),
      )
    },

    /** By model, from the beginning of the hour of `since` on. */
    listSpending: (tenant_id: string, scope_id: string, since: number): Promise<ModelSpend[]> =>
      guardrailCounters.listSpend(tenant_id, scope_id, toHour(since)),

    /** Of all tenants; in batches, so that nobody waits long for the writer. Returns how many decisions went. */
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

const isRetained = (level: AuditLevel, { action, detector }: DecisionRecord): boolean => {
  if (level === 'minimal') return false
  return level !== 'standard' || action !== 'pass' || detector === 'human'
}

const toDecisionRow = (
  subject: DecisionSubject,
  set: GuardrailSet,
  decision: DecisionRecord,
  now: number,
): DecisionRow => {
  const storesTexts = set.auditLevel === 'comprehensive'
  return {
    ...pick(subject, ['tenant_id', 'run_id', 'thread_id', 'assistant_id']),
    decision_id: newId(),
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

/** One row for each name and action, sorted: a row cannot be added to twice by one statement. */
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
