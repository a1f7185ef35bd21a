/** Runs in threads of their own, as statements for the batch of whoever needs them. */
import type { JsonObject } from '../schema/common.js'
import type { RunStore } from '../store/runs.js'
import type { Statement } from '../store/statement.js'
import type { Row } from '../store/tables.js'
import type { ThreadStore } from '../store/threads.js'
import { newRunRow } from './run-row.js'
import { newThreadRow } from './threads.js'

interface Parts {
  runs: RunStore
  threads: ThreadStore
}

interface Sent {
  tenant_id: string
  assistant: Pick<Row<'assistants'>, 'assistant_id' | 'version'>
  input: JsonObject
  metadata: JsonObject
}

export const makeRunDrafts = ({ runs, threads }: Parts) => ({
  /** To be announced when the batch is stored. */
  draft(
    { tenant_id, assistant, input, metadata }: Sent,
    now: number,
  ): { run_id: string; statements: Statement[] } {
    const thread: Row<'threads'> = { ...newThreadRow(tenant_id, { metadata }, now, true), status: 'busy' }
    const run = newRunRow(thread, assistant, { input, metadata }, now)
    return { run_id: run.run_id, statements: [threads.insertStatement(thread), runs.insertStatement(run)] }
  },
})

export type RunDrafts = ReturnType<typeof makeRunDrafts>
