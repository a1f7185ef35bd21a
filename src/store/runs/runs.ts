import { joinPieces, type OutputText, type SharedText, type Text } from '../../platform/shared-text.js'
import type { RunStatus } from '../../schema/run.js'
import type { Database } from '../sql/database.js'
import { unshareTexts } from '../sql/shared-rows.js'
import { requireRow, shareTexts, type Statement } from '../sql/statement.js'
import type { Row } from '../sql/tables.js'
import { makeThreadValueStore } from '../threads/thread-values.js'
import { NewInputs } from './new-inputs.js'
import { NewOutputs } from './new-outputs.js'
import { toHolderParams, type Holder } from './reservations.js'
import { prepareRunStatements, type RunChange, type RunKey } from './run-statements.js'
import { expandOutputs, readOutput } from './stored-values.js'

type RunRow = Row<'runs'>

/** The input can be in shared memory. */
type NewRunRow = Omit<RunRow, 'input'> & { input: Text | null }

export type SharedRunRow = Omit<RunRow, 'input' | 'output'> & { input: Text | null; output: Text | null }

export type RunResultRow = Pick<RunRow, 'tenant_id' | 'run_id' | 'thread_id' | 'status' | 'error'> & {
  output: OutputText | null
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
  const values = makeThreadValueStore(db)

  const {
    insert,
    selectOfThread,
    recordLastOrdinal,
    removeRun,
    removeEnded,
    removeEvents,
    markThreadBusy,
    lockThread,
    updateThreadStatus,
    setThreadBusy,
    select,
    selectStatus,
    selectTraceparent,
    selectResult,
    selectLatestOfThread,
    countQueued,
    transition,
    selectUnfinished,
    selectWaiting,
  } = prepareRunStatements(db)

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
