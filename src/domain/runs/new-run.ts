/**
 * Builds new runs: the row of a run, and the statements that insert it together with its thread. `prepareNewRun` serves API
 * requests: it checks the request and finds or creates the thread. `makeNewRuns` serves crons and evaluations, which insert runs
 * in a batch of their own and publish them after that batch is committed.
 */
import type { Clock } from '../../platform/clock.js'
import { AppError } from '../../errors.js'
import { newId } from '../../platform/ids.js'
import { LargeJson } from '../../platform/large-json.js'
import { getActiveTraceparent } from '../../platform/telemetry/trace-context.js'
import type { SharedText, Text } from '../../platform/shared-text.js'
import type { JsonObject } from '../../schema/common.js'
import type { RunCreate } from '../../schema/run.js'
import {
  isRunOverrides,
  serializeKwargs,
  type RunKwargs,
  type RunOverrides,
} from '../../schema/run-kwargs.js'
import type { AssistantStore } from '../../store/assistants/assistants.js'
import { LARGE_INPUT } from '../../store/runs/large-input.js'
import type { QueuePlacement, RunStore } from '../../store/runs/runs.js'
import type { Statement } from '../../store/sql/statement.js'
import type { Row } from '../../store/sql/tables.js'
import type { ThreadStore } from '../../store/threads/threads.js'
import { getDefaultAssistantId } from '../built-in-graph.js'
import { requireAssistant, requireThread } from '../require-resource.js'
import { mergeJson } from '../row-mappers.js'
import { newTemporaryThreadRow, newThreadRow } from '../threads.js'
import type { RunWebhookCheck } from '../webhooks/check-run-webhook.js'
import { toPreview } from './preview.js'
import { inheritConfig } from './thread-config.js'

type ThreadKey = Pick<Row<'threads'>, 'tenant_id' | 'thread_id'>
type AssistantKey = Pick<Row<'assistants'>, 'assistant_id' | 'version'>
type RunFields = Omit<RunCreate, 'thread_id' | 'assistant_id'>

/** A queued run that no worker has claimed yet. */
export const newRunRow = (
  thread: ThreadKey,
  assistant: AssistantKey,
  request: RunFields,
  now: number,
): Row<'runs'> => ({
  tenant_id: thread.tenant_id,
  run_id: newId(),
  thread_id: thread.thread_id,
  assistant_id: assistant.assistant_id,
  assistant_version: assistant.version,
  status: 'queued',
  multitask_strategy: request.multitask_strategy ?? 'enqueue',
  input: toStoredInput(request.input),
  output: null,
  error: null,
  required_action: null,
  resume: null,
  metadata: JSON.stringify(request.metadata ?? {}),
  usage: null,
  cost: null,
  attempt: 0,
  created_at: now,
  updated_at: now,
  started_at: null,
  completed_at: null,
  fence: 0,
  tries: 0,
  crashes: 0,
  node_started_fence: null,
  lease_owner: null,
  lease_expires_at: null,
  available_at: request.after_seconds === undefined ? 0 : now + Math.round(request.after_seconds * 1000),
  action_expires_at: null,
  webhook: request.webhook ?? null,
  guardrail_outcome: null,
  kwargs: null,
  ordinal: null,
  preview: toPreview(request.input instanceof LargeJson ? null : request.input),
  created_by: null,
  retry_of: null,
  reserved_by: null,
  reserved_by_id: null,
  reserved_until: null,
  traceparent: getActiveTraceparent(),
  resume_traceparents: null,
})

const toStoredInput = (input: RunCreate['input']): string | null => {
  if (input == null) return null
  return input instanceof LargeJson ? LARGE_INPUT : JSON.stringify(input)
}

interface PrepareDeps {
  threads: ThreadStore
  assistants: AssistantStore
  clock: Clock
  checkWebhook: RunWebhookCheck
  /** The graphs that have a built-in assistant. */
  builtInAssistants: readonly string[]
  /** The input becomes part of the state, which may not be larger. */
  maxStateBytes: number
}

export interface NewRun {
  row: Row<'runs'>
  /** The input that the row does not contain; see store/runs/large-input.ts. */
  largeInput?: SharedText
  /** Create or update the thread of the run; they come before the insert of the run. */
  precedingStatements: Statement[]
  /** True if the preceding statements insert the thread as busy. */
  isThreadNew?: boolean
}

