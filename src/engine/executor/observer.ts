/** A LangChain callback handler that emits events for model and tool calls and adds up token usage. */
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { Serialized } from '@langchain/core/load/serializable'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { JsonObject } from '../../schema/common.js'
import type { EventFields, Usage } from '../threads/executor-protocol.js'
import { addUsage } from '../usage.js'
import { BLOCKED } from './guardrails/scrub.js'
import { getGenerationText, type Generation } from './guardrails/message-text.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { TokenGate } from './guardrails/token-gate.js'
import { isMessage, toText, toPlainJson } from './message-format.js'

/** LangGraph's tags for a model call whose tokens must not be streamed. */
const HIDDEN_TAGS = new Set(['nostream', 'langsmith:nostream'])

/** A model call in progress. */
interface ModelCall {
  node_id: string
  isHidden: boolean
  gate: TokenGate | undefined
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
  readonly #tools = new Map<string, { tool_call_id: string; tool_name: string }>()
  #usage: Usage | null = null
  listener: CallListener | undefined

  constructor(
    private readonly threadId: string,
    private readonly emit: (event: EventFields) => void,
    private readonly guard?: RunGuard,
  ) {
    super()
    // With guardrails, an error of a callback must stop the model or tool call; without them it must not.
    this.raiseError = guard !== undefined
  }

  get usage(): Usage | null {
    return this.#usage
  }

  override handleChatModelStart(
    model: Serialized,
    _messages: BaseMessage[][],
    runId: string,
    _parent?: string,
    _extra?: Record<string, unknown>,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
    name?: string,
  ): void {
    this.guard?.beforeModelCall(this.#usage)
    const isHidden = tags.some((tag) => HIDDEN_TAGS.has(tag))
    this.#calls.set(runId, { node_id: toNodeId(metadata), isHidden, gate: this.guard?.createGate() })
    if (!isHidden)
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
    const call = this.#calls.get(runId)
    if (call === undefined || call.isHidden) return
    const { message } = (fields?.chunk ?? {}) as { message?: BaseMessage }
    this.#emitToken(call.node_id, call.gate?.push(token) ?? token, runId, message?.id)
  }

  override async handleLLMEnd({ generations }: LLMResult, runId: string): Promise<void> {
    const call = this.#calls.get(runId)
    this.#calls.delete(runId)
    const generation: (Generation & { message?: AIMessage }) | undefined = generations[0]?.[0]
    if (generation === undefined || call === undefined) return
    const { message } = generation
    const { node_id, isHidden, gate } = call
    const usage = this.#addToUsage(message)
    const scrubbed = await this.guard?.onModelEnd(generation, node_id)
    if (isHidden) return
    if (gate !== undefined && scrubbed !== undefined && scrubbed !== BLOCKED)
      this.#emitToken(node_id, gate.end(scrubbed), runId, message?.id)
    const isShown =
      scrubbed === undefined || (scrubbed !== BLOCKED && scrubbed === getGenerationText(generation))
    this.listener?.onModelEnd(runId, isShown ? message : undefined)
    this.emit({
      type: 'llm.completion',
      node_id,
      content: scrubbed ?? (message === undefined ? generation.text : toText(message.content)),
      ...((message?.tool_calls?.length ?? 0) > 0 && {
        tool_calls: toPlainJson(message?.tool_calls, this.threadId),
      }),
      model: usage.model,
      usage: { ...usage },
    })
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#calls.delete(runId)
  }

  #emitToken(node_id: string, token: string, runId: string, messageId: string | undefined): void {
    if (token === '') return
    this.emit({ type: 'llm.token', node_id, token })
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
    const call = { tool_call_id: toolCallId ?? runId, tool_name: name ?? 'tool' }
    this.#tools.set(runId, call)
    const args = parseArguments(input)
    // Tool calls of built-in and declarative graphs were authorized before; those of code graphs can only be
    // stopped here.
    await this.guard?.checkToolArguments(args, call.tool_call_id)
    this.guard?.throwIfBlocked()
    this.emit({ type: 'tool.call', node_id: toNodeId(metadata), ...call, arguments: args })
    this.listener?.onToolStart(
      { run_id: runId, name: call.tool_name, tags, metadata },
      call.tool_call_id,
      args,
    )
  }

  override async handleToolEnd(output: unknown, runId: string): Promise<void> {
    if (isMessage(output)) await this.guard?.onToolEnd(output, this.#tools.get(runId)?.tool_call_id)
    const { content } = (output ?? {}) as { content?: unknown }
    this.#endTool(runId, { output: content ?? toPlainJson(output, this.threadId) })
    this.listener?.onToolEnd(runId, { output })
  }

  override handleToolError(error: unknown, runId: string): void {
    const failure = { error: error instanceof Error ? error.message : String(error) }
    this.#endTool(runId, failure)
    this.listener?.onToolEnd(runId, failure)
  }

  #endTool(runId: string, result: JsonObject): void {
    const call = this.#tools.get(runId)
    this.#tools.delete(runId)
    if (call !== undefined) this.emit({ type: 'tool.result', ...call, ...result })
  }

  /** Adds a model call to the run's usage and returns the usage of the call alone. */
  #addToUsage(message: AIMessage | undefined): Usage {
    const usageMetadata = message?.usage_metadata as Partial<Usage> | undefined
    const metadata = (message?.response_metadata ?? {}) as { model_name?: string; estimated_usage?: boolean }
    const call: Usage = {
      input_tokens: usageMetadata?.input_tokens ?? 0,
      output_tokens: usageMetadata?.output_tokens ?? 0,
      total_tokens: usageMetadata?.total_tokens ?? 0,
      model: metadata.model_name ?? 'unknown',
      calls: 1,
      ...(metadata.estimated_usage === true && { estimated: true }),
    }
    this.#usage = addUsage(this.#usage, call)
    return call
  }
}

/** LangGraph identifies a place in nested graphs as `outer:uuid|inner:uuid`; the node id is `outer/inner`. */
export const toNodeId = (metadata: Record<string, unknown>): string => {
  const namespace = metadata['langgraph_checkpoint_ns'] ?? metadata['checkpoint_ns']
  if (typeof namespace === 'string' && namespace !== '') return toNodePath(namespace.split('|'))
  return typeof metadata['langgraph_node'] === 'string' ? metadata['langgraph_node'] : ''
}

export const toNodePath = (namespace: readonly string[]): string =>
  namespace.map((segment) => segment.replace(/:[^:]*$/, '')).join('/')

const parseArguments = (input: string): JsonObject => {
  try {
    const parsed: unknown = JSON.parse(input)
    return typeof parsed === 'object' && parsed !== null ? (parsed as JsonObject) : { input: parsed }
  } catch {
    return { input }
  }
}
