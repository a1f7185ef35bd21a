/**
 * Creates the runs of due crons. The run is inserted and the next date is set in one batch, which fails if another node has already
 * claimed the date. So each date creates exactly one run, with any number of nodes and after any crash. Dates that passed while no
 * node was running create one run together.
 */
import type { Clock } from '../../platform/clock.js'
import type { Bus } from '../../events/bus.js'
import { AppError, notFound } from '../../errors.js'
import type { JsonObject } from '../../schema/common.js'
import type { CronRun } from '../../schema/cron.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CronRow, CronStore } from '../../store/crons/crons.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { noIdempotencyStatements, type IdempotencyStatements } from '../idempotency.js'
import { retryOnConflict } from '../retry-on-conflict.js'
import type { NewRuns } from '../runs/new-run.js'
import type { RunCancellation } from '../runs/run-cancellation.js'
import type { Runs } from '../runs/runs.js'
import type { Threads } from '../threads.js'
import { getNextDate } from './schedule.js'
import { toLangGraphRunCreate } from './row-mappers.js'
import { parseLangGraphRun } from '../runs/parse-langgraph-run.js'
import { inheritConfig } from '../runs/thread-config.js'

interface Deps {
  cronStore: CronStore
  assistants: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  threads: Threads
  runs: Runs
  newRuns: NewRuns
  cancellation: RunCancellation
  bus: Bus
  clock: Clock
}

/**
 * `skipped`: the thread was busy. `orphaned`: the assistant or thread no longer exists, so the cron was removed. `taken`: another node
 * claimed the date.
 */
type CronOutcome = 'created' | 'skipped' | 'orphaned' | 'taken'

interface BuiltRun {
  run_id: string
  insertStatements: Statement[]
}
/** Writes the run in one batch with the change of the cron. Returns false if the cron or the thread has changed. */
type InsertRun = (cron: CronRow, now: number, run: BuiltRun) => Promise<boolean>

type Thread = Row<'threads'>
type Assistant = Row<'assistants'>

export const makeCronRuns = (deps: Deps) => {
  const { cronStore, assistants, threadStore, runStore, threads, runs, newRuns, cancellation, bus, clock } =
    deps

  /** Metadata that the first run adds to its thread: it names the graph that can read the thread's state. */
  const toThreadMetadata = ({ graph_id, assistant_id }: Assistant) => ({ graph_id, assistant_id })

  const toNewRun = (cron: CronRow, assistant: Assistant) => {
    const { configurable = {} } = JSON.parse(cron.payload) as { configurable?: JsonObject }
    const context = { thread_id: cron.thread_id ?? undefined, isStreamed: true, configurable }
    return { tenant_id: cron.tenant_id, assistant, ...parseLangGraphRun(toLangGraphRunCreate(cron), context) }
  }

  /** Claims the date and inserts the run in one batch. */
  const claimDate: InsertRun = (cron, now, { insertStatements }) =>
    cronStore.advanceNextRun(cron, getNextDate(cron, now), insertStatements)

  const insertRun = async (write: InsertRun, cron: CronRow, now: number, run: BuiltRun): Promise<boolean> => {
    if (!(await write(cron, now, run))) return false
    bus.publishQueued()
    bus.publishChange(cron.tenant_id, run.run_id)
    return true
  }

  const createInOwnThread = async (
    write: InsertRun,
    cron: CronRow,
    assistant: Assistant,
    now: number,
  ): Promise<boolean> => {
    const { cron_id, on_run_completed } = cron
    const thread = {
      assistant_id: assistant.assistant_id,
      metadata: { ...toThreadMetadata(assistant), cron_id },
      isRetained: on_run_completed === 'keep',
    }
    return insertRun(write, cron, now, newRuns.buildInNewThread(toNewRun(cron, assistant), thread, now))
  }

  const createInThread = async (
    write: InsertRun,
    cron: CronRow,
    assistant: Assistant,
    thread: Thread,
    now: number,
  ): Promise<CronOutcome | undefined> => {
    const { tenant_id, thread_id } = thread
    const request = toNewRun(cron, assistant)
    const { kwargs, threadConfig } = inheritConfig(assistant, thread, request.kwargs)
    const newRun = { ...request, kwargs }
    const { multitask_strategy = 'enqueue' } = newRun.run
    const { cancelled, ...placement } = await runs.applyMultitaskStrategy(
      { tenant_id, thread_id, multitask_strategy },
      now,
    )
    const { run_id, insertStatements } = newRuns.buildInThread(newRun, thread_id, placement, now)
    const threadStatements =
      threadConfig === thread.config
        ? []
        : [threadStore.updateByRunStatement({ ...thread, config: threadConfig }, now)]
    const statements = [...threadStatements, ...insertStatements]
    if (await insertRun(write, cron, now, { run_id, insertStatements: statements })) {
      for (const run of cancelled) cancellation.publishCancelled(run)
      if (thread.assistant_id === null)
        await threads.update(tenant_id, thread_id, {
          assistant_id: assistant.assistant_id,
          metadata: toThreadMetadata(assistant),
        })
      return 'created'
    }
    if (multitask_strategy !== 'reject') return undefined
    if ((await runStore.listUnfinished({ tenant_id, thread_id })).length === 0) return undefined
    return (await write(cron, now, { run_id: '', insertStatements: [] })) ? 'skipped' : 'taken'
  }

  /** Returns undefined if a concurrent change requires another attempt. */
  const attempt = async (cron: CronRow, write: InsertRun): Promise<CronOutcome | undefined> => {
    const { tenant_id, thread_id, assistant_id } = cron
    const assistant = await assistants.get({ tenant_id, assistant_id })
    const thread = thread_id === null ? undefined : await threadStore.get({ tenant_id, thread_id })
    if (assistant === undefined || (thread_id !== null && thread === undefined)) {
      await cronStore.remove(cron)
      return 'orphaned'
    }
    const now = clock.now()
    if (thread !== undefined) return createInThread(write, cron, assistant, thread, now)
    return (await createInOwnThread(write, cron, assistant, now)) ? 'created' : undefined
  }

  return {
    createRun: (dueCron: CronRow): Promise<CronOutcome> =>
      retryOnConflict(async () => {
        const cron = await cronStore.get(dueCron)
        return cron?.revision === dueCron.revision ? attempt(cron, claimDate) : 'taken'
      }),

    /** Creates a run now, also if the cron is disabled. The next date stays as it is. */
    async runNow(
      tenant_id: string,
      cron_id: string,
      extraStatements: IdempotencyStatements<CronRun> = noIdempotencyStatements,
    ): Promise<CronRun> {
      let run_id = ''
      const keepDate: InsertRun = async (cron, _now, run) => {
        run_id = run.run_id
        const statements = run_id === '' ? [] : extraStatements({ cron_id, run_id })
        return cronStore.writeIfPresent(cron, [...run.insertStatements, ...statements])
      }
      const outcome = await retryOnConflict(async () => {
        const cron = await cronStore.get({ tenant_id, cron_id })
        return cron === undefined ? 'orphaned' : attempt(cron, keepDate)
      })
      if (outcome === 'orphaned') throw notFound('Cron', cron_id)
      if (outcome === 'created') return { cron_id, run_id }
      throw new AppError('resource_conflict', 'The thread of the cron is busy')
    },
  }
}

export type CronRuns = ReturnType<typeof makeCronRuns>
