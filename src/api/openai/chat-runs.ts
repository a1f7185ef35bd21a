/** Starts a run for a chat completion, or resumes the run that waits for the tool outputs in the request. */
import type { AssistantLookup } from '../../domain/assistant-lookup.js'
import type { RunResumption } from '../../domain/runs/run-resumption.js'
import { getRequiredAction } from '../../domain/runs/run-output.js'
import type { Runs } from '../../domain/runs/runs.js'
import { AppError, validationError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import { toStartedRun, type StartedRun, type IdempotentRequest } from '../../domain/idempotency.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { extractText, toInputMessages, type ChatMessage, type ChatRequest } from './chat-request.js'
import { toRunOverrides } from './run-overrides.js'
import { findModel } from './models.js'
import { runIdFrom, toCallId } from './tool-call-ids.js'

export interface ChatRunDeps {
  names: AssistantLookup
  runs: Runs
  resumption: RunResumption
  threadStore: ThreadStore
  runEvents: RunEventStore
}

/** The run that serves a chat request. */
export interface ChatRun {
  /** The run as it was when the request arrived. */
  run: Row<'runs'>
  /** Sequence number of its last event at that time. */
  after: number
  /** True if its thread is temporary; then only this client can read the result, and the run ends with the client. */
  isTemporary: boolean
}

export const makeStartChatRun = ({ names, runs, resumption, threadStore, runEvents }: ChatRunDeps) => {
  /** Finds the run that waits for the tool outputs at the end of the conversation. */
  const findWaitingRun = async (
    tenant_id: string,
    outputs: readonly ChatMessage[],
    assistant_id: string,
    thread_id: string | undefined,
  ): Promise<Row<'runs'> | undefined> => {
    const run_id = runIdFrom(outputs[0]?.tool_call_id ?? '')
    if (run_id === undefined) return undefined
    const run = await runs.requireRow(tenant_id, run_id).catch(undefinedIfNotFound)
    if (run === undefined || getRequiredAction(run)?.type !== 'submit_tool_outputs') return undefined
    const isSameConversation =
      run.assistant_id === assistant_id && (thread_id ?? run.thread_id) === run.thread_id
    return isSameConversation ? run : undefined
  }

  const isTemporary = async (run: Row<'runs'>): Promise<boolean> =>
    (await threadStore.get(run))?.temporary === 1

  const followEarlierRun = async (
    tenant_id: string,
    { run_id, after, usage }: StartedRun,
  ): Promise<ChatRun> => {
    const run = await runs.requireRow(tenant_id, run_id)
    return { run: { ...run, usage }, after, isTemporary: await isTemporary(run) }
  }

  const resumeChatRun = async (
    run: Row<'runs'>,
    outputs: readonly ChatMessage[],
    { idempotencyStatements, principal }: IdempotentRequest,
  ): Promise<ChatRun> => {
    const { tenant_id, run_id } = run
    const calls = getRequiredAction(run)?.tool_calls ?? []
    const after = await runEvents.getLastSeq(run)
    const tool_outputs = outputs.map(({ tool_call_id, content }) => ({
      tool_call_id: calls.find(({ id }) => toCallId(run_id, id) === tool_call_id)?.id ?? String(tool_call_id),
      output: extractText(content),
    }))
    await resumption.submitToolOutputs(
      tenant_id,
      run_id,
      { tool_outputs },
      { caller: principal, extraStatements: idempotencyStatements(toStartedRun(run, after)) },
    )
    return { run, after, isTemporary: await isTemporary(run) }
  }

  /** A thread with runs has the earlier messages already; only those after the last assistant message are new. */
  const selectNewMessages = async (
    tenant_id: string,
    thread_id: string,
    messages: readonly ChatMessage[],
  ): Promise<readonly ChatMessage[]> => {
    if (!(await runs.hasRuns(tenant_id, thread_id))) return messages
    const newMessages = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    if (newMessages[0]?.role === 'tool')
      throw new AppError('resource_conflict', 'No run of the thread waits for these tool outputs', {
        thread_id,
      })
    if (newMessages.length > 0) return newMessages
    throw validationError('messages', 'must end with a message that is new to the thread')
  }

  return async (
    tenant_id: string,
    body: ChatRequest,
    threadHeader: string | string[] | undefined,
    idempotentRequest: IdempotentRequest,
  ): Promise<ChatRun> => {
    if (idempotentRequest.earlierRun !== null)
      return followEarlierRun(tenant_id, idempotentRequest.earlierRun)
    const thread_id = readThreadId(body, threadHeader)
    const input = toInputMessages(body.messages)
    const assistant = await findModel(names, tenant_id, body.model)
    const { assistant_id } = assistant
    const overrides = toRunOverrides(body, assistant)
    const outputs = body.messages.slice(body.messages.findLastIndex(({ role }) => role !== 'tool') + 1)
    const waitingRun = await findWaitingRun(tenant_id, outputs, assistant_id, thread_id)
    if (waitingRun !== undefined) return resumeChatRun(waitingRun, outputs, idempotentRequest)
    const messages =
      thread_id === undefined
        ? input
        : toInputMessages(await selectNewMessages(tenant_id, thread_id, body.messages))
    const newRun: RunCreate = {
      assistant_id,
      input: { messages },
      metadata: toRunMetadata(body),
      // With `enqueue`, a run behind one that waits for a person would never start.
      ...(thread_id !== undefined && { thread_id, multitask_strategy: 'reject' }),
    }
    const run = await runs.createIdempotent(tenant_id, newRun, idempotentRequest, overrides)
    return { run, after: 0, isTemporary: thread_id === undefined }
  }
}

const undefinedIfNotFound = (error: unknown): undefined => {
  if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
}

const readThreadId = (
  { metadata }: ChatRequest,
  threadHeader: string | string[] | undefined,
): string | undefined => {
  const name = threadHeader === undefined ? 'metadata/thread_id' : 'x-thread-id'
  const id = threadHeader ?? metadata?.['thread_id']
  if (id === undefined) return undefined
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw validationError(name, 'must be a UUID')
}

const toRunMetadata = ({ metadata, user }: ChatRequest): JsonObject => {
  const { thread_id: _, ...rest } = metadata ?? {}
  return { ...rest, ...(user != null && { user }) }
}
