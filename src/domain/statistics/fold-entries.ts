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
  for (const row of entries) buckets.collect(row)
  buckets.load(await statistics.listBuckets(buckets.keys()))
  buckets.addAll()
  if (!(await statistics.fold(entries, buckets.toRows()))) return 'conflict'
  return entries.length === FOLD_BATCH_SIZE ? 'more' : 'done'
}

/** A bucket that an entry belongs to, by its end or by its creation. */
interface Target {
  open: OpenBucket
  isEnd: boolean
  hasNodes: boolean
}

interface CollectedEntry {
  entry: Entry
  nodes: NodeTally
  targets: Target[]
}

class BucketSet {
  readonly #open = new Map<string, OpenBucket>()
  readonly #collected: CollectedEntry[] = []

  constructor(private readonly now: number) {}

  collect(row: EntryRow): void {
    const entry = JSON.parse(row.data) as Entry
    this.#collected.push({ entry, nodes: parseNodes(row.nodes), targets: this.#listTargets(row, entry) })
  }

  keys(): BucketKey[] {
    return [...this.#open.values()].map(({ key }) => key)
  }

  load(rows: readonly Row<'stat_buckets'>[]): void {
    for (const row of rows) {
      const open = this.#getOrOpen(row)
      open.bucket = parseBucket(row.data)
      open.nodes = parseNodes(row.nodes)
      open.revision = row.revision
    }
  }

  addAll(): void {
    for (const { entry, nodes, targets } of this.#collected) {
      for (const { open, isEnd, hasNodes } of targets) {
        if (isEnd) addEnd(open.bucket, entry)
        else addCreated(open.bucket)
        // Figures of nodes are read by assistant only.
        if (isEnd && hasNodes && open.key.assistant_id !== '') addNodeTally(open.nodes, nodes)
      }
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

  /** The buckets of the end of an entry and, for a run, those of its creation. */
  #listTargets({ tenant_id, assistant_id, ended_at }: EntryRow, { run }: Entry): Target[] {
    const times = [{ at: ended_at, isEnd: true }, ...(run ? [{ at: run.created_at, isEnd: false }] : [])]
    const assistantIds = assistant_id === '' ? [''] : ['', assistant_id]
    return times.flatMap(({ at, isEnd }) =>
      PERIODS.filter(({ keptMs }) => at >= this.now - keptMs).flatMap(({ seconds, ms, hasNodes }) =>
        assistantIds.map((id) => {
          const key = { tenant_id, assistant_id: id, resolution: seconds, bucket_at: alignDown(at, ms) }
          return { open: this.#getOrOpen(key), isEnd, hasNodes }
        }),
      ),
    )
  }

  #getOrOpen({ tenant_id, assistant_id, resolution, bucket_at }: BucketKey): OpenBucket {
    const key = { tenant_id, assistant_id, resolution, bucket_at }
    const name = toName(key)
    let open = this.#open.get(name)
    if (open === undefined) {
      open = { key, bucket: emptyBucket(), nodes: new Map(), revision: 0 }
      this.#open.set(name, open)
    }
    return open
  }
}

const toName = ({ tenant_id, assistant_id, resolution, bucket_at }: BucketKey): string =>
  `${tenant_id}\n${assistant_id}\n${String(resolution)}\n${String(bucket_at)}`
