/** What must exist, and what must not exist twice. Ids are compared in lower case. */
import { AppError, notFound } from '../errors.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import type { EvaluationStore } from '../store/evaluations/evaluations.js'
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

export const requireEvaluation = async (
  evaluations: EvaluationStore,
  tenant_id: string,
  eval_id: string,
): Promise<Row<'evaluations'>> => {
  const row = await evaluations.get({ tenant_id, eval_id: eval_id.toLowerCase() })
  if (row === undefined) throw notFound('Evaluation', eval_id)
  return row
}

/** The store can only say that something exists; the caller knows what. */
export const rewordConflict = (error: unknown, message: string): unknown =>
  error instanceof AppError && error.code === 'resource_conflict'
    ? new AppError('resource_conflict', message, undefined, { cause: error })
    : error
