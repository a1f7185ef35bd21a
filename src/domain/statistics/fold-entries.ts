/**
 * Folds entries into buckets. It reads entries and the buckets that they belong to, and writes both back as one atomic batch, which
 * is rejected if another node was faster. A crash therefore leaves an entry either unfolded or folded, and never counts it twice.
 */
import type { BucketKey, StatisticsStore } from '../../store/statistics/statistics.js'
import type { Row } from '../../store/sql/tables.js'
import { addCreated, addEnd, emptyBucket, parseBucket, type Bucket } from './bucket.js'
import type { Entry, EntryRow } from './entry.js'
import { addNodeTally, parseNodes, serializeNodes, type NodeTally } from './node-tally.js'
import { alignDown, PERIODS } from './periods.js'

/** Limits the size of a batch and so the time for which other writes wait. */
export const FOLD_BATCH_SIZE = 500

interface OpenBucket {
  key: BucketKey
  bucket: Bucket
  nodes: NodeTally
  revision: number
}

/**
 * Folds one batch. Returns `done` if no entries are left, `more` if there may be, and `conflict` if another node folded some of
 * them at the same time.
 */
export const foldEntries = async (
  statistics: StatisticsStore,
  now: number,
): Promise<'done' | 'more' | 'conflict'> => {
  const entries = await statistics.listEntries(FOLD_BATCH_SIZE)
  if (entries.length === 0) return 'done'
  const buckets = new BucketSet(now)
  for (const row of entries) buckets.collectKeys(row)
  buckets.load(await statistics.listBuckets(buckets.keys()))
  for (const row of entries) buckets.add(row)
  if (!(await statistics.fold(entries, buckets.toRows()))) return 'conflict'
  return entries.length === FOLD_BATCH_SIZE ? 'more' : 'done'
}

class BucketSet {
  readonly #open = new Map<string, OpenBucket>()

  constructor(private readonly now: number) {}

  collectKeys(row: EntryRow): void {
    for (const { key } of this.#listTargets(row)) {
      const name = toName(key)
      if (!this.#open.has(name))
        this.#open.set(name, { key, bucket: emptyBucket(), nodes: new Map(), revision: 0 })
    }
  }

  keys(): BucketKey[] {
    return [...this.#open.values()].map(({ key }) => key)
  }

  load(rows: readonly Row<'stat_buckets'>[]): void {
    for (const row of rows) {
      const open = this.#open.get(toName(row))
      if (open === undefined) continue
      open.bucket = parseBucket(row.data)
      open.nodes = parseNodes(row.nodes)
      open.revision = row.revision
    }
  }

  add(row: EntryRow): void {
    const entry = JSON.parse(row.data) as Entry
    const nodes = parseNodes(row.nodes)
    for (const { key, isEnd, hasNodes } of this.#listTargets(row)) {
      const open = this.#open.get(toName(key))
      if (open === undefined) continue
      if (!isEnd) {
        addCreated(open.bucket)
        continue
      }
      addEnd(open.bucket, entry)
      // Figures of nodes are read by assistant only.
      if (hasNodes && key.assistant_id !== '') addNodeTally(open.nodes, nodes)
    }
  }

  /** Sorted by key, so that all nodes lock the rows in the same order. */
  toRows(): Row<'stat_buckets'>[] {
    return [...this.#open.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, bucket, nodes, revision }]) => ({
        ...key,
        revision: revision + 1,
        data: JSON.stringify(bucket),
        nodes: serializeNodes(nodes),
      }))
  }

  /** The buckets that an entry belongs to: those of its end and, for a run, those of its creation. */
  #listTargets(row: EntryRow): { key: BucketKey; isEnd: boolean; hasNodes: boolean }[] {
    const { run } = JSON.parse(row.data) as Entry
    const times = [{ at: row.ended_at, isEnd: true }, ...(run ? [{ at: run.created_at, isEnd: false }] : [])]
    const assistantIds = row.assistant_id === '' ? [''] : ['', row.assistant_id]
    return times.flatMap(({ at, isEnd }) =>
      PERIODS.filter(({ keptMs }) => at >= this.now - keptMs).flatMap(({ seconds, ms, hasNodes }) =>
        assistantIds.map((assistant_id) => ({
          key: { tenant_id: row.tenant_id, assistant_id, resolution: seconds, bucket_at: alignDown(at, ms) },
          isEnd,
          hasNodes,
        })),
      ),
    )
  }
}

const toName = ({ tenant_id, assistant_id, resolution, bucket_at }: BucketKey): string =>
  `${tenant_id}\n${assistant_id}\n${String(resolution)}\n${String(bucket_at)}`
