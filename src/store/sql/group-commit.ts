/**
 * Group commit for an engine that commits one transaction at a time on a connection. Batches that arrive while
 * earlier ones are being synced to disk wait, and share the next transaction: under load one sync serves many
 * requests, and alone a batch waits for nothing.
 *
 * Guarantee: a batch resolves only after the commit that holds it. When a group fails on a statement, nothing of
 * it is stored; its batches are then run one by one, so that each gets its own result and nobody another's error.
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

// Two transactions at a time: while one is synced the other is filled. Three were no faster (November 2026).
const MAX_CONCURRENT_COMMITS = 2
const MAX_BATCHES_PER_COMMIT = 64

/**
 * Only plain inserts share a transaction: an update would hold its row lock for as long as the group takes, and
 * two groups that lock the same rows in another order would wait for each other.
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
      void commitGroup(group).finally(() => {
        activeCommits--
        startCommits()
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
        // A number would be the place of a refused statement, which a groupable batch does not have.
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
      // What the other requests of this turn of the loop write comes along.
      if (pendingBatches.length === 1) setImmediate(startCommits)
    })
}
