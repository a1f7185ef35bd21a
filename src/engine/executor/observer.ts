/** A LangChain callback handler that emits events for model and tool calls and adds up token usage. */
import { randomBytes } from 'node:crypto'
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { Serialized } from '@langchain/core/load/serializable'
import type { AIMessage, AIMessageChunk, BaseMessage, UsageMetadata } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { JsonObject } from '../../schema/common.js'
import type { EventFields, TaskFields } from '../../events/run-event.js'
import type { RunTraceStart, Usage } from '../threads/executor-protocol.js'
import { toCallSpanId, toToolSpanId } from '../span-ids.js'
import { replaceSpanId } from '../../platform/telemetry/trace-context.js'
import { addUsage } from '../usage.js'
import { BLOCKED } from './guardrails/scrub.js'
import { getGenerationText, type Generation } from './guardrails/message-text.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { TokenGate } from './guardrails/token-gate.js'
import { isMessage, toText, toPlainJson } from './message-format.js'
import { toMilliseconds, toTaskFields } from './task-fields.js'

/** LangGraph's tags for a model call whose tokens must not be streamed. */
const HIDDEN_TAGS = new Set(['nostream', 'langsmith:nostream'])

/** A model call in progress. */
interface ModelCall {
  /** Identifies the call in its events. */
  call_id: string
  task: TaskFields
  /** The model that was requested, if LangChain reports it. */
  requestedModel: string | undefined
  isHidden: boolean
  gate: TokenGate | undefined
  startedAt: number
  firstTokenMs: number | undefined
}

interface ToolCall {
  names: { tool_call_id: string; tool_name: string }
  task: TaskFields
  startedAt: number
}

export interface CallDetails {
  run_id: string
  name: string
  tags: string[]
  metadata: Record<string, unknown>
}

/** Receives model and tool calls after guardrails have filtered them. */
export interface CallListener {
  onModelStart(call: CallDetails): void
  /** `text` is the next chunk of the output; `messageId` identifies the message that it becomes part of. */
  onModelToken(runId: string, text: string, messageId: string | undefined): void
  /** `message` is undefined if guardrails do not allow it to be shown, or not yet. */
  onModelEnd(runId: string, message: AIMessage | undefined): void
  onToolStart(call: CallDetails, toolCallId: string, args: JsonObject): void
  onToolEnd(runId: string, result: { output: unknown } | { error: string }): void
}

export class Observer extends BaseCallbackHandler {
  override name = 'heddle'
  /** Makes models stream even if a graph calls `invoke`. */
  lc_prefer_streaming = true
  override awaitHandlers = true
  override ignoreChain = true
  override ignoreRetriever = true
  override ignoreCustomEvent = true

  readonly #calls = new Map<string, ModelCall>()
  readonly #tools = new Map<string, ToolCall>()
  #usage: Usage | null = null
  listener: CallListener | undefined
  /** Set if LangGraph's stream is read by langgraph/chunk-emitter.ts alone; see models/client/token-listener.ts. */
  readsTextChunks = false

  constructor(
    private readonly threadId: string,
    private readonly emit: (event: EventFields) => void,
    private readonly guard?: RunGuard,
    private readonly trace?: RunTraceStart,
  ) {
    super()
    // With guardrails, an error of a callback must stop the model or tool call; without them it must not.
    this.raiseError = guard !== undefined
  }

  /** The trace context of a model call or tool call in progress; see outgoing-trace.ts. */
  getTraceparent(runId: string): string | undefined {
    if (this.trace === undefined) return undefined
    const { traceparent, scope } = this.trace
    const model = this.#calls.get(runId)
    // A hidden call has no span.
    if (model?.isHidden === false) return replaceSpanId(traceparent, toCallSpanId(scope, model.call_id))
    const tool = this.#tools.get(runId)
    if (tool === undefined) return undefined
    const { task, names } = tool
    return replaceSpanId(traceparent, toToolSpanId(scope, task.task_id, names.tool_call_id))
  }

  get usage(): Usage | null {
    return this.#usage
  }

