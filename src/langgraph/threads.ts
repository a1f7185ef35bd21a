/** Operations on threads that only the LangGraph API has: copy, prune, state metadata and expiry. */
import type { Clock } from '../platform/clock.js'
import { AppError } from '../errors.js'
import type { Bus } from '../events/bus.js'
import { newId } from '../platform/ids.js'
import type { JsonObject } from '../schema/common.js'
import type { CheckpointStore } from '../store/threads/checkpoints.js'
import type { CheckpointPruning } from '../store/threads/prune-checkpoints.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadCopy } from '../store/threads/copy-thread.js'
import type { ThreadStore } from '../store/threads/threads.js'
import { requireThread } from '../domain/require-resource.js'
import { mergeJson } from '../domain/row-mappers.js'
import type { Threads } from '../domain/threads.js'

type ThreadRow = Row<'threads'>

interface Deps {
  threads: Threads
  threadStore: ThreadStore
  checkpoints: CheckpointStore
  copies: ThreadCopy
  pruning: CheckpointPruning
  bus: Bus
  clock: Clock
}

const SWEEP_BATCH_SIZE = 100

export const makeLangGraphThreads = (deps: Deps) => {
  const { threads, threadStore, checkpoints, copies, pruning, bus, clock } = deps

  const toBusyError = (thread_id: string): AppError =>
    new AppError('resource_conflict', 'Thread is busy', { thread_id })

  return {
    /** Copies a thread with its history, but without its runs. */
    async copy(tenant_id: string, thread_id: string, metadata: JsonObject = {}): Promise<ThreadRow> {
      const original = await threadStore.expandState(await requireThread(threadStore, tenant_id, thread_id))
      const now = clock.now()
      const row: ThreadRow = {
        ...original,
        thread_id: newId(),
        metadata: mergeJson(original.metadata, metadata),
        temporary: 0,
        // The config belongs to the runs of the original, which are not copied.
        config: null,
        // The copy does not include the run that is executing in the original.
        status: original.status === 'busy' ? 'idle' : original.status,
        revision: 1,
        last_ordinal: 0,
        created_at: now,
        updated_at: now,
      }
      const copy = { tenant_id, from: original.thread_id, to: row.thread_id }
      await threadStore.insert(row, ...copies.buildStatements(copy))
      bus.publishChange(tenant_id, row.thread_id)
      return row
    },

    /** Removes the threads, or all but their latest states. Skips missing and busy threads. Returns the number of pruned threads. */
    async prune(
      tenant_id: string,
      threadIds: readonly string[],
      strategy: 'delete' | 'keep_latest',
    ): Promise<number> {
      let pruned = 0
      for (const threadId of new Set(threadIds)) {
        const key = { tenant_id, thread_id: threadId.toLowerCase() }
        const thread = await threadStore.get(key)
        if (thread === undefined || thread.status === 'busy') continue
        if (strategy === 'delete') {
          await threads.remove(tenant_id, key.thread_id)
          pruned += 1
          continue
        }
        const statements = await pruning.buildStatements(key, thread.status === 'interrupted')
        if (await threadStore.writeIfIdle({ ...key, now: clock.now() }, statements)) pruned += 1
      }
      return pruned
    },

    /** Adds metadata to the latest checkpoint. */
    async addStateMetadata(tenant_id: string, thread_id: string, metadata: JsonObject): Promise<void> {
      await requireThread(threadStore, tenant_id, thread_id)
      const [newest] = await checkpoints.find(tenant_id, { thread_id, checkpoint_ns: '', limit: 1 })
      if (newest === undefined)
        throw new AppError('resource_conflict', `Thread ${thread_id} has no state yet`, { thread_id })
      const { row } = newest
      const merged = { ...(JSON.parse(row.metadata) as JsonObject), ...metadata }
      const changed = { ...row, metadata: JSON.stringify(merged) }
      const statements = checkpoints.insertStatements(tenant_id, {
        checkpoints: [changed],
        values: [],
        writes: [],
      })
      if (!(await threadStore.writeIfIdle({ tenant_id, thread_id, now: clock.now() }, statements)))
        throw toBusyError(thread_id)
    },

    /** Removes expired threads. Returns their number. */
    async sweep(): Promise<number> {
      const expiredThreads = await threadStore.listExpired(clock.now(), SWEEP_BATCH_SIZE)
      for (const { tenant_id, thread_id } of expiredThreads)
        await threads.remove(tenant_id, thread_id).catch((error: unknown) => {
          // Another node may have removed the thread already.
          if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
        })
      return expiredThreads.length
    },
  }
}

export type LangGraphThreads = ReturnType<typeof makeLangGraphThreads>
