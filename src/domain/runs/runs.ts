import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Bus } from '../../events/bus.js'
import type { Page } from '../../schema/common.js'
import type { Run, RunCreate, RunStatus } from '../../schema/run.js'
import type { RunKwargs, RunOverrides } from '../../schema/run-kwargs.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { CheckpointStore } from '../../store/threads/checkpoints.js'
import type { MessageStore } from '../../store/threads/messages.js'
import type { RunStore } from '../../store/runs/runs.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { pageRequest, toPage, type ListQuery } from '../cursor.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { untilUndisturbed } from '../retry-on-conflict.js'
import { begunAt, noReceipt, type Once, type Receipt } from '../idempotency.js'
import { toRun } from '../row-mappers.js'
import { makeRunDraft } from './prepare-run.js'
import type { RunStops } from './run-cancellation.js'
import type { WebhookCheck } from '../webhooks/check-run-webhook.js'

type RunRow = Row<'runs'>
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
  checkWebhook: WebhookCheck
}

export const makeRuns = (parts: Parts) => {
  const { runs, threads, assistants, checkpoints, messages, stops, bus, clock, checkWebhook } = parts

  const draft = makeRunDraft({ threads, assistants, clock, checkWebhook })

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

  /** As it is stored. */
  const createRow = async (
    tenant_id: string,
    sent: RunCreate,
    receipt: Receipt<RunRow> = noReceipt,
    kwargs?: RunKwargs | RunOverrides,
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

    async create(tenant_id: string, sent: RunCreate, receipt: Receipt<Run> = noReceipt): Promise<Run> {
      return toRun(await createRow(tenant_id, sent, (row) => receipt(toRun(row))))
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
