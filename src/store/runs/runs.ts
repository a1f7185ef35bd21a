import { sql } from 'kysely'
import { joinPieces, type OutputText, type SharedText, type Text } from '../../platform/shared-text.js'
import type { RunStatus } from '../../schema/run.js'
import type { ThreadStatus } from '../../schema/thread.js'
import type { Database } from '../sql/database.js'
import { memoizeByShape } from '../sql/memoize-by-shape.js'
import { unshareTexts } from '../sql/shared-rows.js'
import { prepareRecordLastOrdinal } from './ordinals.js'
import { expandOutputs, readOutput } from './stored-values.js'
import { isReservable, toHolderParams, type Holder, type HolderParams } from './reservations.js'
import {
  bindLimit,
  castRowValues,
  pick,
  prepare,
  requireRow,
  shareTexts,
  type Statement,
} from '../sql/statement.js'
import { getColumnNames, type Row } from '../sql/tables.js'
import { makeThreadValueStore } from '../threads/thread-values.js'
import { NewInputs } from './new-inputs.js'
import { NewOutputs } from './new-outputs.js'
import {
  buildLockThread,
  buildUpdateThreadStatus,
  selectThreadOfRun,
  UNFINISHED_STATUSES,
  WAITING_STATUSES,
} from '../threads/status.js'

type RunRow = Row<'runs'>

interface RunKey {
  tenant_id: string
  run_id: string
}

/** The input can be in shared memory. */
type NewRunRow = Omit<RunRow, 'input'> & { input: Text | null }

export type SharedRunRow = Omit<RunRow, 'input' | 'output'> & { input: Text | null; output: Text | null }

export type RunResultRow = Pick<RunRow, 'tenant_id' | 'run_id' | 'thread_id' | 'status' | 'error'> & {
  output: OutputText | null
}

type RunChange = Pick<RunRow, 'resume' | 'completed_at' | 'updated_at'> & {
  error?: string | null
  /** Stored if the run is resumed. */
  resume_traceparents?: string | null
}
/** `resumedBy`: the transition is rejected while another caller has reserved the run. */
export type StatusTransition = RunChange & {
  from: readonly RunStatus[]
  to: RunStatus
  resumedBy?: Holder | undefined
}

export interface QueuePlacement {
  /** `alone`: insert the run only if its thread has no unfinished run. */
  mode: 'enqueue' | 'alone'
  /** Statements of the multitask strategy, which may cancel other runs of the thread. */
  multitaskStatements?: Statement[]
}

interface InsertOptions extends QueuePlacement {
  /** The input, if the row does not contain it. */
  largeInput?: SharedText | undefined
  /** May create the thread. */
  precedingStatements?: Statement[]
  /** True if they insert the thread, with the status `busy`. */
  isThreadNew?: boolean
  extraStatements?: Statement[]
}