  override handleChatModelStart(
    model: Serialized,
    _messages: BaseMessage[][],
    runId: string,
    _parent?: string,
    parameters?: Record<string, unknown>,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
    name?: string,
  ): void {
    const task = toTaskFields(metadata)
    this.guard?.beforeModelCall(this.#usage, task)
    const isHidden = tags.some((tag) => HIDDEN_TAGS.has(tag))
    const call_id = randomBytes(6).toString('base64url')
    const gate = this.guard?.createGate()
    const startedAt = performance.now()
    const requestedModel = getRequestedModel(metadata)
    this.#calls.set(runId, {
      call_id,
      task,
      requestedModel,
      isHidden,
      gate,
      startedAt,
      firstTokenMs: undefined,
    })
    if (isHidden) return
    this.emit({ type: 'llm.started', ...task, call_id, ...describeModelCall(metadata, parameters) })
    this.listener?.onModelStart({ run_id: runId, name: name ?? model.id.at(-1) ?? '', tags, metadata })
  }

  override handleLLMNewToken(
    token: string,
    _index: unknown,
    runId: string,
    _parent?: string,
    _tags?: string[],
    fields?: { chunk?: unknown },
  ): void {
    const { message } = (fields?.chunk ?? {}) as { message?: AIMessageChunk }
    this.onToken(runId, token, (message?.tool_call_chunks?.length ?? 0) > 0, message?.id)
  }

  /** Our own model client calls this for each token instead of `handleLLMNewToken`; see models/client/token-listener.ts. */
  onToken(runId: string, token: string, hasToolCall: boolean, messageId: string | undefined): void {
    const call = this.#calls.get(runId)
    if (call === undefined || call.isHidden) return
    // Providers send an empty chunk as soon as they accept the request.
    if (token !== '' || hasToolCall) call.firstTokenMs ??= toMilliseconds(performance.now() - call.startedAt)
    this.#emitToken(call, call.gate?.push(token) ?? token, runId, messageId)
  }

  override async handleLLMEnd({ generations }: LLMResult, runId: string): Promise<void> {
    const call = this.#calls.get(runId)
    this.#calls.delete(runId)
    const generation: (Generation & { message?: AIMessage }) | undefined = generations[0]?.[0]
    if (generation === undefined || call === undefined) return
    const { message } = generation
    const { call_id, task, isHidden, gate, startedAt, firstTokenMs } = call
    const duration_ms = toMilliseconds(performance.now() - startedAt)
    const usage = this.#addToUsage(message, getModelName(generation) ?? call.requestedModel)
    const scrubbed = await this.guard?.onModelEnd(generation, task)
    if (isHidden) return
    if (gate !== undefined && scrubbed !== undefined && scrubbed !== BLOCKED)
      this.#emitToken(call, gate.end(scrubbed), runId, message?.id)
    const isShown =
      scrubbed === undefined || (scrubbed !== BLOCKED && scrubbed === getGenerationText(generation))
    this.listener?.onModelEnd(runId, isShown ? message : undefined)
    this.emit({
      type: 'llm.completion',
      ...task,
      call_id,
      content: scrubbed ?? (message === undefined ? generation.text : toText(message.content)),
      ...((message?.tool_calls?.length ?? 0) > 0 && {
        tool_calls: toPlainJson(message?.tool_calls, this.threadId),
      }),
      model: usage.model,
      usage: { ...usage },
      duration_ms,
      ...(firstTokenMs !== undefined && { first_token_ms: firstTokenMs }),
    })
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#calls.delete(runId)
  }

  /** A token names its call; the events before and after it name the task of the call. */
  #emitToken(
    { call_id, task }: ModelCall,
    token: string,
    runId: string,
    messageId: string | undefined,
  ): void {
    if (token === '') return
    this.emit({ type: 'llm.token', node_id: task.node_id, call_id, token })
    this.listener?.onModelToken(runId, token, messageId)
  }

  override async handleToolStart(
    _tool: Serialized,
    input: string,
    runId: string,
    _parent?: string,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
    name?: string,
    toolCallId?: string,
  ): Promise<void> {
    const task = toTaskFields(metadata)
    const names = { tool_call_id: toolCallId ?? runId, tool_name: name ?? 'tool' }
    const call = { names, task, startedAt: performance.now() }
    this.#tools.set(runId, call)
    const args = parseArguments(input)
    // Tool calls of built-in and declarative graphs were authorized before; those of code graphs can only be
    // stopped here.
    await this.guard?.checkToolArguments(args, { toolCallId: names.tool_call_id, task })
    this.guard?.throwIfBlocked()
    call.startedAt = performance.now()
    this.emit({ type: 'tool.call', ...task, ...names, arguments: args })
    this.listener?.onToolStart(
      { run_id: runId, name: names.tool_name, tags, metadata },
      names.tool_call_id,
      args,
    )
  }

  override async handleToolEnd(output: unknown, runId: string): Promise<void> {
    const endedAt = performance.now()
    const { names, task } = this.#tools.get(runId) ?? {}
    if (isMessage(output)) await this.guard?.onToolEnd(output, { toolCallId: names?.tool_call_id, task })
    const { content, status } = (output ?? {}) as { content?: unknown; status?: unknown }
    const result = { output: content ?? toPlainJson(output, this.threadId) }
    this.#endTool(runId, status === 'error' ? { ...result, status } : result, endedAt)
    this.listener?.onToolEnd(runId, { output })
  }

  override handleToolError(error: unknown, runId: string): void {
    const failure = { error: error instanceof Error ? error.message : String(error) }
    this.#endTool(runId, failure, performance.now())
    this.listener?.onToolEnd(runId, failure)
  }

  #endTool(runId: string, result: JsonObject, endedAt: number): void {
    const call = this.#tools.get(runId)
    this.#tools.delete(runId)
    if (call === undefined) return
    const duration_ms = toMilliseconds(endedAt - call.startedAt)
    this.emit({ type: 'tool.result', ...call.task, ...call.names, ...result, duration_ms })
  }

  /** Adds a model call to the run's usage and returns the usage of the call alone. */
  #addToUsage(message: AIMessage | undefined, model = 'unknown'): Usage {
    const usageMetadata = message?.usage_metadata as Partial<UsageMetadata> | undefined
    const metadata = (message?.response_metadata ?? {}) as { estimated_usage?: boolean }
    const call: Usage = {
      input_tokens: usageMetadata?.input_tokens ?? 0,
      output_tokens: usageMetadata?.output_tokens ?? 0,
      total_tokens: usageMetadata?.total_tokens ?? 0,
      model,
      calls: 1,
      ...(metadata.estimated_usage === true && { estimated: true }),
    }
    const { calls, input_tokens, output_tokens } = call
    const cached_input_tokens = usageMetadata?.input_token_details?.cache_read ?? 0
    const modelUsage = {
      calls,
      input_tokens,
      output_tokens,
      ...(cached_input_tokens > 0 && { cached_input_tokens }),
    }
    this.#usage = addUsage(this.#usage, { ...call, models: Object.fromEntries([[model, modelUsage]]) })
    return call
  }
}

