import type { Clock } from '../platform/clock.js'
import { newId } from '../platform/ids.js'
import type { Page } from '../schema/common.js'
import type { RunKwargs, RunOverrides } from '../schema/run-kwargs.js'
import type { Thread, ThreadCreate, ThreadUpdate } from '../schema/thread.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { RunStore } from '../store/runs/runs.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { pageRequest, toPage, type ListQuery } from './cursor.js'
import { nameConflict, requireAssistant, requireThread } from './require-resource.js'
import { untilUndisturbed } from './retry-on-conflict.js'
import { noReceipt, type Receipt } from './idempotency.js'
import { mergeJson, toThread } from './row-mappers.js'
import type { RunStops } from './runs/run-cancellation.js'

type ThreadRow = Row<'threads'>

export const newThreadRow = (
  tenant_id: string,
  sent: ThreadCreate & { ttl_minutes?: number },
  now: number,
  temporary = false,
): ThreadRow => ({
  tenant_id,
  thread_id: sent.thread_id?.toLowerCase() ?? newId(),
  assistant_id: sent.assistant_id?.toLowerCase() ?? null,
  title: sent.title ?? null,
  status: 'idle',
  temporary: temporary ? 1 : 0,
  metadata: JSON.stringify(sent.metadata ?? {}),
  revision: 1,
  created_at: now,
  updated_at: now,
  state_values: null,
  interrupts: null,
  state_updated_at: null,
  config: null,
  ttl_minutes: sent.ttl_minutes ?? null,
  last_ordinal: 0,
})

/** Who followed a run of the LangGraph dialect may come back for a while, until its thread goes. */
const LEFT_MINUTES = 15

/** Made for one run. Clients of the LangGraph dialect say what becomes of it. */
export const temporaryThread = (
  tenant_id: string,
  now: number,
  described: ThreadCreate,
  kwargs?: RunKwargs | RunOverrides,
): ThreadRow => {
  if (kwargs === undefined) return newThreadRow(tenant_id, described, now, true)
  return 'on_completion' in kwargs && kwargs.on_completion === 'keep'
    ? newThreadRow(tenant_id, described, now)
    : newThreadRow(tenant_id, { ...described, ttl_minutes: LEFT_MINUTES }, now, true)
}

interface Parts {
  threads: ThreadStore
  runs: RunStore
  checkpoints: CheckpointStore
  stops: RunStops
  assistants: AssistantStore
  clock: Clock
  /** After how many minutes without use a new thread is removed, as the project has it; none: never. */
  ttlMinutes?: () => number | undefined
}

export const makeThreads = (parts: Parts) => {
  const { threads, assistants, runs, checkpoints, stops, clock } = parts
  const expiring = (row: ThreadRow): ThreadRow => {
    const minutes = parts.ttlMinutes?.() ?? null
    return { ...row, ttl_minutes: row.ttl_minutes ?? minutes }
  }
  const checkAssistant = async (
    tenant_id: string,
    assistant_id: string | null | undefined,
  ): Promise<void> => {
    if (assistant_id != null) await requireAssistant(assistants, tenant_id, assistant_id)
  }

  return {
    async create(
      tenant_id: string,
      sent: ThreadCreate & { ttl_minutes?: number },
      receipt: Receipt<Thread> = noReceipt,
    ): Promise<Thread> {
      await checkAssistant(tenant_id, sent.assistant_id)
      const row = expiring(newThreadRow(tenant_id, sent, clock.now()))
      const thread = toThread(row)
      if (sent.if_exists === 'do_nothing') {
        if (await threads.insertIfAbsent(row, ...receipt(thread))) return thread
        return toThread(await requireThread(threads, tenant_id, row.thread_id))
      }
      await threads.insert(row, ...receipt(thread)).catch((error: unknown) => {
        throw nameConflict(error, `Thread ${row.thread_id} already exists`)
      })
      return thread
    },

    async get(tenant_id: string, thread_id: string): Promise<Thread> {
      return toThread(await requireThread(threads, tenant_id, thread_id))
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<Thread>> {
      const page = pageRequest('threads', query)
      const rows = await threads.list(tenant_id, page)
      return toPage('threads', page, rows, (row) => ({ at: row.created_at, id: row.thread_id }), toThread)
    },

    async update(
      tenant_id: string,
      thread_id: string,
      sent: ThreadUpdate & { ttl_minutes?: number | null },
    ): Promise<Thread> {
      await checkAssistant(tenant_id, sent.assistant_id)
      return untilUndisturbed(async () => {
        const old = await requireThread(threads, tenant_id, thread_id)
        const changed: ThreadRow = {
          ...old,
          assistant_id:
            sent.assistant_id === undefined ? old.assistant_id : (sent.assistant_id?.toLowerCase() ?? null),
          title: sent.title === undefined ? old.title : sent.title,
          metadata: mergeJson(old.metadata, sent.metadata),
          ttl_minutes: sent.ttl_minutes === undefined ? old.ttl_minutes : sent.ttl_minutes,
          revision: old.revision + 1,
          updated_at: clock.now(),
        }
        const written = await threads.describe(changed, old.revision)
        return written && toThread(written)
      })
    },

    async remove(tenant_id: string, thread_id: string): Promise<{ deleted: true; thread_id: string }> {
      return untilUndisturbed(async () => {
        const thread = await requireThread(threads, tenant_id, thread_id)
        const unfinished = await runs.listUnfinished(thread)
        const now = clock.now()
        const cancelled = unfinished.flatMap((run) => stops.cancelStatements(run, now))
        if (!(await threads.remove(thread, [...cancelled, ...checkpoints.removeStatements(thread)])))
          return undefined
        for (const { run_id } of unfinished) stops.tell(run_id)
        return { deleted: true, thread_id: thread.thread_id }
      })
    },
  }
}

export type Threads = ReturnType<typeof makeThreads>