export const makeRunStore = (db: Database, newInputs = new NewInputs(), newOutputs = new NewOutputs()) => {
  const { kysely } = db.dialect
  const values = makeThreadValueStore(db)

  /** Inserts the run only if its assistant exists and, with `alone`, only if its thread has no unfinished run. */
  const insert = memoizeByShape((strategy: 'enqueue' | 'alone') =>
    prepare<RunRow>()((p) =>
      kysely
        .insertInto('runs')
        .columns(getColumnNames('runs'))
        .expression((eb) => {
          const row = eb
            .selectFrom('assistants')
            .select(castRowValues(db.dialect, 'runs', p))
            .where('assistants.tenant_id', '=', p.tenant_id)
            .where('assistants.assistant_id', '=', p.assistant_id)
            .modifyEnd(db.dialect.forKeyShare)
          if (strategy === 'enqueue') return row
          return row.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('runs as r')
                  .select('r.run_id')
                  .where('r.tenant_id', '=', p.tenant_id)
                  .where('r.thread_id', '=', p.thread_id)
                  .where('r.status', 'in', UNFINISHED_STATUSES),
              ),
            ),
          )
        })
        .returning('run_id'),
    ),
  )

  const selectOfThread = memoizeByShape((statuses: readonly RunStatus[]) =>
    prepare<{ tenant_id: string; thread_id: string; limit: number; offset: number }>()((p) => {
      const query = kysely
        .selectFrom('runs')
        .selectAll()
        .where('tenant_id', '=', p.tenant_id)
        .where('thread_id', '=', p.thread_id)
        .orderBy('run_id', 'desc')
        .limit(bindLimit(p.limit))
        .offset(sql<number>`${p.offset}`)
      return statuses.length === 0
        ? query
        : query.where(
            'status',
            'in',
            statuses.map((status) => sql.lit(status)),
          )
    }),
  )

  const recordLastOrdinal = prepareRecordLastOrdinal(db.dialect)
  const removeRun = prepare<RunKey>()((p) =>
    kysely.deleteFrom('runs').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )
  const removeEnded = prepare<RunKey>()((p) =>
    kysely
      .deleteFrom('runs')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id)
      .where('status', 'not in', UNFINISHED_STATUSES)
      .returning('run_id'),
  )
  const removeEvents = prepare<RunKey>()((p) =>
    kysely.deleteFrom('run_events').where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const markThreadBusy = prepare<{ tenant_id: string; thread_id: string; created_at: number }>()((p) =>
    kysely
      .updateTable('threads')
      .set({ status: sql.lit<ThreadStatus>('busy'), updated_at: p.created_at })
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .returning('thread_id'),
  )

  const lockThread = prepare<RunKey & { now: number }>()((p) =>
    buildLockThread(kysely, p, selectThreadOfRun(kysely, p)),
  )
  const updateThreadStatus = memoizeByShape((status: ThreadStatus) =>
    prepare<RunKey & { now: number }>()((p) =>
      buildUpdateThreadStatus(kysely, p, selectThreadOfRun(kysely, p), status),
    ),
  )

  const setThreadBusy = prepare<RunKey & { now: number }>()((p) =>
    buildLockThread(kysely, p, selectThreadOfRun(kysely, p)).set({ status: sql.lit<ThreadStatus>('busy') }),
  )

  const select = prepare<RunKey>()((p) =>
    kysely.selectFrom('runs').selectAll().where('tenant_id', '=', p.tenant_id).where('run_id', '=', p.run_id),
  )

  const selectStatus = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select('status')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectTraceparent = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select('traceparent')
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectResult = prepare<RunKey>()((p) =>
    kysely
      .selectFrom('runs')
      .select(['tenant_id', 'run_id', 'thread_id', 'status', 'error', 'output'])
      .where('tenant_id', '=', p.tenant_id)
      .where('run_id', '=', p.run_id),
  )

  const selectLatestOfThread = prepare<{ tenant_id: string; thread_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .orderBy('created_at', 'desc')
      .orderBy('run_id', 'desc')
      .limit(1),
  )

  const countQueued = memoizeByShape((scope: 'all tenants' | 'one tenant') =>
    prepare<{ tenant_id: string; limit: number }>()((p) =>
      kysely
        .selectFrom((eb) =>
          eb
            .selectFrom('runs')
            .select('run_id')
            .where('status', '=', sql.lit('queued'))
            .$if(scope === 'one tenant', (query) => query.where('tenant_id', '=', p.tenant_id))
            .limit(bindLimit(p.limit))
            .as('r'),
        )
        .select(({ fn }) => fn.countAll<number>().as('queued')),
    ),
  )

  type Transition = { from: readonly RunStatus[]; to: RunStatus; isResumed: boolean }
  const transition = memoizeByShape(({ from, to, isResumed }: Transition) =>
    prepare<RunKey & RunChange & HolderParams>()((p) =>
      kysely
        .updateTable('runs')
        .set({
          ...pick(p, ['resume', 'completed_at', 'updated_at']),
          error: p.error ?? null,
          required_action: null,
          action_expires_at: null,
          lease_owner: null,
          lease_expires_at: null,
          reserved_by: null,
          reserved_by_id: null,
          reserved_until: null,
          status: sql.lit(to),
        })
        .$if(isResumed, (query) =>
          query
            .set({ resume_traceparents: p.resume_traceparents ?? null })
            .where(isReservable(p, p.updated_at)),
        )
        .where('tenant_id', '=', p.tenant_id)
        .where('run_id', '=', p.run_id)
        .where(
          'status',
          'in',
          from.map((status) => sql.lit(status)),
        )
        .returningAll(),
    ),
  )

  const selectUnfinished = prepare<{ tenant_id: string; thread_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('thread_id', '=', p.thread_id)
      .where('status', 'in', UNFINISHED_STATUSES)
      .orderBy('run_id'),
  )

  const selectWaiting = prepare<{ tenant_id: string; assistant_id: string }>()((p) =>
    kysely
      .selectFrom('runs')
      .selectAll()
      .where('tenant_id', '=', p.tenant_id)
      .where('assistant_id', '=', p.assistant_id)
      .where('status', 'in', WAITING_STATUSES)
      .limit(sql.lit(100)),
  )

  // The thread's row comes first: its lock serializes concurrent creates in one thread.
  const insertStatements = (
    row: NewRunRow,
    { mode, multitaskStatements = [] }: QueuePlacement,
    isThreadNew = false,
  ): Statement[] => [
    ...(isThreadNew ? [] : [requireRow(markThreadBusy(row))]),
    ...multitaskStatements,
    requireRow(insert(mode)(row as RunRow)),
  ]

  return {
    /**
     * Returns false if the thread or the assistant does not exist, if the mode is `alone` and the thread is busy, or if
     * the multitask statements no longer apply because the status of the other runs has changed.
     */
    async insert(
      row: RunRow,
      {
        precedingStatements = [],
        extraStatements = [],
        isThreadNew,
        largeInput,
        ...placement
      }: InsertOptions,
    ): Promise<boolean> {
      const results = await db.write([
        ...precedingStatements,
        ...insertStatements({ ...row, input: largeInput ?? row.input }, placement, isThreadNew),
        ...extraStatements,
      ])
      if (results !== undefined && largeInput !== undefined) newInputs.add(row, largeInput)
      return results !== undefined
    },

    /** Inserts runs into threads that `precedingStatements` create. Returns false if an assistant does not exist. */
    async insertMany(
      rows: readonly RunRow[],
      {
        precedingStatements,
        extraStatements,
      }: { precedingStatements: Statement[]; extraStatements: Statement[] },
    ): Promise<boolean> {
      return (
        (await db.write([...precedingStatements, ...rows.map(this.insertStatement), ...extraStatements])) !==
        undefined
      )
    },

    /**
     * For a batch that inserts a run into an existing thread. The batch is rolled back where `insert` returns false.
     */
    insertStatements: (row: RunRow, placement: QueuePlacement): Statement[] =>
      insertStatements(row, placement),

    /**
     * Newest first. An empty list of statuses selects all. Uses an offset, because LangGraph clients page by offset.
     */
    async listOfThread(
      key: { tenant_id: string; thread_id: string },
      statuses: readonly RunStatus[],
      limit: number,
      offset: number,
    ): Promise<RunRow[]> {
      return expandOutputs(values, await db.read(selectOfThread(statuses)({ ...key, limit, offset })))
    },

    /** Removes a run that has ended, with its events. Returns false if it has not. */
    async removeEnded(key: RunKey, extraStatements: Statement[] = []): Promise<boolean> {
      return (
        (await db.write([
          recordLastOrdinal(key),
          ...extraStatements,
          removeEvents(key),
          requireRow(removeEnded(key)),
        ])) !== undefined
      )
    },

    /** For a batch that removes the thread too. */
    removeEndedStatement: (key: RunKey): Statement => requireRow(removeEnded(key)),

    /** Removes the run with its events. */
    async remove(key: RunKey, extraStatements: Statement[] = []): Promise<void> {
      await db.write([recordLastOrdinal(key), ...extraStatements, removeEvents(key), removeRun(key)])
    },

    /** For a batch that also creates the thread. The batch is rolled back if the assistant does not exist. */
    insertStatement: (row: RunRow): Statement => requireRow(insert('enqueue')(row)),

    listUnfinished(key: { tenant_id: string; thread_id: string }): Promise<RunRow[]> {
      return db.read(selectUnfinished(key))
    },

    /** Runs of an assistant that are unfinished and not in progress; at most 100. */
    listWaiting(key: { tenant_id: string; assistant_id: string }): Promise<RunRow[]> {
      return db.read(selectWaiting(key))
    },

    /** For a batch that changes the status of a run together with other rows. */
    transitionStatement: (
      key: RunKey,
      { from, to, resumedBy, ...change }: StatusTransition,
    ): Statement<RunRow> =>
      requireRow(
        transition({ from, to, isResumed: resumedBy !== undefined })({
          ...key,
          ...change,
          ...toHolderParams(resumedBy),
        }),
      ),

    async get(key: RunKey): Promise<RunRow | undefined> {
      return (await expandOutputs(values, await db.read(select(key))))[0]
    },

    /** Like `get`, but a large input and a large output are returned in shared memory. */
    async getShared(key: RunKey): Promise<SharedRunRow | undefined> {
      const [row] = await db.read(shareTexts(select(key), ['input', 'output']))
      if (row === undefined) return undefined
      const { input, ...rest } = row
      const taken = newOutputs.take(rest)
      const output = taken === undefined ? await readOutput(values, rest) : joinPieces(taken)
      return { ...unshareTexts(rest), input, output }
    },

    async getStatus(key: RunKey): Promise<RunStatus | undefined> {
      return (await db.read(selectStatus(key)))[0]?.status
    },

    /** The trace context of the request that created the run; null also if the run does not exist. */
    async getTraceparent(key: RunKey): Promise<string | null> {
      return (await db.read(selectTraceparent(key)))[0]?.traceparent ?? null
    },

    /** The result of a run, without its input. A large output is returned in shared memory. */
    async getResult(key: RunKey): Promise<RunResultRow | undefined> {
      const [row] = await db.read(shareTexts(selectResult(key), ['output']))
      return row && { ...row, output: newOutputs.take(row) ?? (await readOutput(values, row)) }
    },

    async getLatestOfThread(key: { tenant_id: string; thread_id: string }): Promise<RunRow | undefined> {
      return (await expandOutputs(values, await db.read(selectLatestOfThread(key))))[0]
    },

    /** Changes the status if it is one of `from`. Returns undefined, and stores nothing, if it is not. */
    async transition(
      key: RunKey,
      change: StatusTransition,
      ...extraStatements: Statement[]
    ): Promise<RunRow | undefined> {
      const threadUpdate = { ...key, now: change.updated_at }
      const threadStatement =
        change.to === 'queued'
          ? setThreadBusy(threadUpdate)
          : updateThreadStatus(change.to === 'failed' ? 'error' : 'idle')(threadUpdate)
      const runStatement = this.transitionStatement(key, change)
      return (
        await db.write([lockThread(threadUpdate), runStatement, threadStatement, ...extraStatements])
      )?.[1]?.[0]
    },

    /** Counts the queued runs of all tenants, up to `limit`. */
    async countQueued(limit = Number.MAX_SAFE_INTEGER): Promise<number> {
      return (await db.read(countQueued('all tenants')({ tenant_id: '', limit })))[0]?.queued ?? 0
    },

    async countQueuedOfTenant(tenant_id: string, limit: number): Promise<number> {
      return (await db.read(countQueued('one tenant')({ tenant_id, limit })))[0]?.queued ?? 0
    },
  }
}

export type RunStore = ReturnType<typeof makeRunStore>