export const makePrepareNewRun =
  ({ threads, assistants, clock, checkWebhook, builtInAssistants, maxStateBytes }: PrepareDeps) =>
  async (tenant_id: string, request: RunCreate, kwargs?: RunKwargs | RunOverrides): Promise<NewRun> => {
    const { thread_id, assistant_id } = request
    const buildNewThread = (thread: Row<'threads'>): Omit<NewRun, 'row'> => ({
      precedingStatements: [threads.insertStatement({ ...thread, status: 'busy' })],
      isThreadNew: true,
    })
    if (thread_id == null && assistant_id == null) {
      const text = 'is required unless assistant_id is set'
      throw new AppError('validation_error', `thread_id ${text}`, { thread_id: text })
    }
    if (request.webhook != null) checkWebhook(request.webhook)
    const now = clock.now()
    const existingThread = thread_id == null ? undefined : await requireThread(threads, tenant_id, thread_id)
    // A thread that is created for a LangGraph run gets the metadata of the run, so that searches find it.
    const threadFields =
      kwargs === undefined || request.metadata == null ? {} : { metadata: request.metadata }
    const thread = existingThread ?? newTemporaryThreadRow(tenant_id, now, threadFields, kwargs)
    const resolvedAssistantId =
      assistant_id ?? thread.assistant_id ?? getDefaultAssistantId(builtInAssistants)
    const assistant = await requireAssistant(assistants, tenant_id, resolvedAssistantId)
    const runRow = newRunRow(thread, assistant, request, now)
    const largeInput = request.input instanceof LargeJson ? { largeInput: request.input.text } : {}
    requireInputSize(largeInput.largeInput ?? runRow.input, maxStateBytes)
    if (kwargs === undefined)
      return existingThread === undefined
        ? { row: runRow, ...largeInput, ...buildNewThread(thread) }
        : { row: runRow, ...largeInput, precedingStatements: [] }
    const isNative = isRunOverrides(kwargs)
    const inherited = isNative
      ? { kwargs, threadConfig: thread.config }
      : inheritConfig(assistant, thread, kwargs)
    const row = {
      ...runRow,
      kwargs: serializeKwargs(inherited.kwargs),
      metadata: JSON.stringify(inheritMetadata(assistant, thread, request.metadata)),
      preview: runRow.preview ?? toPreview('input' in kwargs ? kwargs.input : undefined),
    }
    requireInputSize(row.kwargs, maxStateBytes)
    const isAssistantChanged = !isNative && shouldAssignAssistant(thread, assistant)
    const threadRow = {
      ...(isAssistantChanged ? assignAssistant(thread, assistant) : thread),
      config: inherited.threadConfig,
    }
    if (existingThread === undefined) return { row, ...largeInput, ...buildNewThread(threadRow) }
    const isThreadChanged = isAssistantChanged || threadRow.config !== thread.config
    return {
      row,
      ...largeInput,
      precedingStatements: isThreadChanged ? [threads.updateByRunStatement(threadRow, now)] : [],
    }
  }

/** `text` is the input, or the options with the input of a resumed run. */
const requireInputSize = (text: Text | null, limit: number): void => {
  // A character takes at most three bytes.
  if (text === null || text.length * 3 <= limit) return
  const size = Buffer.byteLength(text)
  if (size <= limit) return
  throw new AppError(
    'state_too_large',
    `The input takes ${size.toLocaleString('en-US')} bytes, and a state may take at most ${limit.toLocaleString('en-US')} bytes (MAX_STATE_BYTES). ` +
      'Store large data elsewhere and pass a reference to it, or raise MAX_STATE_BYTES.',
    { size, limit },
  )
}

/** A run of the LangGraph API inherits the metadata of its assistant and its thread. */
const inheritMetadata = (
  { assistant_id, graph_id, metadata }: Row<'assistants'>,
  thread: Row<'threads'>,
  runMetadata: JsonObject | null | undefined,
): JsonObject => ({
  ...(JSON.parse(metadata) as JsonObject),
  ...(JSON.parse(thread.metadata) as JsonObject),
  ...runMetadata,
  graph_id,
  assistant_id,
})

/** The last LangGraph run that started in an idle thread determines its assistant, and so the graph that reads its state. */
const shouldAssignAssistant = (thread: Row<'threads'>, { assistant_id }: Row<'assistants'>): boolean =>
  thread.assistant_id === null || (thread.assistant_id !== assistant_id && thread.status !== 'busy')

const assignAssistant = (
  thread: Row<'threads'>,
  { assistant_id, graph_id }: Row<'assistants'>,
): Row<'threads'> => ({
  ...thread,
  assistant_id,
  metadata: mergeJson(thread.metadata, { graph_id, assistant_id }),
})

interface NewRunRequest {
  tenant_id: string
  assistant: AssistantKey
  run: RunFields
  /** Execution options of the LangGraph API. */
  kwargs?: RunKwargs
}

interface NewThread {
  /** Undefined: the thread is not tied to an assistant. */
  assistant_id?: string
  metadata: JsonObject
  /** False: the thread is temporary. It is not listed and is removed after its run. */
  isRetained: boolean
}

interface NewRunInsert {
  run_id: string
  thread_id: string
  insertStatements: Statement[]
}

export const makeNewRuns = ({ runs, threads }: { runs: RunStore; threads: ThreadStore }) => {
  const toRunRow = (thread: ThreadKey, { assistant, run, kwargs }: NewRunRequest, now: number) => ({
    ...newRunRow(thread, assistant, run, now),
    ...(kwargs !== undefined && {
      kwargs: serializeKwargs(kwargs),
      preview: toPreview(run.input ?? kwargs.input),
    }),
  })

  const buildInNewThread = (
    request: NewRunRequest,
    { isRetained, ...threadFields }: NewThread,
    now: number,
  ): NewRunInsert => {
    const threadRow = isRetained
      ? newThreadRow(request.tenant_id, threadFields, now)
      : newTemporaryThreadRow(request.tenant_id, now, threadFields, request.kwargs)
    const thread: Row<'threads'> = { ...threadRow, status: 'busy' }
    const run = toRunRow(thread, request, now)
    return {
      run_id: run.run_id,
      thread_id: thread.thread_id,
      insertStatements: [threads.insertStatement(thread), runs.insertStatement(run)],
    }
  }

  return {
    buildInNewThread,

    /** The batch has no effect if the thread does not exist, or if `placement` does not allow another run in it. */
    buildInThread(
      request: NewRunRequest,
      thread_id: string,
      placement: QueuePlacement,
      now: number,
    ): NewRunInsert {
      const run = toRunRow({ tenant_id: request.tenant_id, thread_id }, request, now)
      return { run_id: run.run_id, thread_id, insertStatements: runs.insertStatements(run, placement) }
    },
  }
}

export type NewRuns = ReturnType<typeof makeNewRuns>
