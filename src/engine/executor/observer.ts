/** Hears from LangChain what models and tools do, and tells it as events. */
import { BaseCallbackHandler } from '@langchain/core/callbacks/base'
import type { Serialized } from '@langchain/core/load/serializable'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import type { LLMResult } from '@langchain/core/outputs'
import type { JsonObject } from '../../schema/common.js'
import type { EventFields, Usage } from '../executor-protocol.js'
import { addUsage } from '../usage.js'
import { textOf, toPlain } from './wire.js'

/** LangGraph's mark for a model call whose tokens are not for the stream. */
const HIDDEN = new Set(['nostream', 'langsmith:nostream'])

export class Observer extends BaseCallbackHandler {
  override name = 'heddle'
  /** Models are to stream even where a graph only asks for the answer. */
  lc_prefer_streaming = true
  override awaitHandlers = true
  override ignoreChain = true
  override ignoreRetriever = true
  override ignoreCustomEvent = true

  readonly #nodes = new Map<string, string>()
  readonly #tools = new Map<string, { tool_call_id: string; tool_name: string }>()
  #usage: Usage | null = null

  constructor(
    private readonly threadId: string,
    private readonly tell: (event: EventFields) => void,
  ) {
    super()
  }

  get usage(): Usage | null {
    return this.#usage
  }

  override handleChatModelStart(
    _model: Serialized,
    _messages: BaseMessage[][],
    runId: string,
    _parent?: string,
    _extra?: Record<string, unknown>,
    tags: string[] = [],
    metadata: Record<string, unknown> = {},
  ): void {
    if (!tags.some((tag) => HIDDEN.has(tag))) this.#nodes.set(runId, nodeOf(metadata))
  }

  override handleLLMNewToken(token: string, _index: unknown, runId: string): void {
    const node_id = this.#nodes.get(runId)
    if (node_id !== undefined && token !== '') this.tell({ type: 'llm.token', node_id, token })
  }

  override handleLLMEnd({ generations }: LLMResult, runId: string): void {
    const node_id = this.#nodes.get(runId)
    this.#nodes.delete(runId)
    const generation = generations[0]?.[0] as { text: string; message?: AIMessage } | undefined
    if (generation === undefined) return
    const { message, text } = generation
    const usage = this.#count(message)
    if (node_id === undefined) return
    this.tell({
      type: 'llm.completion',
      node_id,
      content: message === undefined ? text : textOf(message.content),
      ...((message?.tool_calls?.length ?? 0) > 0 && {
        tool_calls: toPlain(message?.tool_calls, this.threadId),
      }),
      model: usage.model,
      usage: { ...usage },
    })
  }

  override handleLLMError(_error: unknown, runId: string): void {
    this.#nodes.delete(runId)
  }

  override handleToolStart(
    _tool: Serialized,
    input: string,
    runId: string,
    _parent?: string,
    _tags?: string[],
    metadata: Record<string, unknown> = {},
    name?: string,
    toolCallId?: string,
  ): void {
    const call = { tool_call_id: toolCallId ?? runId, tool_name: name ?? 'tool' }
    this.#tools.set(runId, call)
    this.tell({ type: 'tool.call', node_id: nodeOf(metadata), ...call, arguments: readArguments(input) })
  }

  override handleToolEnd(output: unknown, runId: string): void {
    const { content } = (output ?? {}) as { content?: unknown }
    this.#endTool(runId, { output: content ?? toPlain(output, this.threadId) })
  }

  override handleToolError(error: unknown, runId: string): void {
    this.#endTool(runId, { error: error instanceof Error ? error.message : String(error) })
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

const readArguments = (input: string): unknown => {
  try {
    return JSON.parse(input)
  } catch {
    return { input }
  }
}
