/**
 * LangGraph's checkpoint saver. It converts checkpoints to rows and back. The caller decides where the rows
 * go, so that a run's checkpoints are stored in one batch with its events.
 */
import {
  BaseCheckpointSaver,
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
  type SerializerProtocol,
} from '@langchain/langgraph-checkpoint'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { LongText } from '../../platform/joined-text.js'
import { STORED_VERSIONS } from '../../store/threads/checkpoint-format.js'
import type { CheckpointRows, StoredCheckpoint } from '../../store/threads/checkpoints.js'
import type { CheckpointQuery } from '../../store/threads/find-checkpoints.js'
import type { ChannelValueRow } from '../../store/threads/channel-values.js'
import { addSettings, getCheckpointKeys } from './checkpoint-config.js'
import { KnownValues, type Versions } from './known-values.js'
import { isBase64, ValueSerializer } from './value-serializer.js'
import type { LargeValueGate } from './large-value-gate.js'
import type { StateSizeLimit } from './state-size.js'
import type { CachedValues } from './value-cache.js'

interface TaskValue {
  taskId: string
  value: unknown
}

/**
 * The pending interrupts of tasks, and the resume values that these tasks received before they were
 * interrupted again.
 */
export interface PendingInterrupts {
  interrupts: TaskValue[]
  resumeValues: TaskValue[]
}

/** Reads and stores the rows of one execution. */
export interface CheckpointAccess {
  find(query: CheckpointQuery): Promise<StoredCheckpoint[]>
  /** Reads the rows of channel values of a checkpoint that was found without them. */
  findValues?(checkpoint: StoredCheckpoint['row'], versions: Versions): Promise<ChannelValueRow[]>
  /** Values that earlier executions have loaded or stored. */
  cachedValues?: CachedValues
  /** `isInputStored`: the state now contains the run's input or resume values. */
  store(rows: Partial<CheckpointRows>, isInputStored: boolean): void | Promise<void>
  /** Called with every checkpoint of the graph itself, not of nested graphs. */
  onSaved?(checkpointId: string, step: number): void
  removeThread?(threadId: string): Promise<void>
  /** Removes from a JSON text what guardrails do not allow to be stored. */
  scrub?(json: string): string
  /**
   * Run settings that each checkpoint's metadata includes, together with the config's metadata. Undefined:
   * neither is included.
   */
  settings?: Record<string, unknown>
  /** True if the metadata also includes the settings of the graph itself, for example those of `withConfig()`. */
  includesGraphSettings?: boolean
  /** The run that writes; null if the writer is no run. */
  runId: string | null
  /** The values of a checkpoint, and those that a task writes, may not be larger. Undefined: no limit. */
  stateSize?: StateSizeLimit
  /**
   * Set if the execution has large values; see large-value-gate.ts. LangGraph must wait for each checkpoint (durability `sync`), because a
   * node could change a value in place before it is serialized.
   */
  largeValueGate?: LargeValueGate | undefined
  /** True if code of the project may have changed values since they were loaded. Undefined: it may have. */
  hasRunCode?: () => boolean
  /** Called with the checkpoint that an execution starts from, and with its pending interrupts. */
  onLoaded?(checkpoint: Checkpoint, pending: PendingInterrupts): void
}

/**
 * Values up to this length are stored inside every checkpoint; longer ones are stored once per channel
 * version.
 */
const MAX_INLINE_LENGTH = 1_000
const PAGE_SIZE = 50
const INTERRUPT = '__interrupt__'
const RESUME = '__resume__'

export class CheckpointSaver extends BaseCheckpointSaver {
  readonly #serializer: ValueSerializer

  constructor(
    private readonly accessFor: (config: RunnableConfig) => CheckpointAccess,
    /** The serializer of the project's copy of LangGraph. Without one, the checkpoints are for graphs of our own copy. */
    private readonly projectSerializer?: SerializerProtocol,
    private readonly knownValues = new WeakMap<CheckpointAccess, KnownValues>(),
  ) {
    super(projectSerializer)
    this.#serializer = new ValueSerializer(this.serde)
  }

