/** Moves the guardrail outcomes of runs to the days on which the moved runs were created. Only these counters have days that are read. */
import type { Database } from '../../src/store/sql/database.js'
import { makeGuardrailCounterStore } from '../../src/store/guardrails/counters.js'
import type { Row } from '../../src/store/sql/tables.js'
import { toDay, toShard } from '../../src/guardrails/policy/decision-log.js'
import { tenant_id } from './rows.js'

export const moveGuardrailOutcomes = async (
  db: Database,
  runs: readonly { row: Row<'runs'>; oldCreatedAt: number }[],
): Promise<void> => {
  const counters = makeGuardrailCounterStore(db)
  const statements = runs.flatMap(({ row, oldCreatedAt }) => {
    const { run_id, created_at, guardrail_outcome } = row
    if (guardrail_outcome === null || toDay(created_at) === toDay(oldCreatedAt)) return []
    return [
      { day: toDay(oldCreatedAt), count: -1 },
      { day: toDay(created_at), count: 1 },
    ].flatMap(({ day, count }) =>
      counters.addRequestsStatements({
        tenant_id,
        day,
        shard: toShard(run_id),
        passed: 0,
        flagged: 0,
        blocked: 0,
        latency_us: 0,
        [guardrail_outcome]: count,
      }),
    )
  })
  if (statements.length > 0) await db.write(statements)
}
