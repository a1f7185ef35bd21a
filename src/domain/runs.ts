import type { Clock } from '../clock.js'
import { AppError, notFound } from '../errors.js'
import { newId } from '../ids.js'
import type { Page } from '../schema/common.js'
import type { RequiredAction, Run, RunCreate, RunStatus, ToolOutputs } from '../schema/run.js'
import type { AssistantStore } from '../store/assistants.js'
import type { RunStore } from '../store/runs.js'
import type { Row } from '../store/tables.js'
import type { ThreadStore } from '../store/threads.js'
import { pageRequest, toPage, type ListQuery } from './cursor.js'
import { requireAssistant, requireThread } from './existence.js'
import { BUILT_IN_GRAPH, builtInAssistantId } from './graphs.js'
import { noReceipt, type Receipt } from './receipt.js'
import { toRun } from './records.js'
import { isFinal, statesBefore } from './run-state.js'
import { newThreadRow } from './threads.js'

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
  clock: Clock
}

export const makeRuns = ({ runs, threads, assistants, clock }: Parts) => {
  const requireRow = async (tenant_id: string, run_id: string): Promise<RunRow> => {
    const row = await runs.get({ tenant_id, run_id })
    if (row === undefined) throw notFound('Run', run_id)
    return row
  }

  return {
    async create(tenant_id: string, sent: RunCreate, receipt: Receipt<Run> = noReceipt): Promise<Run> {
      const { thread_id, assistant_id, multitask_strategy = 'enqueue' } = sent
      if (thread_id == null && assistant_id == null) {
        const text = 'is required unless assistant_id is given'
        throw new AppError('validation_error', `thread_id ${text}`, { thread_id: text })
      }
      const now = clock.now()
      const named = thread_id == null ? undefined : await requireThread(threads, tenant_id, thread_id)
      const thread = named ?? newThreadRow(tenant_id, {}, now, true)
      const wanted = assistant_id ?? thread.assistant_id ?? builtInAssistantId(BUILT_IN_GRAPH)
      const row = newRunRow(thread, await requireAssistant(assistants, tenant_id, wanted), sent, now)
      const run = toRun(row)
      const before = named === undefined ? [threads.insertStatement(thread)] : []
      if (await runs.insert(row, multitask_strategy, before, ...receipt(run))) return run
      // Refused: the thread is busy, unless thread or assistant vanished since they were read.
      await requireThread(threads, tenant_id, thread.thread_id)
      await requireAssistant(assistants, tenant_id, wanted)
      throw new AppError('resource_conflict', 'the thread has an unfinished run', { thread_id })
    },

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

    /** Cancelling a cancelled run changes nothing and is no error; a run that ended otherwise is a conflict. */
    async cancel(tenant_id: string, run_id: string): Promise<Run> {
      const now = clock.now()
      const change = {
        from: statesBefore('cancelled'),
        to: 'cancelled',
        completed_at: now,
        updated_at: now,
      } as const
      const moved = await runs.move({ tenant_id, run_id }, { ...change, resume: null })
      if (moved !== undefined) return toRun(moved)
      const row = await requireRow(tenant_id, run_id)
      if (row.status === 'cancelled') return toRun(row)
      throw new AppError('resource_conflict', `the run is ${row.status} and can no longer be cancelled`, {
        status: row.status,
      })
    },

    /** All open calls at once; the run goes back into the queue with what it waited for. */
    async submitToolOutputs(tenant_id: string, run_id: string, { tool_outputs }: ToolOutputs): Promise<Run> {
      const row = await requireRow(tenant_id, run_id)
      const action = row.required_action === null ? null : (JSON.parse(row.required_action) as RequiredAction)
      if (row.status !== 'requires_action' || action?.type !== 'submit_tool_outputs') {
        throw notWaiting(row.status, 'tool outputs')
      }
      checkAnswersEveryCall(action, tool_outputs)
      return resume(row, JSON.stringify({ tool_outputs }))
    },
  }

  async function resume(row: RunRow, answer: string): Promise<Run> {
    const change = { to: 'queued', resume: answer, completed_at: null, updated_at: clock.now() } as const
    const moved = await runs.move(row, { ...change, from: ['requires_action'] })
    if (moved === undefined) throw notWaiting((await requireRow(row.tenant_id, row.run_id)).status, 'input')
    return toRun(moved)
  }
}

const newRunRow = (
  thread: Row<'threads'>,
  assistant: Row<'assistants'>,
  sent: RunCreate,
  now: number,
): RunRow => ({
  tenant_id: thread.tenant_id,
  run_id: newId(),
  thread_id: thread.thread_id,
  assistant_id: assistant.assistant_id,
  assistant_version: assistant.version,
  status: 'queued',
  multitask_strategy: sent.multitask_strategy ?? 'enqueue',
  input: sent.input == null ? null : JSON.stringify(sent.input),
  output: null,
  error: null,
  required_action: null,
  resume: null,
  metadata: JSON.stringify(sent.metadata ?? {}),
  usage: null,
  attempt: 0,
  created_at: now,
  updated_at: now,
  started_at: null,
  completed_at: null,
})

export type Runs = ReturnType<typeof makeRuns>

const notWaiting = (status: RunStatus, what: string): AppError =>
  new AppError(
    'resource_conflict',
    isFinal(status) ? `the run is ${status}; it takes no more ${what}` : `the run does not wait for ${what}`,
    { status },
  )

const checkAnswersEveryCall = (action: RequiredAction, outputs: ToolOutputs['tool_outputs']): void => {
  const open = new Set((action.tool_calls ?? []).map(({ id }) => id))
  const details: Record<string, string> = {}
  for (const [index, { tool_call_id }] of outputs.entries()) {
    if (!open.delete(tool_call_id))
      details[`tool_outputs/${String(index)}/tool_call_id`] = 'is not an open call'
  }
  for (const id of open) details[`tool_outputs`] = `lacks the output of call ${id}`
  if (Object.keys(details).length > 0) {
    throw new AppError('validation_error', 'the outputs do not match the open tool calls', details)
  }
}
