/**
 * Folds entries into buckets. It reads entries and the buckets that they belong to, and writes both back as one atomic batch, which
 * is rejected if another node was faster. A crash therefore leaves an entry either unfolded or folded, and never counts it twice.
 */
import type { BucketKey, StatisticsStore } from '../../store/statistics/statistics.js'
import type { Row } from '../../store/sql/tables.js'
import { addBucket, addCreated, addEnd, emptyBucket, parseBucket, type Bucket } from './bucket.js'
import type { Entry, EntryRow } from './entry.js'
import { addNodeTally, parseNodes, serializeNodes, type NodeTally } from './node-tally.js'
import { alignDown, MINUTE, PERIODS } from './periods.js'

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

/** A bucket that a group of entries belongs to, by their end or by their creation. */
interface Target {
  open: OpenBucket
  isEnd: boolean
  hasNodes: boolean
}

/**
 * Entries of the same assistant that ended in the same minute, and whose runs were created in the same minute. They belong to the same
 * buckets, up to 16, so they are added up before they are added to each of these.
 */
interface EntryGroup {
  ended: Bucket
  created: Bucket
  nodes: NodeTally[]
  targets: Target[]
}

class BucketSet {
  readonly #open = new Map<string, OpenBucket>()
  readonly #groups = new Map<string, EntryGroup>()

  constructor(private readonly now: number) {}

  collect(row: EntryRow): void {
    const entry = JSON.parse(row.data) as Entry
    const group = this.#getOrCreateGroup(row, entry)
    addEnd(group.ended, entry)
    if (entry.run) addCreated(group.created)
    if (row.nodes !== null) group.nodes.push(parseNodes(row.nodes))
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
    for (const { ended, created, nodes, targets } of this.#groups.values()) {
      for (const { open, isEnd, hasNodes } of targets) {
        addBucket(open.bucket, isEnd ? ended : created)
        // Figures of nodes are read by assistant only.
        if (isEnd && hasNodes && open.key.assistant_id !== '')
          for (const tally of nodes) addNodeTally(open.nodes, tally)
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

  /** All periods consist of minutes. */
  #getOrCreateGroup({ tenant_id, assistant_id, ended_at }: EntryRow, { run }: Entry): EntryGroup {
    const endMinute = alignDown(ended_at, MINUTE.ms)
    const creationMinute = run && alignDown(run.created_at, MINUTE.ms)
    const name = `${tenant_id}\n${assistant_id}\n${String(endMinute)}\n${String(creationMinute)}`
    let group = this.#groups.get(name)
    if (group === undefined) {
      const listTargets = (at: number, isEnd: boolean) =>
        this.#listTargets({ tenant_id, assistant_id }, at, isEnd)
      group = {
        ended: emptyBucket(),
        created: emptyBucket(),
        nodes: [],
        targets: [
          ...listTargets(endMinute, true),
          ...(creationMinute === undefined ? [] : listTargets(creationMinute, false)),
        ],
      }
      this.#groups.set(name, group)
    }
    return group
  }

  #listTargets(
    { tenant_id, assistant_id }: Pick<EntryRow, 'tenant_id' | 'assistant_id'>,
    minute: number,
    isEnd: boolean,
  ): Target[] {
    const assistantIds = assistant_id === '' ? [''] : ['', assistant_id]
    return PERIODS.filter(({ keptMs }) => minute >= this.now - keptMs).flatMap(({ seconds, ms, hasNodes }) =>
      assistantIds.map((id) => {
        const key = { tenant_id, assistant_id: id, resolution: seconds, bucket_at: alignDown(minute, ms) }
        return { open: this.#getOrOpen(key), isEnd, hasNodes }
      }),
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
