/** Bulk operations: the same action on many runs, executed in the background by engine/operation-runner.ts. */
import { AppError, notFound, validationError } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Clock } from '../../platform/clock.js'
import { newId } from '../../platform/ids.js'
import { RUN_STATUSES, type RunStatus } from '../../schema/run.js'
import { MAX_BULK_RUNS, type BulkAction, type Operation, type RunBulk } from '../../schema/run-operation.js'
import type { OperationItem, OperationRow, RunOperationStore } from '../../store/runs/operations.js'
import type { RunListStore } from '../../store/runs/run-lists.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Position } from '../../store/sql/page.js'
import { toCreator } from '../api-keys.js'
import type { IdempotencyStatements } from '../idempotency.js'
import { toIso, toIsoOrNull } from '../row-mappers.js'
import type { RunLists } from './run-lists.js'
import { isFinal } from './run-state.js'

interface Deps {
  operations: RunOperationStore
  runs: RunStore
  runListStore: RunListStore
  runLists: RunLists
  bus: Bus
  clock: Clock
}

/** Published when an operation was created. */
export const OPERATIONS_QUEUED = 'run-operations'

const IDS_PER_PAGE = 1_000
/** A filter that few runs match reads at most so many pages; see MAX_ROWS_READ. */
const MAX_PAGES = 50
const READS_TOGETHER = 50

interface Selection {
  runIds: string[]
  isCapped: boolean
}

type RunProblem = Pick<OperationItem, 'run_id'> & { error: string }

const appliesTo = (action: BulkAction, status: RunStatus): boolean =>
  isFinal(status) !== (action === 'cancel')

export const makeRunOperations = ({ operations, runs, runListStore, runLists, bus, clock }: Deps) => {
  const selectByFilter = async (
    tenant_id: string,
    action: BulkAction,
    requested: NonNullable<RunBulk['filter']>,
  ): Promise<Selection> => {
    const filter = await runLists.parseFilter(tenant_id, requested)
    const statuses = (filter.statuses ?? RUN_STATUSES).filter((status) => appliesTo(action, status))
    const runIds: string[] = []
    let after: Position | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const limit = Math.min(IDS_PER_PAGE, MAX_BULK_RUNS - runIds.length)
      const request = { limit, after }
      const { rows, next } = await runListStore.listPositions(
        tenant_id,
        { ...filter, statuses },
        request,
        clock.now(),
      )
      runIds.push(...rows.map(({ run_id }) => run_id))
      if (next === undefined) return { runIds, isCapped: false }
      if (runIds.length === MAX_BULK_RUNS) break
      after = next
    }
    return { runIds, isCapped: true }
  }

  /** What a dry run reports of runs that are named one by one. */
  const findProblems = async (
    tenant_id: string,
    action: BulkAction,
    runIds: readonly string[],
  ): Promise<RunProblem[]> => {
    const problems: RunProblem[] = []
    for (let start = 0; start < runIds.length; start += READS_TOGETHER) {
      const ids = runIds.slice(start, start + READS_TOGETHER)
      const rows = await Promise.all(ids.map((run_id) => runs.get({ tenant_id, run_id })))
      for (const [index, run_id] of ids.entries()) {
        const error = findProblem(action, run_id, rows[index]?.status)
        if (error !== undefined) problems.push({ run_id, error: toItemError(error) })
      }
    }
    return problems
  }

  const select = (
    tenant_id: string,
    { action, run_ids, filter }: RunBulk,
  ): Promise<Selection> | Selection => {
    if (run_ids !== undefined && filter === undefined)
      return { runIds: [...new Set(run_ids.map((id) => id.toLowerCase()))], isCapped: false }
    if (run_ids === undefined && filter !== undefined) return selectByFilter(tenant_id, action, filter)
    throw validationError(
      run_ids === undefined ? 'run_ids' : 'filter',
      'exactly one of run_ids and filter is required',
    )
  }

  return {
    async create(
      tenant_id: string,
      request: RunBulk,
      caller: string,
      idempotencyStatements: IdempotencyStatements<Operation>,
    ): Promise<Operation> {
      const { action, dry_run = false } = request
      const { runIds, isCapped } = await select(tenant_id, request)
      const problems =
        dry_run && request.run_ids !== undefined ? await findProblems(tenant_id, action, runIds) : []
      const now = clock.now()
      const isCompleted = dry_run || runIds.length === 0
      const row: OperationRow = {
        tenant_id,
        operation_id: newId(),
        action,
        status: isCompleted ? 'completed' : 'running',
        dry_run: dry_run ? 1 : 0,
        total: runIds.length,
        capped: isCapped ? 1 : 0,
        created_by: toCreator(caller),
        created_at: now,
        completed_at: isCompleted ? now : null,
      }
      const items: Pick<OperationItem, 'run_id' | 'status' | 'error'>[] = dry_run
        ? problems.map((problem) => ({ ...problem, status: 'failed' }))
        : runIds.map((run_id) => ({ run_id, status: 'pending', error: null }))
      const operation = toOperation(row, { done: 0, failed: problems.length, errors: problems.slice(0, 10) })
      const { operation_id } = row
      await operations.insert(
        row,
        items.map((item, idx) => ({ tenant_id, operation_id, idx, lease_expires_at: 0, ...item })),
        idempotencyStatements(operation),
      )
      if (!isCompleted) bus.publishRunEvents({ run_id: OPERATIONS_QUEUED, last_seq: Infinity })
      return operation
    },

    async get(tenant_id: string, operation_id: string): Promise<Operation> {
      const row = await operations.get({ tenant_id, operation_id })
      if (row === undefined) throw notFound('Operation', operation_id)
      return toOperation(row, await operations.getProgress(row))
    },
  }
}

export type RunOperations = ReturnType<typeof makeRunOperations>

const findProblem = (
  action: BulkAction,
  run_id: string,
  status: RunStatus | undefined,
): AppError | undefined => {
  if (status === undefined) return notFound('Run', run_id)
  if (appliesTo(action, status)) return undefined
  // Cancelling a cancelled run has no effect, which is no error.
  if (action === 'cancel' && status === 'cancelled') return undefined
  return new AppError('resource_conflict', `The run is ${status}`)
}

/** The form in which the error of an item is stored. */
export const toItemError = ({ code, message }: AppError): string => JSON.stringify({ code, message })

const toOperation = (
  row: OperationRow,
  { done, failed, errors }: Awaited<ReturnType<RunOperationStore['getProgress']>>,
): Operation => ({
  id: row.operation_id,
  operation_id: row.operation_id,
  action: row.action,
  status: row.status,
  dry_run: row.dry_run === 1,
  total: row.total,
  done,
  failed,
  capped: row.capped === 1,
  errors: errors.map(({ run_id, error }) => ({
    run_id,
    ...(JSON.parse(error ?? '{}') as { code: string; message: string }),
  })),
  created_by: row.created_by,
  created_at: toIso(row.created_at),
  completed_at: toIsoOrNull(row.completed_at),
})
