/** Hears from LangChain what models and tools do, and tells it as events. */
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { Serialized } from '@langchain/core/load/serializable'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { JsonObject } from '../../schema/common.js'
import type { EventFields, Usage } from '../threads/executor-protocol.js'
import { addUsage } from '../usage.js'
import { BLOCKED } from './guardrails/scrub.js'
import { answerOf, type Generation } from './guardrails/message-text.js'
import type { RunGuard } from './guardrails/run-guard.js'
import type { TokenGate } from './guardrails/token-gate.js'
import { isMessage, textOf, toPlain } from './message-format.js'

/** LangGraph's mark for a model call whose tokens are not for the stream. */
const HIDDEN = new Set(['nostream', 'langsmith:nostream'])

/** A model call under way. */
interface Call {
  node_id: string
  isHidden: boolean
  gate: TokenGate | undefined
}

export interface CallAbout {
  run_id: string
  name: string
  tags: string[]
  metadata: Record<string, unknown>
}

/** Hears of models and tools as much as guardrails let out, when they do. */
export interface Listener {
  modelStarted(about: CallAbout): void
  /** The next part of what it says; `messageId`: of the message that it becomes. */
  modelSaid(runId: string, text: string, messageId: string | undefined): void
  /** Undefined: nothing of it may be shown, or not yet. */
  modelEnded(runId: string, message: AIMessage | undefined): void
  toolStarted(about: CallAbout, toolCallId: string, args: JsonObject): void
  toolEnded(runId: string, result: { output: unknown } | { error: string }): void
}

export class Observer extends BaseCallbackHandler {
  override name = 'heddle'
  /** Models are to stream even where a graph only asks for the answer. */
  lc_prefer_streaming = true
  override awaitHandlers = true
  override ignoreChain = true
  override ignoreRetriever = true
  override ignoreCustomEvent = true

  readonly #calls = new Map<string, Call>()
  readonly #tools = new Map<string, { tool_call_id: string; tool_name: string }>()
  #usage: Usage | null = null
  listener: Listener | undefined

  constructor(
    private readonly threadId: string,
    private readonly tell: (event: EventFields) => void,
    private readonly guard?: RunGuard,
  ) {
    super()
    // What a guardrail blocks must not go on; what goes wrong in telling of it may.
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
    this.guard?.beforeModel(this.#usage)
    const isHidden = tags.some((tag) => HIDDEN.has(tag))
    this.#calls.set(runId, { node_id: nodeOf(metadata), isHidden, gate: this.guard?.gate() })
    if (!isHidden)
      this.listener?.modelStarted({ run_id: runId, name: name ?? model.id.at(-1) ?? '', tags, metadata })
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
    this.#tellToken(call.node_id, call.gate?.push(token) ?? token, runId, message?.id)
  }

  override async handleLLMEnd({ generations }: LLMResult, runId: string): Promise<void> {
    const call = this.#calls.get(runId)
    this.#calls.delete(runId)
    const generation = generations[0]?.[0] as (Generation & { message?: AIMessage }) | undefined
    if (generation === undefined || call === undefined) return
    const { message } = generation
    const { node_id, isHidden, gate } = call
    const usage = this.#count(message)
    const shown = await this.guard?.modelEnded(generation, node_id)
    if (isHidden) return
    if (gate !== undefined && shown !== undefined && shown !== BLOCKED)
      this.#tellToken(node_id, gate.end(shown), runId, message?.id)
    const isShown = shown === undefined || (shown !== BLOCKED && shown === answerOf(generation))
    this.listener?.modelEnded(runId, isShown ? message : undefined)
    this.tell({
      type: 'llm.completion',
      node_id,
      content: shown ?? (message === undefined ? generation.text : textOf(message.content)),
      ...((message?.tool_calls?.length ?? 0) > 0 && {
        tool_calls: toPlain(message?.tool_calls, this.threadId),
      }),
      model: usage.model,
      usage: { ...usage },
    })
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#calls.delete(runId)
  }

  #tellToken(node_id: string, token: string, runId: string, messageId: string | undefined): void {
    if (token === '') return
    this.tell({ type: 'llm.token', node_id, token })
    this.listener?.modelSaid(runId, token, messageId)
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
    const args = readArguments(input)
    // Calls of our own graphs were looked at before; those of other graphs can only be stopped here.
    await this.guard?.arguments(args, call.tool_call_id)
    this.guard?.throwIfBlocked()
    this.tell({ type: 'tool.call', node_id: nodeOf(metadata), ...call, arguments: args })
    this.listener?.toolStarted(
      { run_id: runId, name: call.tool_name, tags, metadata },
      call.tool_call_id,
      args,
    )
  }

  override async handleToolEnd(output: unknown, runId: string): Promise<void> {
    if (isMessage(output)) await this.guard?.toolEnded(output, this.#tools.get(runId)?.tool_call_id)
    const { content } = (output ?? {}) as { content?: unknown }
    this.#endTool(runId, { output: content ?? toPlain(output, this.threadId) })
    this.listener?.toolEnded(runId, { output })
  }

  override handleToolError(error: unknown, runId: string): void {
    const failure = { error: error instanceof Error ? error.message : String(error) }
    this.#endTool(runId, failure)
    this.listener?.toolEnded(runId, failure)
  }

  #endTool(runId: string, result: JsonObject): void {
    const call = this.#tools.get(runId)
    this.#tools.delete(runId)
    if (call !== undefined) this.tell({ type: 'tool.result', ...call, ...result })
  }

  /** Adds a call to the run's usage, and returns that of the call alone. */
  #count(message: AIMessage | undefined): Usage {
    const counted = message?.usage_metadata as Partial<Usage> | undefined
    const about = (message?.response_metadata ?? {}) as { model_name?: string; estimated_usage?: boolean }
    const call: Usage = {
      input_tokens: counted?.input_tokens ?? 0,
      output_tokens: counted?.output_tokens ?? 0,
      total_tokens: counted?.total_tokens ?? 0,
      model: about.model_name ?? 'unknown',
      calls: 1,
      ...(about.estimated_usage === true && { estimated: true }),
    }
    this.#usage = addUsage(this.#usage, call)
    return call
  }
}

/** `outer:uuid|inner:uuid` is LangGraph's way to say where in nested graphs something happens. */
export const nodeOf = (metadata: Record<string, unknown>): string => {
  const place = metadata['langgraph_checkpoint_ns'] ?? metadata['checkpoint_ns']
  if (typeof place === 'string' && place !== '') return nodePath(place.split('|'))
  return typeof metadata['langgraph_node'] === 'string' ? metadata['langgraph_node'] : ''
}

export const nodePath = (places: readonly string[]): string =>
  places.map((place) => place.replace(/:[^:]*$/, '')).join('/')

const readArguments = (input: string): JsonObject => {
  try {
    const read: unknown = JSON.parse(input)
    return typeof read === 'object' && read !== null ? (read as JsonObject) : { input: read }
  } catch {
    return { input }
  }
}
