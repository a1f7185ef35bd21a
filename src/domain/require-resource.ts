/** Reads rows that must exist. Ids are stored in lower case, so they are compared in lower case. */
import { AppError, notFound } from '../errors.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { Row } from '../store/sql/tables.js'
import type { ThreadStore } from '../store/threads/threads.js'

export const requireThread = async (
  threads: ThreadStore,
  tenant_id: string,
  thread_id: string,
): Promise<Row<'threads'>> => {
  const row = await threads.get({ tenant_id, thread_id: thread_id.toLowerCase() })
  if (row === undefined) throw notFound('Thread', thread_id)
  return row
}

export const requireAssistant = async (
  assistants: AssistantStore,
  tenant_id: string,
  assistant_id: string,
): Promise<Row<'assistants'>> => {
  const row = await assistants.get({ tenant_id, assistant_id: assistant_id.toLowerCase() })
  if (row === undefined) throw notFound('Assistant', assistant_id)
  return row
}

/** Gives a conflict of the store a message that names the resource; the store only knows that a row exists. */
export const rewordConflict = (error: unknown, message: string): unknown =>
  error instanceof AppError && error.code === 'resource_conflict'
    ? new AppError('resource_conflict', message, undefined, { cause: error })
    : error
