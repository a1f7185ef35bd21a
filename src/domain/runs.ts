import type { Clock } from '../clock.js'
import { AppError, notFound } from '../errors.js'
import type { Bus } from '../events/bus.js'
import type { Page } from '../schema/common.js'
import type { Run, RunCreate, RunStatus } from '../schema/run.js'
import { overridesOnly, type RunKwargs, type RunOverrides } from '../schema/run-kwargs.js'
import type { AssistantStore } from '../store/assistants.js'
import type { CheckpointStore } from '../store/checkpoints.js'
import type { MessageStore } from '../store/messages.js'
import type { RunStore } from '../store/runs.js'
import type { Statement } from '../store/statement.js'
import type { Row } from '../store/tables.js'
import type { ThreadStore } from '../store/threads.js'
import { pageRequest, toPage, type ListQuery } from './cursor.js'
import { requireAssistant, requireThread } from './existence.js'
import { BUILT_IN_GRAPH, builtInAssistantId } from './graphs.js'
import { untilUndisturbed } from './optimistic.js'
import { begunAt, noReceipt, type Once, type Receipt } from './receipt.js'
import { mergeJson, toRun } from './records.js'
import { inheritedMetadata } from './langgraph/run-metadata.js'
import { newRunRow } from './run-row.js'
import type { RunStops } from './run-stops.js'
import { temporaryThread } from './threads.js'
import { checkUrl } from './webhooks.js'

type RunRow = Row<'runs'>
type ThreadRow = Row<'threads'>
type AssistantRow = Row<'assistants'>
type Kwargs = RunKwargs | RunOverrides | undefined

interface Draft {
  row: RunRow
  /** What its thread needs first. */
  before: Statement[]
}

interface RunFilter {
  thread_id?: string
  assistant_id?: string
  status?: RunStatus
}

interface Parts {
  runs: RunStore
  threads: ThreadStore
  assistants: AssistantStore
  checkpoints: CheckpointStore
  messages: MessageStore
  stops: RunStops
  bus: Bus
  clock: Clock
  /** Whether private addresses may be told of the end of a run. */
  allowPrivate: boolean
}

