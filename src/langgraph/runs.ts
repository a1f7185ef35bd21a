/** Creates, lists, cancels and removes runs for the LangGraph API. They are the same runs as those of the native API. */
import { AppError, notFound } from '../errors.js'
import type { Bus } from '../events/bus.js'
import type { Clock } from '../platform/clock.js'
import type { JsonObject } from '../schema/common.js'
import type { LangGraphRunCreate } from '../schema/langgraph-run.js'
import type { RunCreate, RunStatus } from '../schema/run.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { MessageStore } from '../store/threads/messages.js'
import type { RunListStore } from '../store/runs/run-lists.js'
import type { RunStore } from '../store/runs/runs.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { requireAssistant } from '../domain/require-resource.js'
import {
  noIdempotencyStatements,
  type StartedRun,
  type IdempotencyStatements,
} from '../domain/idempotency.js'
import { isFinal } from '../domain/runs/run-state.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { Runs } from '../domain/runs/runs.js'
import type { Threads } from '../domain/threads.js'
import { toNewLangGraphRun } from '../domain/runs/to-langgraph-run.js'
import { checkRecursionLimit } from '../domain/runs/parse-config.js'
import { toAssistantId, parseLangGraphRun } from '../domain/runs/parse-langgraph-run.js'

type RunRow = Row<'runs'>
interface RunKey {
  thread_id: string
  run_id: string
}

interface Deps {
  runs: Runs
  runStore: RunStore
  runLists: RunListStore
  assistantStore: AssistantStore
  threads: Threads
  threadStore: ThreadStore
  checkpoints: CheckpointStore
  messages: MessageStore
  cancellation: RunCancellation
  bus: Bus
  clock: Clock
  /** The highest `config.recursion_limit` that a request may set. */
  maxRecursionLimit: number
}

type CancelAction = 'interrupt' | 'rollback'
type CancelTarget = { thread_id: string; run_ids: readonly string[] } | { statuses: readonly RunStatus[] }

interface CreateOptions {
  /** Without it, the run is stateless and gets a thread of its own. */
  thread_id?: string
  isStreamed: boolean
  isProtocol?: boolean
  /** Fields of the request for `config.configurable`. */
  configurable?: JsonObject
  /** Statements that store the response under the caller's idempotency key. */
  idempotencyStatements?: IdempotencyStatements<unknown>
  /** The run that an earlier request with the same key started. */
  earlierRun?: StartedRun | null
  /** The name of the principal. */
  caller?: string | undefined
}

