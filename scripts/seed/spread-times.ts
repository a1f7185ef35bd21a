/** Spreads what the seed has created over the last 24 hours. The service must not run meanwhile. */
import type { Compilable } from 'kysely'
import type { Database } from '../../src/store/sql/database.js'
import { moveGuardrailOutcomes } from './guardrail-counts.js'
import { moveRun, moveThread } from './move-run-times.js'
import { moveEvaluation, moveSetup } from './move-setup-times.js'
import { planTimes } from './plan-times.js'
import type { Random } from './random.js'
import { read, tenant_id, writeAll } from './rows.js'
import { groupRuns, loadRuns, type SeededRun } from './seeded-runs.js'
import { rebuildStatistics, type Figures } from './statistics.js'
import type { TimeMap } from './time-map.js'

interface Span {
  /** When the seed began; older rows are not part of it. */
  since: number
  now: number
}

export const spreadTimes = async (
  db: Database,
  before: Figures,
  random: Random,
  span: Span,
): Promise<void> => {
  const runs = await loadRuns(db, span.since)
  const oldTimes = runs.map(({ row }) => row.created_at)
  const attemptKeys = new Set((await readAttempts(db, span.since)).map(toKey))
  const evaluationOf = await readEvaluations(db, span.since)
  const evaluations = new Set(evaluationOf.values())
  const statements: Compilable[] = moveSetup(db, span.since)
  for (const [key, group] of groupRuns(runs, evaluationOf)) {
    const map = planTimes(group, evaluations.has(key), random, span)
    if (map === undefined) continue
    const start = group[0]?.row.created_at ?? span.since
    if (evaluations.has(key)) statements.push(...moveEvaluation(db, key, start, map))
    statements.push(...(await moveGroup(db, group, map, span.since)))
  }
  await writeAll(db, statements)
  await moveGuardrailOutcomes(
    db,
    runs.map(({ row }, index) => ({ row, oldCreatedAt: oldTimes[index] ?? row.created_at })),
  )
  const attempts = (await readAttempts(db, 0)).filter((row) => attemptKeys.has(toKey(row)))
  await rebuildStatistics(db, before, runs, attempts, span.now)
}

const moveGroup = async (
  db: Database,
  group: readonly SeededRun[],
  map: TimeMap,
  since: number,
): Promise<Compilable[]> => {
  const statements: Compilable[] = []
  for (const run of group) statements.push(...(await moveRun(db, run, map, since)))
  for (const thread_id of new Set(group.map(({ row }) => row.thread_id)))
    statements.push(...(await moveThread(db, thread_id, map, since)))
  return statements
}

const readAttempts = (db: Database, since: number) =>
  read(
    db,
    db.dialect.kysely
      .selectFrom('webhook_attempts')
      .select(['event_id', 'webhook_id', 'attempt', 'attempted_at', 'error'])
      .where('tenant_id', '=', tenant_id)
      .where('attempted_at', '>=', since),
  )

const toKey = ({ event_id, webhook_id, attempt }: Awaited<ReturnType<typeof readAttempts>>[number]): string =>
  `${event_id} ${webhook_id} ${String(attempt)}`

/** The evaluation of each run that belongs to one. */
const readEvaluations = async (db: Database, since: number): Promise<Map<string, string>> => {
  const rows = await read(
    db,
    db.dialect.kysely
      .selectFrom('eval_results')
      .select(['run_id', 'eval_id'])
      .where('tenant_id', '=', tenant_id)
      .where('created_at', '>=', since),
  )
  return new Map(rows.flatMap(({ run_id, eval_id }) => (run_id === null ? [] : [[run_id, eval_id]])))
}
