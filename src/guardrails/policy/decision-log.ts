/** What guardrails did, as statements for the batch of the run that they did it to, and as what later checks ask for. */
import type { DecisionRecord, Tally } from '../rules/decision.js'
import { newId } from '../../platform/ids.js'
import type { AuditLevel, Outcome } from '../../schema/guardrail.js'
import type { GuardrailCountStore, Spent } from '../../store/guardrails/counters.js'
import type { DecisionRow, DecisionStore } from '../../store/guardrails/decisions.js'
import type { ObservationStore } from '../../store/guardrails/baselines.js'
import { pick, type Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import { makeObservations } from './anomaly-baselines.js'
import type { GuardrailSet } from './guardrail-resolver.js'
import { storable, storableOrNull } from './storable-text.js'

interface Parts {
  decisions: DecisionStore
  counts: GuardrailCountStore
  observations: ObservationStore
}

type Run = Row<'runs'>
/** What a decision was made about: a run, or a change of a thread's state, which has an id of its own. */
type Subject = Pick<Run, 'tenant_id' | 'run_id' | 'thread_id' | 'assistant_id'>

const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
/** The longest window of rate_of_spend, and the hour that it began in. */
const SPEND_HOURS = 8_761
const EXPIRED_AT_ONCE = 1_000

/** The last digit of a run's id is random: sixteen rows to share the counting. */
const shardOf = (run_id: string): number => Number.parseInt(run_id.slice(-1), 16) || 0
export const dayOf = (at: number): number => Math.floor(at / DAY_MS)
const hourOf = (at: number): number => Math.floor(at / HOUR_MS)

export const makeGuardrailLedger = ({ decisions, counts, observations: store }: Parts) => {
  const observed = makeObservations(store)

  return {
    /** What the audit level keeps: nothing, what did something, or all; the texts only at the highest. */
    decisionStatements(
      subject: Subject,
      set: GuardrailSet,
      made: readonly DecisionRecord[],
      now: number,
    ): Statement[] {
      const kept = made.filter((decision) => isKept(set.auditLevel, decision))
      return decisions.insertStatements(kept.map((decision) => toRow(subject, set, decision, now)))
    },

    /** Where there is no batch of which they could be part. */
    async write(statements: Statement[]): Promise<void> {
      if (statements.length > 0) await decisions.write(statements)
    },

    /**
     * Counts of an execution that ended. A run is one request however often it executes: `before` is what it was
     * counted as (null: not yet), and is taken back if it is now something else.
     */
    countStatements(
      run: Run,
      { before, after }: { before: Outcome | null; after: Outcome },
      tallies: readonly Tally[],
    ): Statement[] {
      const place = { tenant_id: run.tenant_id, day: dayOf(run.created_at), shard: shardOf(run.run_id) }
      const latency_us = tallies.reduce((sum, tally) => sum + tally.latency_us, 0)
      const change = { passed: 0, flagged: 0, blocked: 0 }
      if (before !== null) change[before] -= 1
      change[after] += 1
      return [
        ...counts.addRequestsStatements({ ...place, ...change, latency_us }),
        ...counts.addCountsStatements(merged(tallies).map((tally) => ({ ...place, ...tally }))),
      ]
    },

    observationStatements: observed.statements,
    observations: observed.last,

    /** `scopes` are the ids of what the spending is added up for: the thread, the assistant. */
    spendStatements(run: Run, scopes: readonly string[], usage: Spent, now: number): Statement[] {
      const place = { tenant_id: run.tenant_id, hour: hourOf(now), shard: shardOf(run.run_id) }
      const { input_tokens, output_tokens } = usage
      const spent = { model: storable(usage.model), input_tokens, output_tokens }
      const sorted = [...new Set(scopes)].sort()
      return counts.addSpendStatements(sorted.map((scope_id) => ({ ...place, scope_id, ...spent })))
    },

    /** By model, from the beginning of the hour of `since` on. */
    spending: (tenant_id: string, scope_id: string, since: number): Promise<Spent[]> =>
      counts.spend(tenant_id, scope_id, hourOf(since)),

    /** Of all tenants; in batches, so that nobody waits long for the writer. Returns how many decisions went. */
    async removeExpired(now: number): Promise<number> {
      await counts.removeSpendBefore(hourOf(now) - SPEND_HOURS)
      let removed = 0
      for (;;) {
        const some = await decisions.removeExpired(now, EXPIRED_AT_ONCE)
        removed += some
        if (some < EXPIRED_AT_ONCE) return removed
      }
    },
  }
}

export type GuardrailLedger = ReturnType<typeof makeGuardrailLedger>

const isKept = (level: AuditLevel, { action, detector }: DecisionRecord): boolean => {
  if (level === 'minimal') return false
  return level !== 'standard' || action !== 'pass' || detector === 'human'
}

const toRow = (subject: Subject, set: GuardrailSet, decision: DecisionRecord, now: number): DecisionRow => {
  const withTexts = set.auditLevel === 'comprehensive'
  return {
    ...pick(subject, ['tenant_id', 'run_id', 'thread_id', 'assistant_id']),
    decision_id: newId(),
    guardrail: storable(decision.guardrail),
    type: decision.type,
    stage: decision.stage,
    action: decision.action,
    category: storable(decision.category),
    score: decision.score,
    detector: decision.detector,
    reason: storable(decision.reason),
    policy: set.policy,
    set_hash: set.hash,
    spans: JSON.stringify(decision.spans),
    text_hash: decision.text_hash,
    text_before: withTexts ? storableOrNull(decision.text_before) : null,
    text_after: withTexts ? storableOrNull(decision.text_after) : null,
    tool_call_id: storableOrNull(decision.tool_call_id),
    latency_us: Math.round(decision.latency_us),
    verdict: null,
    reviewer: null,
    note: null,
    reviewed_at: null,
    created_at: now,
    expires_at: now + set.retentionDays * DAY_MS,
  }
}

type Count = Omit<Row<'guardrail_counts'>, 'tenant_id' | 'day' | 'shard'>

/** One row for each name and action, sorted: a row cannot be added to twice by one statement. */
const merged = (tallies: readonly Tally[]): Count[] => {
  const rows = new Map<string, Count>()
  for (const { name, action: taken, checks, triggers, latency_us } of tallies) {
    const action = taken === 'pass' ? '' : taken
    const key = `${name}\n${action}`
    const known = rows.get(key)
    rows.set(key, {
      name: storable(name),
      action,
      checks: checks + (known?.checks ?? 0),
      triggers: triggers + (known?.triggers ?? 0),
      latency_us: Math.round(latency_us + (known?.latency_us ?? 0)),
    })
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