  /** Returns a saver of the same rows that restores values with the classes of the project. */
  forProject(serializer: SerializerProtocol | undefined): CheckpointSaver {
    return serializer === undefined ? this : new CheckpointSaver(this.accessFor, serializer, this.knownValues)
  }

  /** Leaves the messages of the newest checkpoint to the next execution of the thread. Returns the keys of the values that were kept. */
  keepMessages(access: CheckpointAccess): string[] {
    return this.knownValues.get(access)?.keepMessages() ?? []
  }

  /** Frees the texts that an execution has kept for its next checkpoint. */
  forgetValues(access: CheckpointAccess): void {
    this.knownValues.delete(access)
  }

  /** The random fraction keeps the versions distinct that two branches of a thread assign to a channel. */
  override getNextVersion(current: number | undefined): number {
    return Math.floor(current ?? 0) + 1 + Math.floor(Math.random() * 1e9) / 1e9
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const { thread_id, checkpoint_ns = '' } = getCheckpointKeys(config)
    if (thread_id === undefined) return undefined
    const id = getCheckpointId(config)
    const query = { thread_id, checkpoint_ns, ...(id !== '' && { checkpoint_id: id }), limit: 1 }
    const access = this.accessFor(config)
    const [stored] = await access.find(query)
    const tuple = stored && (await this.#load(stored, access, this.#getKnownValues(access)))
    if (tuple !== undefined && checkpoint_ns === '')
      access.onLoaded?.(tuple.checkpoint, findPendingInterrupts(tuple.pendingWrites ?? []))
    return tuple
  }

  override async *list(
    config: RunnableConfig,
    options: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { thread_id, checkpoint_ns, checkpoint_id } = getCheckpointKeys(config)
    const filters = Object.entries((options.filter ?? {}) as Record<string, unknown>)
    let remaining = options.limit ?? Infinity
    let before = options.before && getCheckpointKeys(options.before).checkpoint_id
    while (remaining > 0) {
      const query = { thread_id, checkpoint_ns, checkpoint_id, before, limit: PAGE_SIZE }
      const access = this.accessFor(config)
      const page = await access.find(query)
      for (const stored of page) {
        const tuple = await this.#load(stored, access)
        const metadata = (tuple.metadata ?? {}) as unknown as Record<string, unknown>
        if (!filters.every(([key, value]) => metadata[key] === value)) continue
        yield tuple
        if (--remaining === 0) return
      }
      if (page.length < PAGE_SIZE) return
      before = page.at(-1)?.row.checkpoint_id
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const access = this.accessFor(config)
    return throughGate(access, () => this.#put(access, config, checkpoint, metadata, newVersions))
  }

  async #put(
    access: CheckpointAccess,
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { thread_id, checkpoint_ns = '', checkpoint_id } = getCheckpointKeys(config)
    if (thread_id === undefined) throw new Error('a checkpoint needs configurable.thread_id')
    const knownValues = this.#getKnownValues(access)
    const valueSet = { thread_id, checkpoint_ns }
    const { v, id, ts, channel_values, channel_versions, versions_seen } = checkpoint
    knownValues.forgetLarge(valueSet, channel_values)
    const inlineValues: string[] = []
    const storedVersions: ChannelVersions = {}
    const values: CheckpointRows['values'] = []
    const texts: [channel: string, text: LongText][] = []
    const isAsLoaded = checkpoint_ns === '' && access.hasRunCode?.() === false
    for (const [channel, value] of Object.entries(channel_values)) {
      // Without a parent checkpoint there are no unchanged values to carry over.
      if (checkpoint_id === undefined && !(channel in newVersions)) continue
      const version = channel_versions[channel]
      const knownText = version === undefined ? undefined : knownValues.getText(valueSet, channel, version)
      if (version !== undefined && knownText !== undefined) {
        texts.push([channel, knownText])
        storedVersions[channel] = version
        continue
      }
      // Scrubbers filter the whole text.
      const list = access.scrub === undefined ? this.#serializer.toListText(value, isAsLoaded) : undefined
      const converted = list?.text ?? this.#serializer.toText(value, access)
      const text = converted instanceof Promise ? await converted : converted
      texts.push([channel, text])
      if (version === undefined || (text.length <= MAX_INLINE_LENGTH && !isBase64(text))) {
        inlineValues.push(`${JSON.stringify(channel)}:${String(text)}`)
        continue
      }
      storedVersions[channel] = version
      if (!(channel in newVersions)) continue
      const stored = knownValues.add(valueSet, channel, version, text, list?.messages)
      values.push({ thread_id, checkpoint_ns, channel, version: String(version), value: stored })
    }
    access.stateSize?.check(texts)
    const head = JSON.stringify({
      v,
      id,
      ts,
      channel_versions,
      versions_seen,
      [STORED_VERSIONS]: storedVersions,
    })
    await access.store(
      {
        checkpoints: [
          {
            thread_id,
            checkpoint_ns,
            checkpoint_id: id,
            parent_checkpoint_id: checkpoint_id ?? null,
            run_id: access.runId,
            checkpoint: `${head.slice(0, -1)},"channel_values":{${inlineValues.join(',')}}}`,
            metadata: await this.#serializer.toText(addSettings(metadata, config, access), access),
            created_at: Date.parse(ts),
          },
        ],
        values,
      },
      true,
    )
    if (checkpoint_ns === '') access.onSaved?.(id, metadata.step)
    return { configurable: { thread_id, checkpoint_ns, checkpoint_id: id } }
  }

  override async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const access = this.accessFor(config)
    return throughGate(access, () => this.#putWrites(access, config, writes, taskId))
  }

  async #putWrites(
    access: CheckpointAccess,
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
  ): Promise<void> {
    const { thread_id, checkpoint_ns = '', checkpoint_id } = getCheckpointKeys(config)
    if (thread_id === undefined || checkpoint_id === undefined)
      throw new Error('writes need configurable.thread_id and configurable.checkpoint_id')
    const rows = await Promise.all(
      writes.map(async ([channel, value], index) => ({
        thread_id,
        checkpoint_ns,
        checkpoint_id,
        task_id: taskId,
        idx: WRITES_IDX_MAP[channel] ?? index,
        channel,
        value: await this.#serializer.toText(value, access),
      })),
    )
    checkWrites(access, rows)
    // A task that is interrupted again has consumed its resume value.
    await access.store(
      { writes: rows },
      writes.some(([channel]) => channel === INTERRUPT),
    )
  }

  override async deleteThread(threadId: string): Promise<void> {
    const access = this.accessFor({ configurable: { thread_id: threadId } })
    this.knownValues.delete(access)
    await access.removeThread?.(threadId)
  }

  #getKnownValues(access: CheckpointAccess): KnownValues {
    const known = this.knownValues.get(access) ?? new KnownValues(access.cachedValues)
    this.knownValues.set(access, known)
    return known
  }

