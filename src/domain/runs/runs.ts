/** Creates, reads and lists runs. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Run, RunCreate, RunStatus } from '../../schema/run.js'
import type { RunKwargs, RunOverrides } from '../../schema/run-kwargs.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CheckpointStore } from '../../store/threads/checkpoints.js'
import type { MessageStore } from '../../store/threads/messages.js'
import type { QueuePlacement, RunResultRow, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { toCreator } from '../api-keys.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import {
  toStartedRun,
  noIdempotencyStatements,
  type IdempotentRequest,
  type IdempotencyStatements,
} from '../idempotency.js'
import { dropExpiredReservation, toRun } from './to-run.js'
import { makePrepareNewRun, type NewRun } from './new-run.js'
import type { QueueLimits } from './queue-limits.js'
import type { RunCancellation } from './run-cancellation.js'
import type { RunWebhookCheck } from '../webhooks/check-run-webhook.js'

type RunRow = Row<'runs'>
interface Deps {
  runs: RunStore
  threads: ThreadStore
  assistants: AssistantStore
  checkpoints: CheckpointStore
  messages: MessageStore
  cancellation: RunCancellation
  bus: Bus
  clock: Clock
  checkWebhook: RunWebhookCheck
  queueLimits: QueueLimits
  builtInAssistants: readonly string[]
  maxStateBytes: number
}

export const makeRuns = (deps: Deps) => {
  const { runs, threads, assistants, checkpoints, messages, cancellation, bus, queueLimits, clock } = deps

  const prepareNewRun = makePrepareNewRun(deps)

  const requireRow = async (tenant_id: string, run_id: string): Promise<RunRow> => {
    const row = await runs.get({ tenant_id, run_id })
    if (row === undefined) throw notFound('Run', run_id)
    return row
  }

  /** Decides where the run is queued, and which unfinished runs of the thread it cancels. */
  const applyMultitaskStrategy = async (
    row: Pick<RunRow, 'tenant_id' | 'thread_id' | 'multitask_strategy'>,
    now: number,
  ): Promise<QueuePlacement & { cancelled: RunRow[] }> => {
    if (row.multitask_strategy === 'enqueue') return { mode: 'enqueue', cancelled: [] }
    const mode = 'alone'
    if (row.multitask_strategy === 'reject') return { mode, cancelled: [] }
    const cancelled = await runs.listUnfinished(row)
    const isRollback = row.multitask_strategy === 'rollback'
    return {
      mode,
      cancelled,
      multitaskStatements: cancelled.flatMap((run) => [
        ...cancellation.cancelStatements(run, now),
        ...(isRollback
          ? [...checkpoints.removeOfRunStatements(run), ...messages.removeOfRunStatements(run)]
          : []),
      ]),
    }
  }

  /** `caller`: the name of the principal. `kwargs`: the execution options of the LangGraph API, or overrides of the assistant's config. */
  const createRow = async (
    tenant_id: string,
    request: RunCreate,
    {
      idempotencyStatements = noIdempotencyStatements,
      caller,
      kwargs,
    }: {
      idempotencyStatements?: IdempotencyStatements<RunRow>
      caller?: string | undefined
      kwargs?: RunKwargs | RunOverrides | undefined
    } = {},
  ): Promise<RunRow> => {
    const newRun = await prepareNewRun(tenant_id, request, kwargs)
    return insertRow(
      { ...newRun, row: { ...newRun.row, created_by: toCreator(caller) } },
      idempotencyStatements,
    )
  }

  /** Inserts a run that has been prepared. `extraStatements` are written in the same batch. */
  const insertRow = async (
    { row, largeInput, precedingStatements, isThreadNew = false }: NewRun,
    extraStatements: (row: RunRow) => Statement[],
  ): Promise<RunRow> => {
    const { tenant_id } = row
    await queueLimits.reserve(tenant_id)
    if (!isThreadNew && row.available_at <= row.created_at) bus.publishExpected(row)
    const inserted = await retryOnConflict(async () => {
      const placement = await applyMultitaskStrategy(row, row.created_at)
      if (
        !(await runs.insert(row, {
          ...placement,
          largeInput,
          precedingStatements,
          isThreadNew,
          extraStatements: extraStatements(row),
        }))
      )
        return placement.cancelled.length > 0 ? undefined : false
      for (const run of placement.cancelled) cancellation.publishCancelled(run)
      return true
    })
    if (inserted) {
      bus.publishQueued(row.available_at)
      bus.publishChange(tenant_id, row.run_id)
      return row
    }
    // The insert was rejected: the thread is busy, or the thread or the assistant was deleted since it was read.
    const { thread_id } = row
    await requireAssistant(assistants, tenant_id, row.assistant_id)
    await requireThread(threads, tenant_id, thread_id)
    throw new AppError('resource_conflict', 'The thread has an unfinished run', { thread_id })
  }

  return {
    /** For callers that insert a run in their own batch; they call `publishCancelled` for the cancelled runs after the commit. */
    applyMultitaskStrategy,

    createRow,
    insertRow,

    /** Creates at most one run per idempotency key. */
    async createIdempotent(
      tenant_id: string,
      request: RunCreate,
      { idempotencyStatements, earlierRun, principal }: IdempotentRequest,
      overrides?: RunOverrides,
    ): Promise<RunRow> {
      if (earlierRun !== null) return requireRow(tenant_id, earlierRun.run_id)
      return createRow(tenant_id, request, {
        idempotencyStatements: (row) => idempotencyStatements(toStartedRun(row)),
        caller: principal.name,
        kwargs: overrides,
      })
    },

    async create(
      tenant_id: string,
      request: RunCreate,
      idempotencyStatements: IdempotencyStatements<Run> = noIdempotencyStatements,
      caller?: string,
    ): Promise<Run> {
      let run: Run | undefined
      // The row does not contain a large input.
      const toCreatedRun = (row: RunRow): Run => ({
        ...toRun({ ...row, input: null }),
        input: request.input ?? null,
      })
      const row = await createRow(tenant_id, request, {
        idempotencyStatements: (newRow) => idempotencyStatements((run = toCreatedRun(newRow))),
        caller,
      })
      return run ?? toCreatedRun(row)
    },

    /** Creates each run in a new thread. Either all runs are created or none. */
    async createMany(
      tenant_id: string,
      requests: readonly { request: RunCreate; kwargs: RunKwargs }[],
      idempotencyStatements: IdempotencyStatements<RunRow[]>,
      caller?: string,
    ): Promise<RunRow[]> {
      const preparedRuns = await Promise.all(
        requests.map(({ request, kwargs }) => prepareNewRun(tenant_id, request, kwargs)),
      )
      await queueLimits.reserve(tenant_id, preparedRuns.length)
      const rows = preparedRuns.map(({ row }) => ({ ...row, created_by: toCreator(caller) }))
      const precedingStatements = preparedRuns.flatMap((prepared) => prepared.precedingStatements)
      if (
        !(await runs.insertMany(rows, { precedingStatements, extraStatements: idempotencyStatements(rows) }))
      ) {
        for (const { assistant_id } of rows) await requireAssistant(assistants, tenant_id, assistant_id)
        throw new AppError('resource_conflict', 'The runs could not be created; try again')
      }
      for (const { available_at, run_id } of rows) {
        bus.publishQueued(available_at)
        bus.publishChange(tenant_id, run_id)
      }
      return rows
    },

    requireRow,

    async requireStatus(tenant_id: string, run_id: string): Promise<RunStatus> {
      const status = await runs.getStatus({ tenant_id, run_id })
      if (status === undefined) throw notFound('Run', run_id)
      return status
    },

    async requireResult(tenant_id: string, run_id: string): Promise<RunResultRow> {
      const result = await runs.getResult({ tenant_id, run_id })
      if (result === undefined) throw notFound('Run', run_id)
      return result
    },

    /** True if the thread has runs. Throws if it does not exist. */
    async hasRuns(tenant_id: string, thread_id: string): Promise<boolean> {
      const thread = await requireThread(threads, tenant_id, thread_id)
      return (await runs.listOfThread(thread, [], 1, 0)).length > 0
    },

    /** For a response: a large input or output of the result is a LargeJson. */
    async get(tenant_id: string, run_id: string): Promise<Run> {
      const row = await runs.getShared({ tenant_id, run_id })
      if (row === undefined) throw notFound('Run', run_id)
      return toRun(dropExpiredReservation(row, clock.now()))
    },
  }
}

export type Runs = ReturnType<typeof makeRuns>
