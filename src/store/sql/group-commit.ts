/**
 * Group commit for a database that commits one transaction at a time on a connection. Batches that arrive while earlier
 * ones are being synced to disk wait and share the next transaction: under load one sync serves many requests, and
 * without load a batch does not wait.
 *
 * Guarantee: a batch resolves only after the commit that contains it. If a statement of a group fails, nothing of the
 * group is stored; its batches are then committed one by one, so that each gets its own result or error.
 */
import type { OnCommit, Rows } from './driver.js'
import type { Statement } from './statement.js'

type Batch = readonly Statement[]
type Commit = (batch: Batch) => Promise<Rows[] | number>

interface PendingBatch {
  batch: Batch
  resolve: (results: Rows[] | number) => void
  reject: (error: unknown) => void
}

// While one transaction is being synced, the other one is filled. Three were no faster (November 2026).
const MAX_CONCURRENT_COMMITS = 2
const MAX_BATCHES_PER_COMMIT = 64
/** The connection of a commit that takes longer may be dead. Other batches do not wait until that is certain. */
const SLOW_COMMIT_MS = 3_000

/**
 * Only plain inserts share a transaction. An update would hold its row lock for the duration of the group, and two groups
 * that lock the same rows in a different order would deadlock.
 */
export const isGroupable = (batch: Batch): boolean =>
  batch.every(
    ({ sql, requiresRow }) => !requiresRow && sql.startsWith('insert into') && !sql.includes('do update'),
  )

export const makeGroupCommit = (
  commit: Commit,
  isRolledBack: (error: unknown) => boolean,
  onCommit: OnCommit,
): Commit => {
  let pendingBatches: PendingBatch[] = []
  let activeCommits = 0

  const startCommits = (): void => {
    while (activeCommits < MAX_CONCURRENT_COMMITS && pendingBatches.length > 0) {
      const group = pendingBatches.slice(0, MAX_BATCHES_PER_COMMIT)
      pendingBatches = pendingBatches.slice(MAX_BATCHES_PER_COMMIT)
      activeCommits++
      const release = callOnce(() => {
        activeCommits--
        startCommits()
      })
      const timer = setTimeout(release, SLOW_COMMIT_MS)
      void commitGroup(group).finally(() => {
        clearTimeout(timer)
        release()
      })
    }
  }

  const commitGroup = async (group: PendingBatch[]): Promise<void> => {
    const startedAt = performance.now()
    try {
      const results = await commit(group.flatMap(({ batch }) => batch))
      onCommit(group.length, (performance.now() - startedAt) / 1000)
      let start = 0
      for (const { batch, resolve } of group) {
        // Never a number here: no statement of a groupable batch requires a row.
        resolve(typeof results === 'number' ? results : results.slice(start, (start += batch.length)))
      }
    } catch (error) {
      if (group.length === 1 || !isRolledBack(error)) for (const { reject } of group) reject(error)
      else await Promise.all(group.map((pendingBatch) => commitGroup([pendingBatch])))
    }
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      pendingBatches.push({ batch, resolve, reject })
      // Batches of other requests in this event loop turn join the group.
      if (pendingBatches.length === 1) setImmediate(startCommits)
    })
}

const callOnce = (action: () => void): (() => void) => {
  let isCalled = false
  return () => {
    if (!isCalled) action()
    isCalled = true
  }
}
