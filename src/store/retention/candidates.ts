/** Finds runs by age, and what earlier purges have left to do. */
import { sql } from 'kysely'
import type { EvalStatus } from '../../schema/evaluation.js'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import type { Position } from '../sql/page.js'
import { bindLimit, prepare } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import type { RetainedResource } from '../sql/tables/retention.js'

/** The runs that one retention period applies to: those of a tenant, of an assistant or of a thread. */
export interface PurgeScope {
  tenant_id: string
  resource: RetainedResource | 'tenants'
  resource_id: string
}

export interface PurgeCandidate {
  tenant_id: string
  run_id: string
  thread_id: string
  status: RunStatus
  created_at: number
  completed_at: number | null
  /** Null: the thread does not exist. */
  thread_status: ThreadStatus | null
  is_temporary: number | null
  thread_days: number | null
  assistant_days: number | null
  /** The status of the evaluation that the run belongs to. */
  evaluation_status: EvalStatus | null
}

interface PageOfRuns extends PurgeScope {
  after_at: number
  after_id: string
  until: number
  limit: number
}

export type PurgeTask = Row<'purge_tasks'>

export const makePurgeCandidateStore = (db: Database) => {
  const { kysely, jsonField } = db.dialect

  const selectTenantAfter = prepare<{ after: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .select('tenant_id')
      .where('tenant_id', '>', p.after)
      .orderBy('tenant_id')
      .limit(sql.lit(1)),
  )

  const selectOldest = prepare<{ tenant_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .select('created_at')
      .where('tenant_id', '=', p.tenant_id)
      .orderBy('created_at')
      .orderBy('run_id')
      .limit(sql.lit(1)),
  )

  // Scalar subqueries, because PostgreSQL may turn joins into scans of the joined tables.
  const selectCandidates = memoizeByShape((resource: PurgeScope['resource']) =>
    prepare<PageOfRuns>()((p) => {
      const query = kysely
        .selectFrom('runs')
        .select(['tenant_id', 'run_id', 'thread_id', 'status', 'created_at', 'completed_at'])
        .select(({ selectFrom }) => {
          const selectDays = (name: RetainedResource, id: 'runs.thread_id' | 'runs.assistant_id') =>
            selectFrom('retention_overrides as o')
              .select('o.retention_days')
              .whereRef('o.tenant_id', '=', 'runs.tenant_id')
              .where('o.resource', '=', sql.lit(name))
              .whereRef('o.resource_id', '=', id)
          const threads = selectFrom('threads as t')
            .whereRef('t.tenant_id', '=', 'runs.tenant_id')
            .whereRef('t.thread_id', '=', 'runs.thread_id')
          return [
            threads.select('t.status').as('thread_status'),
            threads.select('t.temporary').as('is_temporary'),
            selectDays('threads', 'runs.thread_id').as('thread_days'),
            selectDays('assistants', 'runs.assistant_id').as('assistant_days'),
            selectFrom('evaluations as e')
              .select('e.status')
              .whereRef('e.tenant_id', '=', 'runs.tenant_id')
              .where('e.eval_id', '=', jsonField('runs.metadata', 'eval_id'))
              .as('evaluation_status'),
          ]
        })
        .where('tenant_id', '=', p.tenant_id)
        .where(sql<boolean>`(created_at, run_id) > (${p.after_at}, ${p.after_id})`)
        .where('created_at', '<=', p.until)
        .orderBy('created_at')
        .orderBy('run_id')
        .limit(bindLimit(p.limit))
      if (resource === 'tenants') return query
      return query.where(resource === 'threads' ? 'thread_id' : 'assistant_id', '=', p.resource_id)
    }),
  )

  const selectTasks = prepare<{ limit: number }>()((p) =>
    kysely.selectFrom('purge_tasks').selectAll().limit(bindLimit(p.limit)),
  )

  return {
    /** Returns the first tenant with runs after the given one. */
    async getTenantAfter(after: string): Promise<string | undefined> {
      return (await db.read(selectTenantAfter({ after })))[0]?.tenant_id
    },

    async getOldestRunTime(tenant_id: string): Promise<number | undefined> {
      return (await db.read(selectOldest({ tenant_id })))[0]?.created_at
    },

    /** Lists runs that were created up to a time, the oldest first. */
    list(
      scope: PurgeScope,
      { after, until, limit }: { after: Position; until: number; limit: number },
    ): Promise<PurgeCandidate[]> {
      const page = { ...scope, after_at: after.at, after_id: after.id, until, limit }
      return db.read(selectCandidates(scope.resource)(page))
    },

    listTasks: (limit: number): Promise<PurgeTask[]> => db.read(selectTasks({ limit })),
  }
}

export type PurgeCandidateStore = ReturnType<typeof makePurgeCandidateStore>
