/** A run that is to be made: its row, and what has to be written with it so that its thread is there and says what it is about. */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { RunCreate } from '../../schema/run.js'
import { isRunOverrides, type RunKwargs, type RunOverrides } from '../../schema/run-kwargs.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { BUILT_IN_GRAPH, builtInAssistantId } from '../built-in-graph.js'
import { inheritMetadata } from './inherit-metadata.js'
import { mergeJson } from '../row-mappers.js'
import { newRunRow } from './new-run.js'
import type { RunWebhookCheck } from '../webhooks/check-run-webhook.js'
import { newTemporaryThreadRow } from '../threads.js'

interface Deps {
  threads: ThreadStore
  assistants: AssistantStore
  clock: Clock
  checkWebhook: RunWebhookCheck
}

interface PreparedRun {
  row: Row<'runs'>
  /** What its thread needs first. */
  precedingStatements: Statement[]
}

export const makePrepareRun =
  ({ threads, assistants, clock, checkWebhook }: Deps) =>
  async (tenant_id: string, request: RunCreate, kwargs?: RunKwargs | RunOverrides): Promise<PreparedRun> => {
    const { thread_id, assistant_id } = request
    if (thread_id == null && assistant_id == null) {
      const text = 'is required unless assistant_id is given'
      throw new AppError('validation_error', `thread_id ${text}`, { thread_id: text })
    }
    if (request.webhook != null) checkWebhook(request.webhook)
    const now = clock.now()
    const existingThread = thread_id == null ? undefined : await requireThread(threads, tenant_id, thread_id)
    // What the run says of itself is all there is to know its thread by.
    const threadFields =
      kwargs === undefined || request.metadata == null ? {} : { metadata: request.metadata }
    const thread = existingThread ?? newTemporaryThreadRow(tenant_id, now, threadFields, kwargs)
    const resolvedAssistantId = assistant_id ?? thread.assistant_id ?? builtInAssistantId(BUILT_IN_GRAPH)
    const assistant = await requireAssistant(assistants, tenant_id, resolvedAssistantId)
    const row = {
      ...newRunRow(thread, assistant, request, now),
      ...(kwargs !== undefined && {
        kwargs: JSON.stringify(kwargs),
        metadata: JSON.stringify(inheritMetadata(assistant, thread, request.metadata)),
      }),
    }
    const isFirstRun = kwargs !== undefined && !isRunOverrides(kwargs) && thread.assistant_id === null
    const describedThread = isFirstRun ? assignAssistant(thread, assistant) : thread
    if (existingThread === undefined)
      return { row, precedingStatements: [threads.insertStatement(describedThread)] }
    // If the thread was changed meanwhile the next run introduces it.
    const changed = { ...describedThread, revision: thread.revision + 1, updated_at: now }
    return {
      row,
      precedingStatements: isFirstRun ? [threads.updateDetailsStatement(changed, thread.revision)] : [],
    }
  }

/** Its first run of the LangGraph dialect says what a thread is about: which assistant, and so which graph reads its state. */
const assignAssistant = (
  thread: Row<'threads'>,
  { assistant_id, graph_id }: Row<'assistants'>,
): Row<'threads'> => ({
  ...thread,
  assistant_id,
  metadata: mergeJson(thread.metadata, { graph_id, assistant_id }),
})
