/**
 * Makes the runs of crons whose date has come. The run and the next date are one batch, which is refused when somebody else
 * took the date: with any number of nodes, and whenever one of them dies, a date gives one run. Dates that went by while
 * nobody looked give one run together.
 */
import type { Clock } from '../../platform/clock.js'
import type { Bus } from '../../events/bus.js'
import type { JsonObject } from '../../schema/common.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CronRow, CronStore } from '../../store/crons/crons.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import type { RunDrafts } from '../runs/run-statements.js'
import type { RunStops } from '../runs/run-cancellation.js'
import type { Runs } from '../runs/runs.js'
import type { Threads } from '../threads.js'
import { nextDate } from './schedule.js'
import { runRequestOf } from './row-mappers.js'
import { readRunRequest } from '../runs/parse-langgraph-run.js'

interface Parts {
  crons: CronStore
  assistants: AssistantStore
  threadStore: ThreadStore
  runStore: RunStore
  threads: Threads
  runs: Runs
  drafts: RunDrafts
  stops: RunStops
  bus: Bus
  clock: Clock
}

/** `skipped`: its thread was busy; `orphaned`: its assistant or thread is gone, and so is it; `taken`: by somebody else. */
type Fate = 'made' | 'skipped' | 'orphaned' | 'taken'

type Thread = Row<'threads'>
type Assistant = Row<'assistants'>

export const makeCronRuns = (parts: Parts) => {
  const { crons, assistants, threadStore, runStore, threads, runs, drafts, stops, bus, clock } = parts

  /** What a thread is about, so that its state can be read: its first run says so. */
  const about = ({ graph_id, assistant_id }: Assistant) => ({ graph_id, assistant_id })

  const asked = (cron: CronRow, assistant: Assistant) => {
    const { configurable = {} } = JSON.parse(cron.payload) as { configurable?: JsonObject }
    const where = { thread_id: cron.thread_id ?? undefined, isStreamed: true, configurable }
    return { tenant_id: cron.tenant_id, assistant, ...readRunRequest(runRequestOf(cron), where) }
  }

  /** Takes the date, for this run. */
  const take = async (cron: CronRow, now: number, { statements }: { statements: Statement[] }) => {
    const isMade = await crons.advance(cron, nextDate(cron, now), statements)
    if (isMade) bus.announceQueued()
    return isMade
  }

  const makeAlone = async (cron: CronRow, assistant: Assistant, now: number): Promise<boolean> => {
    const { cron_id, on_run_completed } = cron
    const thread = {
      assistant_id: assistant.assistant_id,
      metadata: { ...about(assistant), cron_id },
      isKept: on_run_completed === 'keep',
    }
    return take(cron, now, drafts.draftAlone(asked(cron, assistant), thread, now))
  }

  const makeInto = async (
    cron: CronRow,
    assistant: Assistant,
    { thread_id, ...thread }: Thread,
    now: number,
  ): Promise<Fate | undefined> => {
    const { tenant_id } = cron
    const request = asked(cron, assistant)
    const { multitask_strategy = 'enqueue' } = request.run
    const { cancelled, ...room } = await runs.makeRoom({ tenant_id, thread_id, multitask_strategy }, now)
    if (await take(cron, now, drafts.draftInto(request, thread_id, room, now))) {
      for (const { run_id } of cancelled) stops.tell(run_id)
      if (thread.assistant_id === null)
        await threads.update(tenant_id, thread_id, {
          assistant_id: assistant.assistant_id,
          metadata: about(assistant),
        })
      return 'made'
    }
    if (multitask_strategy !== 'reject') return undefined
    if ((await runStore.listUnfinished({ tenant_id, thread_id })).length === 0) return undefined
    return (await crons.advance(cron, nextDate(cron, now), [])) ? 'skipped' : 'taken'
  }

  /** Undefined: something changed meanwhile. */
  const attempt = async (seen: CronRow): Promise<Fate | undefined> => {
    const cron = await crons.get(seen)
    if (cron?.revision !== seen.revision) return 'taken'
    const { tenant_id, thread_id, assistant_id } = cron
    const assistant = await assistants.get({ tenant_id, assistant_id })
    const thread = thread_id === null ? undefined : await threadStore.get({ tenant_id, thread_id })
    if (assistant === undefined || (thread_id !== null && thread === undefined)) {
      await crons.remove(cron)
      return 'orphaned'
    }
    const now = clock.now()
    if (thread !== undefined) return makeInto(cron, assistant, thread, now)
    return (await makeAlone(cron, assistant, now)) ? 'made' : undefined
  }

  return {
    makeRun: (due: CronRow): Promise<Fate> => untilUndisturbed(() => attempt(due)),
  }
}

export type CronRuns = ReturnType<typeof makeCronRuns>
