/** What LangGraph's clients do with threads, beyond what ours do. */
import type { Clock } from '../platform/clock.js'
import { AppError } from '../errors.js'
import { newId } from '../platform/ids.js'
import type { JsonObject } from '../schema/common.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { Pruning } from '../store/threads/prune-checkpoints.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadCopies } from '../store/threads/copy-thread.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { requireThread } from '../domain/require-resource.js'
import { mergeJson } from '../domain/row-mappers.js'
import type { Threads } from '../domain/threads.js'

type ThreadRow = Row<'threads'>

interface Parts {
  threads: Threads
  threadStore: ThreadStore
  checkpoints: CheckpointStore
  copies: ThreadCopies
  pruning: Pruning
  clock: Clock
}

/** Threads that are removed in one go. */
const SWEPT = 100

export const makeLgThreads = (parts: Parts) => {
  const { threads, threadStore, checkpoints, copies, pruning, clock } = parts

  const busy = (thread_id: string): AppError =>
    new AppError('resource_conflict', 'Thread is busy', { thread_id })

  return {
    /** With its history, and without its runs. */
    async copy(tenant_id: string, thread_id: string, metadata: JsonObject = {}): Promise<ThreadRow> {
      const original = await requireThread(threadStore, tenant_id, thread_id)
      const now = clock.now()
      const row: ThreadRow = {
        ...original,
        thread_id: newId(),
        metadata: mergeJson(original.metadata, metadata),
        temporary: 0,
        // What a run makes of the original is no part of the copy.
        status: original.status === 'busy' ? 'idle' : original.status,
        revision: 1,
        last_ordinal: 0,
        created_at: now,
        updated_at: now,
      }
      const copy = { tenant_id, from: original.thread_id, to: row.thread_id }
      await threadStore.insert(row, ...copies.statements(copy))
      return row
    },

    /** Of these threads, those that exist and are not busy: without their history, or removed. Returns how many. */
    async prune(
      tenant_id: string,
      threadIds: readonly string[],
      strategy: 'delete' | 'keep_latest',
    ): Promise<number> {
      let pruned = 0
      for (const named of new Set(threadIds)) {
        const key = { tenant_id, thread_id: named.toLowerCase() }
        const thread = await threadStore.get(key)
        if (thread === undefined || thread.status === 'busy') continue
        if (strategy === 'delete') {
          await threads.remove(tenant_id, key.thread_id)
          pruned += 1
          continue
        }
        const statements = await pruning.statements(key, thread.status === 'interrupted')
        if (await threadStore.changeIdle({ ...key, now: clock.now() }, statements)) pruned += 1
      }
      return pruned
    },

    /** Adds to the metadata of the newest state. */
    async describeState(tenant_id: string, thread_id: string, metadata: JsonObject): Promise<void> {
      await requireThread(threadStore, tenant_id, thread_id)
      const [newest] = await checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 })
      if (newest === undefined)
        throw new AppError('resource_conflict', `Thread ${thread_id} has no state yet`, { thread_id })
      const { row } = newest
      const merged = { ...(JSON.parse(row.metadata) as JsonObject), ...metadata }
      const changed = { ...row, metadata: JSON.stringify(merged) }
      const statements = checkpoints.statements(tenant_id, { checkpoints: [changed], values: [], writes: [] })
      if (!(await threadStore.changeIdle({ tenant_id, thread_id, now: clock.now() }, statements)))
        throw busy(thread_id)
    },

    /** Removes those whose time is over. Returns how many. */
    async sweep(): Promise<number> {
      const passed = await threadStore.listPassed(clock.now(), SWEPT)
      for (const { tenant_id, thread_id } of passed)
        await threads.remove(tenant_id, thread_id).catch((error: unknown) => {
          // Another node was faster.
          if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
        })
      return passed.length
    },
  }
}

export type LgThreads = ReturnType<typeof makeLgThreads>
