/**
 * LangGraph's checkpoint saver. It turns checkpoints into rows and back; where the rows go is the caller's business, so
 * that a run's checkpoints are stored in one batch with its events.
 */
import {
  BaseCheckpointSaver,
  copyCheckpoint,
  getCheckpointId,
  maxChannelVersion,
  TASKS,
  WRITES_IDX_MAP,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'
import type { RunnableConfig } from '@langchain/core/runnables'
import { STORED_VERSIONS } from '../../store/threads/checkpoint-format.js'
import type { CheckpointQuery, CheckpointRecords, StoredCheckpoint } from '../../store/threads/checkpoints.js'

interface OfTask {
  taskId: string
  value: unknown
}

/** What tasks asked, and what they were answered before they asked again. */
export interface PendingAnswers {
  asked: OfTask[]
  answered: OfTask[]
}

/** Where the rows of one execution go to and come from. */
export interface CheckpointAccess {
  find(query: CheckpointQuery): Promise<StoredCheckpoint[]>
  /** `settled`: the state now holds what the run was given. */
  store(rows: Partial<CheckpointRecords>, settled: boolean): void | Promise<void>
  removeThread?(threadId: string): Promise<void>
  /** What is stored of a value, given as JSON, where guardrails take something out. */
  clean?(json: string): string
  /** Settings of the run that each of its checkpoints names, besides the metadata; none: it names neither. */
  settings?: Record<string, unknown>
  /** The run that writes; null: nobody's. */
  runId: string | null
  /** Told of the state that an execution starts from, and of what was asked and not yet answered then. */
  loaded?(checkpoint: Checkpoint, pending: PendingAnswers): void
}

/** Values up to this length lie in the checkpoint itself, every time; longer ones are stored once a version. */
const INLINE = 1_000
const PAGE = 50
const BASE64 = 'base64:'
const INTERRUPT = '__interrupt__'
const RESUME = '__resume__'

export class CheckpointSaver extends BaseCheckpointSaver {
  constructor(private readonly accessFor: (config: RunnableConfig) => CheckpointAccess) {
    super()
  }

  /** The fraction tells apart the versions that two branches of a thread give to a channel. */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + Math.floor(Math.random() * 1e9) / 1e9
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = '' } = keysOf(config)
    if (thread_id === undefined) return undefined
    const id = getCheckpointId(config)
    const query = { thread_id, checkpoint_ns, ...(id !== '' && { checkpoint_id: id }), limit: 1 }
    const access = this.accessFor(config)
    const [found] = await access.find(query)
    const tuple = found && (await this.#load(found, access))
    if (tuple !== undefined && checkpoint_ns === '')
      access.loaded?.(tuple.checkpoint, pendingIn(tuple.pendingWrites ?? []))
    return tuple
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id } = keysOf(config)
    const filters = Object.entries((options.filter ?? {}) as Record<string, unknown>)
    let left = options.limit ?? Infinity
    let before = options.before && keysOf(options.before).checkpoint_id
    while (left > 0) {
      const query = { thread_id, checkpoint_ns, checkpoint_id, before, limit: PAGE }
      const access = this.accessFor(config)
      const page = await access.find(query)
      for (const stored of page) {
        const tuple = await this.#load(stored, access)
        const metadata = (tuple.metadata ?? {}) as unknown as Record<string, unknown>
        if (!filters.every(([key, value]) => metadata[key] === value)) continue
        yield tuple
        if (--left === 0) return
      }
      if (page.length < PAGE) return
      before = page.at(-1)?.row.checkpoint_id
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread_id, checkpoint_ns = '', checkpoint_id } = keysOf(config)
    if (thread_id === undefined) throw new Error('a checkpoint needs configurable.thread_id')
    const access = this.accessFor(config)
    const { channel_values, ...rest } = copyCheckpoint(checkpoint)
    const inline: string[] = []
    const stored: ChannelVersions = {}
    const values: CheckpointRecords['values'] = []
    for (const [channel, value] of Object.entries(channel_values)) {
      // Without a parent there is nothing old that could be carried along.
      if (checkpoint_id === undefined && !(channel in newVersions)) continue
      const text = await this.#toText(value, access)
      const version = checkpoint.channel_versions[channel]
      if (version === undefined || (text.length <= INLINE && !text.startsWith(BASE64))) {
        inline.push(`${JSON.stringify(channel)}:${text}`)
        continue
      }
      stored[channel] = version
      if (channel in newVersions)
        values.push({ thread_id, checkpoint_ns, channel, version: String(version), value: text })
    }
    const head = JSON.stringify({ ...rest, [STORED_VERSIONS]: stored })
    await access.store(
      {
        checkpoints: [
          {
            thread_id,
            checkpoint_ns,
            checkpoint_id: checkpoint.id,
            parent_checkpoint_id: checkpoint_id ?? null,
            run_id: access.runId,
            checkpoint: `${head.slice(0, -1)},"channel_values":{${inline.join(',')}}}`,
            metadata: await this.#toText(
              access.settings === undefined
                ? metadata
                : { ...access.settings, ...config.metadata, ...metadata },
            ),
            created_at: Date.parse(checkpoint.ts),
          },
        ],
        values,
      },
      true,
    )
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: checkpoint.id } }
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const { thread_id, checkpoint_ns = '', checkpoint_id } = keysOf(config)
    if (thread_id === undefined || checkpoint_id === undefined)
      throw new Error('writes need configurable.thread_id and configurable.checkpoint_id')
    const access = this.accessFor(config)
    const rows = await Promise.all(
      writes.map(async ([channel, value], place) => ({
        thread_id,
        checkpoint_ns,
        checkpoint_id,
        task_id: taskId,
        idx: WRITES_IDX_MAP[channel] ?? place,
        channel,
        value: await this.#toText(value, access),
      })),
    )
    // A task that waits once more has taken in what it was resumed with.
    await access.store(
      { writes: rows },
      writes.some(([channel]) => channel === INTERRUPT),
    )
  }

  override async deleteThread(threadId: string): Promise<void> {
    await this.accessFor({ configurable: { thread_id: threadId } }).removeThread?.(threadId)
  }

  async #load({ row, writes, values }: StoredCheckpoint, access: CheckpointAccess): Promise<CheckpointTuple> {
    const { [STORED_VERSIONS]: _, ...checkpoint } = (await this.#fromText(row.checkpoint)) as Checkpoint &
      Record<typeof STORED_VERSIONS, unknown>
    for (const { channel, value } of values) checkpoint.channel_values[channel] = await this.#fromText(value)
    if (checkpoint.v < 4) await this.#bringSends(checkpoint, row, access)
    const { thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id } = row
    return {
      config: { configurable: { thread_id, checkpoint_ns, checkpoint_id } },
      checkpoint,
      metadata: (await this.#fromText(row.metadata)) as CheckpointMetadata,
      pendingWrites: await Promise.all(
        writes.map(async ({ task_id, channel, value }): Promise<[string, string, unknown]> => [
          task_id,
          channel,
          await this.#fromText(value),
        ]),
      ),
      ...(parent_checkpoint_id !== null && {
        parentConfig: { configurable: { thread_id, checkpoint_ns, checkpoint_id: parent_checkpoint_id } },
      }),
    }
  }

  /** Before version 4 a checkpoint's sends lay in the writes of its parent. */
  async #bringSends(
    checkpoint: Checkpoint,
    row: StoredCheckpoint['row'],
    access: CheckpointAccess,
  ): Promise<void> {
    const { thread_id, checkpoint_ns, parent_checkpoint_id } = row
    if (parent_checkpoint_id === null) return
    const query = { thread_id, checkpoint_ns, checkpoint_id: parent_checkpoint_id, limit: 1 }
    const [parent] = await access.find(query)
    const sends = (parent?.writes ?? []).filter(({ channel }) => channel === TASKS)
    checkpoint.channel_values[TASKS] = await Promise.all(sends.map(({ value }) => this.#fromText(value)))
    const versions = Object.values(checkpoint.channel_versions)
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined)
  }

  async #toText(value: unknown, { clean = asItIs }: Pick<CheckpointAccess, 'clean'> = {}): Promise<string> {
    if (isPlain(value)) return clean(JSON.stringify(value))
    // JSON has no text for these, and a checkpoint without one could never be read again.
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') return 'null'
    const [type, bytes] = await this.serde.dumpsTyped(value)
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return type === 'json' ? clean(buffer.toString('utf8')) : BASE64 + buffer.toString('base64')
  }

  async #fromText(text: string): Promise<unknown> {
    return text.startsWith(BASE64)
      ? this.serde.loadsTyped('bytes', Buffer.from(text.slice(BASE64.length), 'base64'))
      : this.serde.loadsTyped('json', text)
  }
}

const asItIs = (json: string): string => json

/** What JSON holds as it is: most values are, and LangGraph's way of writing takes several times as long. */
const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isSafeInteger(value)

const pendingIn = (writes: NonNullable<CheckpointTuple['pendingWrites']>): PendingAnswers => {
  const of = (wanted: string) =>
    writes
      .filter(([, channel]) => channel === wanted)
      .flatMap(([taskId, , value]) => [value].flat(2).map((one: unknown) => ({ taskId, value: one })))
  return {
    asked: of(INTERRUPT).map(({ taskId, value }) => ({
      taskId,
      value: (value as { value?: unknown }).value,
    })),
    answered: of(RESUME),
  }
}

interface Keys {
  thread_id?: string
  checkpoint_ns?: string
  checkpoint_id?: string
}

const keysOf = ({ configurable }: RunnableConfig): Keys => (configurable ?? {}) as Keys
