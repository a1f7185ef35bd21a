/** A run that is to be made: its row, and what has to be written with it so that its thread is there and says what it is about. */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import type { RunCreate } from '../../schema/run.js'
import { overridesOnly, type RunKwargs, type RunOverrides } from '../../schema/run-kwargs.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { BUILT_IN_GRAPH, builtInAssistantId } from '../built-in-graph.js'
import { inheritedMetadata } from './inherit-metadata.js'
import { mergeJson } from '../row-mappers.js'
import { newRunRow } from './new-run.js'
import type { WebhookCheck } from '../webhooks/check-run-webhook.js'
import { temporaryThread } from '../threads.js'

interface Parts {
  threads: ThreadStore
  assistants: AssistantStore
  clock: Clock
  checkWebhook: WebhookCheck
}

interface Draft {
  row: Row<'runs'>
  /** What its thread needs first. */
  before: Statement[]
}

export const makeRunDraft =
  ({ threads, assistants, clock, checkWebhook }: Parts) =>
  async (tenant_id: string, sent: RunCreate, kwargs?: RunKwargs | RunOverrides): Promise<Draft> => {
    const { thread_id, assistant_id } = sent
    if (thread_id == null && assistant_id == null) {
      const text = 'is required unless assistant_id is given'
      throw new AppError('validation_error', `thread_id ${text}`, { thread_id: text })
    }
    if (sent.webhook != null) checkWebhook(sent.webhook)
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

/** Its first run of the LangGraph dialect says what a thread is about: which assistant, and so which graph reads its state. */
const introduced = (
  thread: Row<'threads'>,
  { assistant_id, graph_id }: Row<'assistants'>,
): Row<'threads'> => ({
  ...thread,
  assistant_id,
  metadata: mergeJson(thread.metadata, { graph_id, assistant_id }),
})