export const makeLangGraphRuns = (deps: Deps) => {
  const { runs, runStore, runLists, assistantStore, threads, threadStore, checkpoints, messages } = deps
  const { cancellation, bus, clock } = deps

  const get = async (tenant_id: string, { thread_id, run_id }: RunKey): Promise<RunRow> => {
    const run = await runStore.get({ tenant_id, run_id })
    if (run?.thread_id !== thread_id) throw notFound('Run', run_id)
    return run
  }

  /** Creates the thread if it does not exist; the assistant is checked first, so that a failing request creates no thread. */
  const ensureThread = async (
    tenant_id: string,
    thread_id: string,
    body: LangGraphRunCreate,
  ): Promise<void> => {
    if ((await threadStore.get({ tenant_id, thread_id })) !== undefined) return
    await requireAssistant(assistantStore, tenant_id, toAssistantId(body.assistant_id))
    await threads.create(tenant_id, {
      thread_id,
      if_exists: 'do_nothing',
      ...(body.metadata != null && { metadata: body.metadata }),
    })
  }

  /** Creates one run per idempotency key. */
  const create = async (
    tenant_id: string,
    body: LangGraphRunCreate,
    {
      thread_id,
      isStreamed,
      isProtocol,
      configurable = {},
      idempotencyStatements = noIdempotencyStatements,
      earlierRun = null,
      caller,
    }: CreateOptions,
  ): Promise<RunRow> => {
    if (earlierRun !== null) return runs.requireRow(tenant_id, earlierRun.run_id)
    checkRecursionLimit(body, deps.maxRecursionLimit)
    const { run, kwargs } = parseLangGraphRun(body, { thread_id, isStreamed, isProtocol, configurable })
    const rolledBackRuns = await listRolledBackRuns(tenant_id, run)
    if (thread_id !== undefined && body.if_not_exists === 'create')
      await ensureThread(tenant_id, thread_id, body)
    const row = await runs.createRow(tenant_id, run, {
      idempotencyStatements: (newRow) => idempotencyStatements(toNewLangGraphRun(newRow, body.input)),
      caller,
      kwargs,
    })
    for (const { run_id } of rolledBackRuns) await removeIfCancelled(tenant_id, run_id)
    return row
  }

  /** The runs that `rollback` cancels; they are removed afterwards and not shown any more. */
  const listRolledBackRuns = async (
    tenant_id: string,
    { thread_id, multitask_strategy }: RunCreate,
  ): Promise<RunRow[]> =>
    multitask_strategy === 'rollback' && thread_id != null
      ? runStore.listUnfinished({ tenant_id, thread_id })
      : []

  const removeIfCancelled = async (tenant_id: string, run_id: string): Promise<void> => {
    const run = await runStore.get({ tenant_id, run_id })
    if (run?.status === 'cancelled') await removeRun(run)
  }

  const removeRun = async (run: RunRow): Promise<void> => {
    const { tenant_id, run_id } = run
    await runStore.remove(run)
    bus.publishDeleted({ tenant_id, topic: 'runs', ids: [run_id], at: clock.now() })
  }

  /** Does nothing if the run has ended. */
  const cancelRun = async (run: RunRow, action: CancelAction): Promise<RunRow> => {
    const { tenant_id, run_id } = run
    if (isFinal(run.status)) return run
    const toRollbackStatements = (found: RunRow) =>
      action === 'interrupt'
        ? []
        : [...checkpoints.removeOfRunStatements(found), ...messages.removeOfRunStatements(found)]
    await cancellation.cancelRun(tenant_id, run_id, toRollbackStatements).catch(async (error: unknown) => {
      // The run may have ended in the meantime, which is not an error.
      if (!isFinal((await runs.requireRow(tenant_id, run_id)).status)) throw error
    })
    const row = await runs.requireRow(tenant_id, run_id)
    if (action === 'rollback') await removeIfCancelled(tenant_id, run_id)
    return row
  }

  const cancelAll = async (tenant_id: string, status: RunStatus, action: CancelAction): Promise<void> => {
    for (;;) {
      const { rows, next } = await runLists.list(
        tenant_id,
        { statuses: [status] },
        { limit: 100 },
        clock.now(),
      )
      for (const run of rows) await cancelRun(run, action)
      if (next === undefined) return
    }
  }

  return {
    create,
    get,

    async list(
      tenant_id: string,
      thread_id: string,
      statuses: readonly RunStatus[] | undefined,
      limit: number,
      offset: number,
    ): Promise<RunRow[]> {
      if ((await threadStore.get({ tenant_id, thread_id })) === undefined) throw notFound('Thread', thread_id)
      return runStore.listOfThread({ tenant_id, thread_id }, statuses ?? [], limit, offset)
    },

    async remove(tenant_id: string, key: RunKey): Promise<void> {
      const run = await get(tenant_id, key)
      if (!isFinal(run.status))
        throw new AppError('resource_conflict', 'The run has not ended; cancel it first', {
          status: run.status,
        })
      await removeRun(run)
    },

    async cancel(tenant_id: string, key: RunKey, action: CancelAction): Promise<RunRow> {
      return cancelRun(await get(tenant_id, key), action)
    },

    /** Cancels the given runs of a thread, or all runs of the tenant with the given statuses. Fails if a given run does not exist. */
    async cancelMany(tenant_id: string, target: CancelTarget, action: CancelAction): Promise<void> {
      if ('statuses' in target) {
        for (const status of target.statuses) await cancelAll(tenant_id, status, action)
        return
      }
      const { thread_id, run_ids } = target
      const targets = await Promise.all(run_ids.map((run_id) => get(tenant_id, { thread_id, run_id })))
      for (const run of targets) await cancelRun(run, action)
    },

    /** Creates all runs, or none if one of them is invalid. */
    async batch(
      tenant_id: string,
      bodies: readonly LangGraphRunCreate[],
      configurable: JsonObject,
      idempotencyStatements: IdempotencyStatements<unknown>,
      caller?: string,
    ): Promise<RunRow[]> {
      for (const body of bodies) checkRecursionLimit(body, deps.maxRecursionLimit)
      const context = { thread_id: undefined, isStreamed: false, configurable }
      const requests = bodies.map((body) => parseLangGraphRun(body, context))
      const newRuns = requests.map(({ run, kwargs }) => ({ request: run, kwargs }))
      const toStatements = (rows: RunRow[]) =>
        idempotencyStatements(rows.map((row) => toNewLangGraphRun(row)))
      return runs.createMany(tenant_id, newRuns, toStatements, caller)
    },
  }
}

export type LangGraphRuns = ReturnType<typeof makeLangGraphRuns>
