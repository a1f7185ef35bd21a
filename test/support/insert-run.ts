/** Inserts a queued run directly into the store, with an assistant of its own and, unless it names one, a new thread. */
import { expect } from 'vitest'
import type { Row } from '../../src/store/sql/tables.js'
import { newId } from '../../src/platform/ids.js'
import { assistantRow, runRow, threadRow } from './rows.js'
import type { Stores } from './stores.js'

export const insertRun = async (
  stores: Stores,
  overrides: Partial<Row<'runs'>> = {},
): Promise<Row<'runs'>> => {
  const tenant_id = overrides.tenant_id ?? newId()
  const assistant = assistantRow({ tenant_id })
  await stores.assistants.insert(assistant)
  const thread = threadRow({ tenant_id })
  const precedingStatements =
    overrides.thread_id === undefined ? [stores.threads.insertStatement(thread)] : []
  const row = runRow({
    thread_id: thread.thread_id,
    ...overrides,
    tenant_id,
    assistant_id: assistant.assistant_id,
  })
  expect(await stores.runs.insert(row, { mode: 'enqueue', precedingStatements })).toBe(true)
  return row
}