  /** Without `knownValues`, the values are not used to store later versions. */
  async #load(
    { row, writes, values }: StoredCheckpoint,
    access: CheckpointAccess,
    knownValues = new KnownValues(),
  ): Promise<CheckpointTuple> {
    const { [STORED_VERSIONS]: storedVersions = {}, ...checkpoint } = (await this.#serializer.fromText(
      row.checkpoint,
    )) as Checkpoint & { [STORED_VERSIONS]?: ChannelVersions }
    const rows = values ?? (await readMissingValues(row, storedVersions, access, knownValues))
    for (const [channel, version] of knownValues.restore(row, storedVersions, rows))
      checkpoint.channel_values[channel] = await this.#serializer.fromVersion(version)
    if (checkpoint.v < 4) await this.#loadLegacySends(checkpoint, row, access)
    if (this.projectSerializer !== undefined) provideSendsToAllVersions(checkpoint)
    const { thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id } = row
    return {
      config: { configurable: { thread_id, checkpoint_ns, checkpoint_id } },
      checkpoint,
      metadata: (await this.#serializer.fromText(row.metadata)) as CheckpointMetadata,
      pendingWrites: await Promise.all(
        writes.map(async ({ task_id, channel, value }): Promise<[string, string, unknown]> => [
          task_id,
          channel,
          await this.#serializer.fromText(value),
        ]),
      ),
      ...(parent_checkpoint_id !== null && {
        parentConfig: { configurable: { thread_id, checkpoint_ns, checkpoint_id: parent_checkpoint_id } },
      }),
    }
  }

  /** Before version 4, the sends of a checkpoint were stored in the writes of its parent. */
  async #loadLegacySends(
    checkpoint: Checkpoint,
    row: StoredCheckpoint['row'],
    access: CheckpointAccess,
  ): Promise<void> {
    const { thread_id, checkpoint_ns, parent_checkpoint_id } = row
    if (parent_checkpoint_id === null) return
    const query = { thread_id, checkpoint_ns, checkpoint_id: parent_checkpoint_id, limit: 1 }
    const [parent] = await access.find(query)
    const sends = (parent?.writes ?? []).filter(({ channel }) => channel === TASKS)
    checkpoint.channel_values[TASKS] = await Promise.all(
      sends.map(({ value }) => this.#serializer.fromText(value)),
    )
    const versions = Object.values(checkpoint.channel_versions)
    checkpoint.channel_versions[TASKS] =
      versions.length > 0 ? maxChannelVersion(...versions) : this.getNextVersion(undefined)
  }
}

