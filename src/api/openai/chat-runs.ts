/** A chat completion as a run: a new one, or one that waits for what the client's tools returned. */
import type { AssistantNames } from '../../domain/assistant-lookup.js'
import type { RunAnswers } from '../../domain/runs/run-resumption.js'
import { actionOf } from '../../domain/runs/run-output.js'
import type { Runs } from '../../domain/runs/runs.js'
import { AppError } from '../../errors.js'
import { isUuid } from '../../platform/ids.js'
import { begunAt, type Begun, type Once } from '../../domain/idempotency.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunCreate } from '../../schema/run.js'
import type { RunEventStore } from '../../store/runs/events.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { textIn, toInputMessages, type ChatMessage, type ChatRequest } from './chat-request.js'
import { overridesIn } from './run-overrides.js'
import { findModel } from './models.js'
import { runIdIn, toCallId } from './tool-call-ids.js'

export interface ChatRunParts {
  names: AssistantNames
  runs: Runs
  answers: RunAnswers
  threadStore: ThreadStore
  runEvents: RunEventStore
}

/** One request and the run that answers it. */
export interface ChatRun {
  /** As it was when the request came. */
  run: Row<'runs'>
  /** The number of its last event then. */
  after: number
  /** Whether its thread is temporary: then nobody but this client will ever read it. */
  isTied: boolean
}

export const makeChatRuns = ({ names, runs, answers, threadStore, runEvents }: ChatRunParts) => {
  /** The run whose open calls the conversation ends with the outputs of. */
  const findWaiting = async (
    tenant_id: string,
    outputs: readonly ChatMessage[],
    assistant_id: string,
    thread_id: string | undefined,
  ): Promise<Row<'runs'> | undefined> => {
    const run_id = runIdIn(outputs[0]?.tool_call_id ?? '')
    if (run_id === undefined) return undefined
    const run = await runs.row(tenant_id, run_id).catch(nothingIfMissing)
    if (run === undefined || actionOf(run)?.type !== 'submit_tool_outputs') return undefined
    const isMeant = run.assistant_id === assistant_id && (thread_id ?? run.thread_id) === run.thread_id
    return isMeant ? run : undefined
  }

  const isTied = async (run: Row<'runs'>): Promise<boolean> => (await threadStore.get(run))?.temporary === 1

  const followAgain = async (tenant_id: string, { run_id, after, usage }: Begun): Promise<ChatRun> => {
    const run = await runs.row(tenant_id, run_id)
    return { run: { ...run, usage }, after, isTied: await isTied(run) }
  }

  const resume = async (
    run: Row<'runs'>,
    outputs: readonly ChatMessage[],
    { receipt }: Once,
  ): Promise<ChatRun> => {
    const { tenant_id, run_id } = run
    const calls = actionOf(run)?.tool_calls ?? []
    const after = await runEvents.lastSeq(run)
    const tool_outputs = outputs.map(({ tool_call_id, content }) => ({
      tool_call_id: calls.find(({ id }) => toCallId(run_id, id) === tool_call_id)?.id ?? String(tool_call_id),
      output: textIn(content),
    }))
    await answers.submitToolOutputs(tenant_id, run_id, { tool_outputs }, receipt(begunAt(run, after)))
    return { run, after, isTied: await isTied(run) }
  }

  /** A thread knows what was said in it: of a conversation that it has seen before, the end is new. */
  const newIn = async (
    tenant_id: string,
    thread_id: string,
    messages: readonly ChatMessage[],
  ): Promise<readonly ChatMessage[]> => {
    const { data } = await runs.listOfThread(tenant_id, thread_id, { limit: 1 })
    if (data.length === 0) return messages
    const fresh = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1)
    if (fresh[0]?.role === 'tool')
      throw new AppError('resource_conflict', 'no run of the thread waits for these tool outputs', {
        thread_id,
      })
    if (fresh.length > 0) return fresh
    const text = 'must end with something new for the thread'
    throw new AppError('validation_error', `messages ${text}`, { messages: text })
  }

  return async (
    tenant_id: string,
    sent: ChatRequest,
    header: string | string[] | undefined,
    once: Once,
  ): Promise<ChatRun> => {
    if (once.earlier !== null) return followAgain(tenant_id, once.earlier)
    const thread_id = threadIn(sent, header)
    const input = toInputMessages(sent.messages)
    const assistant = await findModel(names, tenant_id, sent.model)
    const { assistant_id } = assistant
    const overrides = overridesIn(sent, assistant)
    const outputs = sent.messages.slice(sent.messages.findLastIndex(({ role }) => role !== 'tool') + 1)
    const waiting = await findWaiting(tenant_id, outputs, assistant_id, thread_id)
    if (waiting !== undefined) return resume(waiting, outputs, once)
    const messages =
      thread_id === undefined ? input : toInputMessages(await newIn(tenant_id, thread_id, sent.messages))
    const draft: RunCreate = {
      assistant_id,
      input: { messages },
      metadata: metadataOf(sent),
      // To wait for a run that may itself wait for a person would be to hang.
      ...(thread_id !== undefined && { thread_id, multitask_strategy: 'reject' }),
    }
    const run = await runs.createOnce(tenant_id, draft, once, overrides)
    return { run, after: 0, isTied: thread_id === undefined }
  }
}

const nothingIfMissing = (error: unknown): undefined => {
  if (!(error instanceof AppError) || error.code !== 'resource_not_found') throw error
}

const threadIn = ({ metadata }: ChatRequest, header: string | string[] | undefined): string | undefined => {
  const name = header === undefined ? 'metadata/thread_id' : 'x-thread-id'
  const id = header ?? metadata?.['thread_id']
  if (id === undefined) return undefined
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase()
  throw new AppError('validation_error', `${name} must be a UUID`, { [name]: 'must be a UUID' })
}

const metadataOf = ({ metadata, user }: ChatRequest): JsonObject => {
  const { thread_id: _, ...rest } = metadata ?? {}
  return { ...rest, ...(user != null && { user }) }
}
