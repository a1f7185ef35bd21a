/** Runs as statements, for the batch of whoever needs them. They are to be announced when the batch is stored. */
import type { JsonObject } from '../../schema/common.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { QueuePlacement, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { newRunRow } from './new-run.js'
import { newThreadRow, newTemporaryThreadRow } from '../threads.js'

interface Deps {
  runs: RunStore
  threads: ThreadStore
}

type Assistant = Pick<Row<'assistants'>, 'assistant_id' | 'version'>

interface TemporaryRunRequest {
  tenant_id: string
  assistant: Assistant
  input: JsonObject
  metadata: JsonObject
}

interface NewRunRequest {
  tenant_id: string
  assistant: Assistant
  run: Omit<RunCreate, 'thread_id' | 'assistant_id'>
  /** How it is to be executed, where the LangGraph dialect says so. */
  kwargs?: RunKwargs
}

interface NewThread {
  /** What its thread is about; none: that is left open. */
  assistant_id?: string
  metadata: JsonObject
  /** Whether it stays when its run has ended; otherwise nobody looks for it. */
  isRetained: boolean
}

interface RunInsert {
  run_id: string
  thread_id: string
  statements: Statement[]
}

export const makeRunStatements = ({ runs, threads }: Deps) => {
  const buildRunRow = (
    thread: Pick<Row<'threads'>, 'tenant_id' | 'thread_id'>,
    request: NewRunRequest,
    now: number,
  ) => ({
    ...newRunRow(thread, request.assistant, request.run, now),
    kwargs: request.kwargs === undefined ? null : JSON.stringify(request.kwargs),
  })

  const buildWithNewThread = (
    request: NewRunRequest,
    { isRetained, ...threadFields }: NewThread,
    now: number,
  ): RunInsert => {
    const threadRow = isRetained
      ? newThreadRow(request.tenant_id, threadFields, now)
      : newTemporaryThreadRow(request.tenant_id, now, threadFields, request.kwargs)
    const thread: Row<'threads'> = { ...threadRow, status: 'busy' }
    const { thread_id } = thread
    const run = buildRunRow(thread, request, now)
    return {
      run_id: run.run_id,
      thread_id,
      statements: [threads.insertStatement(thread), runs.insertStatement(run)],
    }
  }

  return {
    /** In a thread of its own, that nobody looks for. */
    buildWithTemporaryThread: (
      { tenant_id, assistant, input, metadata }: TemporaryRunRequest,
      now: number,
    ): RunInsert =>
      buildWithNewThread(
        { tenant_id, assistant, run: { input, metadata } },
        { metadata, isRetained: false },
        now,
      ),

    /** In a thread of its own. */
    draftAlone: buildWithNewThread,

    /** In a thread that exists. The batch does nothing without it, or when there is no room in it any more. */
    buildInThread(
      request: NewRunRequest,
      thread_id: string,
      placement: QueuePlacement,
      now: number,
    ): RunInsert {
      const run = buildRunRow({ tenant_id: request.tenant_id, thread_id }, request, now)
      return { run_id: run.run_id, thread_id, statements: runs.insertStatements(run, placement) }
    },
  }
}

export type RunStatements = ReturnType<typeof makeRunStatements>