/** A function of its own: what the caller refers to is kept until the rows are stored. */
const checkWrites = (
  { stateSize }: CheckpointAccess,
  writes: readonly { channel: string; value: string }[],
): void => {
  stateSize?.check(writes.map(({ channel, value }) => [channel, value]))
}

const throughGate = <T>({ largeValueGate }: CheckpointAccess, execute: () => Promise<T>): Promise<T> =>
  largeValueGate === undefined ? execute() : largeValueGate.run(execute)

const readMissingValues = async (
  row: StoredCheckpoint['row'],
  versions: ChannelVersions,
  { findValues }: CheckpointAccess,
  knownValues: KnownValues,
): Promise<ChannelValueRow[]> => {
  const missing = knownValues.listMissing(row, versions)
  if (Object.keys(missing).length === 0) return []
  if (findValues === undefined) throw new Error('the values of a checkpoint cannot be read')
  return findValues(row, missing)
}

/**
 * A project may change its version of LangGraph, in both directions, while a thread has tasks that were sent. LangGraph before 0.4 reads
 * these from `pending_sends`; up to 1.3 the channel contains `[seen, sends]`, which 1.4 still reads, and since 1.4 the sends alone.
 */
const provideSendsToAllVersions = (checkpoint: Checkpoint): void => {
  const stored = checkpoint.channel_values[TASKS] as unknown[] | undefined
  const sends = (Array.isArray(stored?.[0]) ? stored[1] : stored) ?? []
  if (stored !== undefined) checkpoint.channel_values[TASKS] = [[], sends]
  Object.assign(checkpoint, { pending_sends: sends })
}

const findPendingInterrupts = (writes: NonNullable<CheckpointTuple['pendingWrites']>): PendingInterrupts => {
  const valuesOn = (requestedChannel: string) =>
    writes
      .filter(([, channel]) => channel === requestedChannel)
      .flatMap(([taskId, , value]) => [value].flat(2).map((item: unknown) => ({ taskId, value: item })))
  return {
    interrupts: valuesOn(INTERRUPT).map(({ taskId, value }) => ({
      taskId,
      value: (value as { value?: unknown }).value,
    })),
    resumeValues: valuesOn(RESUME),
  }
}
