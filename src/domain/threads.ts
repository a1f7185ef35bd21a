import type { Bus } from '../events/bus.js'
import type { Clock } from '../platform/clock.js'
import { newId } from '../platform/ids.js'
import type { Page } from '../schema/common.js'
import type { RunKwargs, RunOverrides } from '../schema/run-kwargs.js'
import type { Thread, ThreadCreate, ThreadUpdate } from '../schema/thread.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { RetentionOverrideStore } from '../store/retention/overrides.js'
import type { RunStore } from '../store/runs/runs.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { toPageRequest, toPage, type ListQuery } from './cursor.js'
import { rewordConflict, requireAssistant, requireThread } from './require-resource.js'
import { makeRetentionOverrides } from './retention/retention-overrides.js'
import { retryOnConflict } from './retry-on-conflict.js'
import { noIdempotencyStatements, type IdempotencyStatements } from './idempotency.js'
import { mergeJson, toThread } from './row-mappers.js'
import type { RunCancellation } from './runs/run-cancellation.js'

type ThreadRow = Row<'threads'>

export const newThreadRow = (
  tenant_id: string,
  input: ThreadCreate & { ttl_minutes?: number },
  now: number,
  temporary = false,
): ThreadRow => ({
  tenant_id,
  thread_id: input.thread_id?.toLowerCase() ?? newId(),
  assistant_id: input.assistant_id?.toLowerCase() ?? null,
  title: input.title ?? null,
  status: 'idle',
  temporary: temporary ? 1 : 0,
  metadata: JSON.stringify(input.metadata ?? {}),
  revision: 1,
  created_at: now,
  updated_at: now,
  state_values: null,
  state_version: null,
  state_omitted: null,
  interrupts: null,
  state_updated_at: null,
  config: null,
  ttl_minutes: input.ttl_minutes ?? null,
  last_ordinal: 0,
})

/** The temporary thread of a LangGraph run is kept this long, so that clients can rejoin the stream of the run. */
const TEMPORARY_THREAD_TTL_MINUTES = 15

/** A thread for a single run. In the LangGraph API, `on_completion` decides whether it is kept. */
export const newTemporaryThreadRow = (
  tenant_id: string,
  now: number,
  input: ThreadCreate,
  kwargs?: RunKwargs | RunOverrides,
): ThreadRow => {
  if (kwargs === undefined) return newThreadRow(tenant_id, input, now, true)
  return 'on_completion' in kwargs && kwargs.on_completion === 'keep'
    ? newThreadRow(tenant_id, input, now)
    : newThreadRow(tenant_id, { ...input, ttl_minutes: TEMPORARY_THREAD_TTL_MINUTES }, now, true)
}

interface Deps {
  threads: ThreadStore
  runs: RunStore
  checkpoints: CheckpointStore
  cancellation: RunCancellation
  assistants: AssistantStore
  bus: Bus
  clock: Clock
  retentionOverrides: RetentionOverrideStore
  /** The project's default TTL of new threads, in minutes of inactivity. Undefined: threads do not expire. */
  getDefaultTtlMinutes?: () => number | undefined
}

export const makeThreads = (deps: Deps) => {
  const { threads, assistants, runs, checkpoints, cancellation, bus, clock } = deps
  const retention = makeRetentionOverrides(deps.retentionOverrides, 'threads')
  const withDefaultTtl = (row: ThreadRow): ThreadRow => {
    const minutes = deps.getDefaultTtlMinutes?.() ?? null
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
      input: ThreadCreate & { ttl_minutes?: number },
      idempotencyStatements: IdempotencyStatements<Thread> = noIdempotencyStatements,
    ): Promise<Thread> {
      await checkAssistant(tenant_id, input.assistant_id)
      const row = withDefaultTtl(newThreadRow(tenant_id, input, clock.now()))
      const thread = toThread(row, input.retention_days)
      const extraStatements = [
        ...retention.statements(tenant_id, row.thread_id, input.retention_days),
        ...idempotencyStatements(thread),
      ]
      if (input.if_exists === 'do_nothing') {
        if (await threads.insertIfAbsent(row, ...extraStatements)) {
          bus.publishChange(tenant_id, row.thread_id)
          return thread
        }
        return this.get(tenant_id, row.thread_id)
      }
      await threads.insert(row, ...extraStatements).catch((error: unknown) => {
        throw rewordConflict(error, `Thread ${row.thread_id} already exists`)
      })
      bus.publishChange(tenant_id, row.thread_id)
      return thread
    },

    async get(tenant_id: string, thread_id: string): Promise<Thread> {
      const row = await requireThread(threads, tenant_id, thread_id)
      return toThread(row, await retention.get(tenant_id, row.thread_id))
    },

    async list(tenant_id: string, query: ListQuery): Promise<Page<Thread>> {
      const page = toPageRequest('threads', query)
      const rows = await threads.list(tenant_id, page)
      const days = await retention.list(
        tenant_id,
        rows.map((row) => row.thread_id),
      )
      const toPosition = (row: ThreadRow) => ({ at: row.created_at, id: row.thread_id })
      return toPage('threads', page, rows, toPosition, (row) => toThread(row, days.get(row.thread_id)))
    },

    async update(
      tenant_id: string,
      thread_id: string,
      input: ThreadUpdate & { ttl_minutes?: number | null },
    ): Promise<Thread> {
      await checkAssistant(tenant_id, input.assistant_id)
      return retryOnConflict(async () => {
        const current = await requireThread(threads, tenant_id, thread_id)
        const updatedRow: ThreadRow = {
          ...current,
          assistant_id:
            input.assistant_id === undefined
              ? current.assistant_id
              : (input.assistant_id?.toLowerCase() ?? null),
          title: input.title === undefined ? current.title : input.title,
          metadata: mergeJson(current.metadata, input.metadata),
          ttl_minutes: input.ttl_minutes === undefined ? current.ttl_minutes : input.ttl_minutes,
          revision: current.revision + 1,
          updated_at: clock.now(),
        }
        const { retention_days: days = await retention.get(tenant_id, current.thread_id) } = input
        const extraStatements = retention.statements(tenant_id, current.thread_id, input.retention_days)
        const updated = await threads.updateDetails(updatedRow, current.revision, extraStatements)
        if (updated !== undefined) bus.publishChange(tenant_id, updated.thread_id)
        return updated && toThread(updated, days)
      })
    },

    async remove(tenant_id: string, thread_id: string): Promise<{ deleted: true; thread_id: string }> {
      return retryOnConflict(async () => {
        const thread = await requireThread(threads, tenant_id, thread_id)
        const unfinished = await runs.listUnfinished(thread)
        const now = clock.now()
        const cancelled = unfinished.flatMap((run) => cancellation.cancelStatements(run, now))
        const removedRunIds = await threads.remove(thread, [
          ...cancelled,
          ...checkpoints.removeStatements(thread),
          ...retention.statements(tenant_id, thread.thread_id, null),
        ])
        if (removedRunIds === undefined) return undefined
        for (const run of unfinished) cancellation.publishCancelled(run)
        bus.publishDeleted({ tenant_id, topic: 'threads', ids: [thread.thread_id], at: now })
        bus.publishDeleted({ tenant_id, topic: 'runs', ids: removedRunIds, at: now })
        return { deleted: true, thread_id: thread.thread_id }
      })
    },
  }
}

export type Threads = ReturnType<typeof makeThreads>
