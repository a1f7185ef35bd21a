/** Runs as statements, for the batch of whoever needs them. They are to be announced when the batch is stored. */
import type { JsonObject } from '../../schema/common.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunKwargs } from '../../schema/run-kwargs.js'
import type { Room, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { newRunRow } from './new-run.js'
import { newThreadRow, temporaryThread } from '../threads.js'

interface Parts {
  runs: RunStore
  threads: ThreadStore
}

type Assistant = Pick<Row<'assistants'>, 'assistant_id' | 'version'>

interface Sent {
  tenant_id: string
  assistant: Assistant
  input: JsonObject
  metadata: JsonObject
}

interface Asked {
  tenant_id: string
  assistant: Assistant
  run: Omit<RunCreate, 'thread_id' | 'assistant_id'>
  /** How it is to be executed, where the LangGraph dialect says so. */
  kwargs?: RunKwargs
}

interface OwnThread {
  /** What its thread is about; none: that is left open. */
  assistant_id?: string
  metadata: JsonObject
  /** Whether it stays when its run has ended; otherwise nobody looks for it. */
  isKept: boolean
}

interface Draft {
  run_id: string
  thread_id: string
  statements: Statement[]
}

export const makeRunDrafts = ({ runs, threads }: Parts) => {
  const runIn = (thread: Pick<Row<'threads'>, 'tenant_id' | 'thread_id'>, asked: Asked, now: number) => ({
    ...newRunRow(thread, asked.assistant, asked.run, now),
    kwargs: asked.kwargs === undefined ? null : JSON.stringify(asked.kwargs),
  })

  const draftAlone = (asked: Asked, { isKept, ...described }: OwnThread, now: number): Draft => {
    const made = isKept
      ? newThreadRow(asked.tenant_id, described, now)
      : temporaryThread(asked.tenant_id, now, described, asked.kwargs)
    const thread: Row<'threads'> = { ...made, status: 'busy' }
    const { thread_id } = thread
    const run = runIn(thread, asked, now)
    return {
      run_id: run.run_id,
      thread_id,
      statements: [threads.insertStatement(thread), runs.insertStatement(run)],
    }
  }

  return {
    /** In a thread of its own, that nobody looks for. */
    draft: ({ tenant_id, assistant, input, metadata }: Sent, now: number): Draft =>
      draftAlone({ tenant_id, assistant, run: { input, metadata } }, { metadata, isKept: false }, now),

    /** In a thread of its own. */
    draftAlone,

    /** In a thread that exists. The batch does nothing without it, or when there is no room in it any more. */
    draftInto(asked: Asked, thread_id: string, room: Room, now: number): Draft {
      const run = runIn({ tenant_id: asked.tenant_id, thread_id }, asked, now)
      return { run_id: run.run_id, thread_id, statements: runs.insertStatements(run, room) }
    },
  }
}

export type RunDrafts = ReturnType<typeof makeRunDrafts>