export const makeRuns = (parts: Parts) => {
  const { runs, threads, assistants, checkpoints, messages, stops, bus, clock, allowPrivate } = parts

  const requireRow = async (tenant_id: string, run_id: string): Promise<RunRow> => {
    const row = await runs.get({ tenant_id, run_id })
    if (row === undefined) throw notFound('Run', run_id)
    return row
  }

  /** What the strategy does to the unfinished runs of the thread. */
  const makeRoom = async (
    row: Pick<RunRow, 'tenant_id' | 'thread_id' | 'multitask_strategy'>,
    now: number,
  ) => {
    const none: RunRow[] = []
    if (row.multitask_strategy === 'enqueue') return { place: 'enqueue' as const, cancelled: none }
    const place = 'alone' as const
    if (row.multitask_strategy === 'reject') return { place, cancelled: none }
    const cancelled = await runs.listUnfinished(row)
    const isUndone = row.multitask_strategy === 'rollback'
    return {
      place,
      cancelled,
      makeRoom: cancelled.flatMap((run) => [
        ...stops.cancelStatements(run, now),
        ...(isUndone
          ? [...checkpoints.removeOfRunStatements(run), ...messages.removeOfRunStatements(run)]
          : []),
      ]),
    }
  }

  /** Its first run of the LangGraph dialect says what a thread is about: which assistant, and so which graph reads its state. */
  const introduced = (thread: ThreadRow, { assistant_id, graph_id }: AssistantRow): ThreadRow => ({
    ...thread,
    assistant_id,
    metadata: mergeJson(thread.metadata, { graph_id, assistant_id }),
  })

  /** What is to be written for a run, in a thread that is there or is made with it. */
  const draft = async (tenant_id: string, sent: RunCreate, kwargs: Kwargs): Promise<Draft> => {
    const { thread_id, assistant_id } = sent
    if (thread_id == null && assistant_id == null) {
      const text = 'is required unless assistant_id is given'
      throw new AppError('validation_error', `thread_id ${text}`, { thread_id: text })
    }
    if (sent.webhook != null) checkUrl(sent.webhook, allowPrivate, 'webhook')
    const now = clock.now()
    const named = thread_id == null ? undefined : await requireThread(threads, tenant_id, thread_id)
    // What the run says of itself is all there is to know its thread by.
    const told = kwargs === undefined || sent.metadata == null ? {} : { metadata: sent.metadata }
    const thread = named ?? temporaryThread(tenant_id, now, told, kwargs)
    const wanted = assistant_id ?? thread.assistant_id ?? builtInAssistantId(BUILT_IN_GRAPH)
    const assistant = await requireAssistant(assistants, tenant_id, wanted)
    const row = {
      ...newRunRow(thread, assistant, sent, now),
      ...(kwargs !== undefined && {
        kwargs: JSON.stringify(kwargs),
        metadata: JSON.stringify(inheritedMetadata(assistant, thread, sent.metadata)),
      }),
    }
    const isFirst = kwargs !== undefined && !overridesOnly(kwargs) && thread.assistant_id === null
    const described = isFirst ? introduced(thread, assistant) : thread
    if (named === undefined) return { row, before: [threads.insertStatement(described)] }
    // If the thread was changed meanwhile the next run introduces it.
    const changed = { ...described, revision: thread.revision + 1, updated_at: now }
    return { row, before: isFirst ? [threads.describeStatement(changed, thread.revision)] : [] }
  }

  /** As it is stored. */
  const createRow = async (
    tenant_id: string,
    sent: RunCreate,
    receipt: Receipt<RunRow> = noReceipt,
    kwargs?: Kwargs,
  ): Promise<RunRow> => {
    const { row, before } = await draft(tenant_id, sent, kwargs)
    const inserted = await untilUndisturbed(async () => {
      const room = await makeRoom(row, row.created_at)
      if (!(await runs.insert(row, { ...room, before, also: receipt(row) })))
        return room.cancelled.length > 0 ? undefined : false
      for (const { run_id } of room.cancelled) stops.tell(run_id)
      return true
    })
    if (inserted) {
      bus.announceQueued(row.available_at)
      return row
    }
    // Refused: the thread is busy, unless thread or assistant vanished since they were read.
    const { thread_id } = sent
    if (thread_id != null) await requireThread(threads, tenant_id, thread_id)
    await requireAssistant(assistants, tenant_id, row.assistant_id)
    throw new AppError('resource_conflict', 'the thread has an unfinished run', { thread_id })
  }

  return {
    /** For the batch of a run that is made by somebody else; the cancelled ones are to be told of then. */
    makeRoom,

    /** `kwargs`: how it is to be executed, where the LangGraph dialect says so, or what it sets for itself. */
    createRow,

    /** One for each idempotency key. */
    async createOnce(
      tenant_id: string,
      sent: RunCreate,
      { receipt, earlier }: Once,
      overrides?: RunOverrides,
    ): Promise<RunRow> {
      if (earlier !== null) return requireRow(tenant_id, earlier.run_id)
      return createRow(tenant_id, sent, (row) => receipt(begunAt(row)), overrides)
    },

    async create(
      tenant_id: string,
      sent: RunCreate,
      receipt: Receipt<Run> = noReceipt,
      kwargs?: Kwargs,
    ): Promise<Run> {
      return toRun(await createRow(tenant_id, sent, (row) => receipt(toRun(row)), kwargs))
    },

    /** Each in a thread of its own; all of them, or none. */
    async createMany(
      tenant_id: string,
      all: readonly { sent: RunCreate; kwargs: RunKwargs }[],
      receipt: Receipt<RunRow[]>,
    ): Promise<RunRow[]> {
      const drafts = await Promise.all(all.map(({ sent, kwargs }) => draft(tenant_id, sent, kwargs)))
      const rows = drafts.map(({ row }) => row)
      const before = drafts.flatMap((one) => one.before)
      if (!(await runs.insertMany(rows, { before, also: receipt(rows) }))) {
        for (const { assistant_id } of rows) await requireAssistant(assistants, tenant_id, assistant_id)
        throw new AppError('resource_conflict', 'the runs could not be made')
      }
      for (const { available_at } of rows) bus.announceQueued(available_at)
      return rows
    },

    row: requireRow,

    async get(tenant_id: string, run_id: string): Promise<Run> {
      return toRun(await requireRow(tenant_id, run_id))
    },

    async list(tenant_id: string, query: ListQuery & RunFilter): Promise<Page<Run>> {
      const filter = {
        thread_id: query.thread_id?.toLowerCase(),
        assistant_id: query.assistant_id?.toLowerCase(),
        status: query.status,
      }
      const list = `runs?${JSON.stringify(filter)}`
      const page = pageRequest(list, query)
      const rows = await runs.list(tenant_id, filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.run_id }), toRun)
    },

    async listOfThread(
      tenant_id: string,
      thread_id: string,
      query: ListQuery & RunFilter,
    ): Promise<Page<Run>> {
      const thread = await requireThread(threads, tenant_id, thread_id)
      return this.list(tenant_id, { ...query, thread_id: thread.thread_id })
    },
  }
}

export type Runs = ReturnType<typeof makeRuns>