const getRequestedModel = ({ ls_model_name }: Record<string, unknown>): string | undefined =>
  typeof ls_model_name === 'string' ? ls_model_name : undefined

/** LangChain copies the information of a streamed generation into its message only after the callback. */
const getModelName = ({ message, generationInfo }: Generation): string | undefined =>
  [message?.response_metadata['model_name'], generationInfo?.['model_name']].find(
    (name) => typeof name === 'string' && name !== '',
  ) as string | undefined

/** What the event of a model call shows of its settings. LangChain puts the common ones into the metadata. */
const describeModelCall = (
  metadata: Record<string, unknown>,
  parameters: Record<string, unknown> | undefined,
): JsonObject => {
  const settings = Object.fromEntries(
    Object.entries(MODEL_SETTINGS).flatMap(([key, name]) => {
      const value = metadata[key]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  ) as JsonObject
  const { invocation_params, options } = (parameters ?? {}) as Record<string, { tools?: unknown } | undefined>
  return {
    model: getRequestedModel(metadata) ?? null,
    settings,
    tools: getToolNames(invocation_params?.tools ?? options?.tools),
  }
}

const MODEL_SETTINGS: Readonly<Record<string, string>> = {
  ls_provider: 'provider',
  ls_temperature: 'temperature',
  ls_max_tokens: 'max_tokens',
  ls_stop: 'stop',
}

/** Tools are given in the format of the provider. */
const getToolNames = (tools: unknown): string[] =>
  Array.isArray(tools)
    ? (tools as { name?: unknown; type?: unknown; function?: { name?: unknown } }[]).flatMap(
        ({ name, type, function: fn }) =>
          [fn?.name ?? name ?? type].filter((text) => typeof text === 'string'),
      )
    : []

const parseArguments = (input: string): JsonObject => {
  try {
    const parsed: unknown = JSON.parse(input)
    return typeof parsed === 'object' && parsed !== null ? (parsed as JsonObject) : { input: parsed }
  } catch {
    return { input }
  }
}
