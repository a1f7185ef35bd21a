/**
 * The built-in demo model. It needs no key and no network, follows the rules of respond.ts, and marks every message with
 * `demo` in its metadata so that it is not mistaken for an AI model. The same input always gives the same output, including
 * tool call ids. Only the message id is random: if two branches of a graph send the same input, equal ids would make one
 * message replace the other.
 */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models'
import { AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import { concat } from '@langchain/core/utils/stream'
import { respond } from './respond.js'
import type { ToolCall, Turn } from './conversation.js'
import { countTokens, truncateToTokens, splitIntoPieces } from './tokens.js'
import { toFormat, toToolChoice, toToolDefinitions, toTurns } from './langchain-messages.js'

interface DemoFields {
  maxTokens?: number | undefined
  /** Pause between two chunks of a stream, so that a person can watch it. */
  delayMs?: number
  /** The output is always a call of a bound tool; LangChain requests structured output that way. */
  forceToolCall?: boolean
}

interface DemoCallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[]
  response_format?: unknown
}

const METADATA = { model_name: 'demo', provider: 'demo', estimated_usage: true }

const buildCallId = (turns: readonly Turn[], call: ToolCall, index: number): string =>
  `call_${createHash('sha256')
    .update(JSON.stringify([turns, call, index]))
    .digest('hex')
    .slice(0, 24)}`

const formatCalls = (calls: readonly ToolCall[]): string =>
  calls.map((call) => `${call.name} ${JSON.stringify(call.args)}`).join(' ')

const countInputTokens = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + countTokens(turn.text) + countTokens(formatCalls(turn.calls ?? [])), 0)

export class DemoModel extends BaseChatModel<DemoCallOptions> {
  constructor(private readonly fields: DemoFields = {}) {
    super({})
    if (fields.forceToolCall === true) return
    // LangChain's withStructuredOutput binds the schema as a tool and expects a call of it, so use a model that always calls.
    const forcedModel = new DemoModel({ ...fields, forceToolCall: true })
    this.withStructuredOutput = forcedModel.withStructuredOutput.bind(forcedModel)
  }

  static override lc_name(): string {
    return 'DemoModel'
  }

  _llmType(): string {
    return 'demo'
  }

  get model(): string {
    return 'demo'
  }

  override getLsParams(options: this['ParsedCallOptions']) {
    return { ...super.getLsParams(options), ls_provider: 'demo', ls_model_name: 'demo' }
  }

  override bindTools(tools: BindToolsInput[], kwargs?: Partial<DemoCallOptions>) {
    return this.withConfig({ tools, ...kwargs })
  }

  override async _generate(messages: BaseMessage[], options: this['ParsedCallOptions']): Promise<ChatResult> {
    options.signal?.throwIfAborted()
    const message = this.toChunks(messages, options).reduce((merged, chunk) => concat(merged, chunk))
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { delayMs = 0 } = this.fields
    for (const message of this.toChunks(messages, options)) {
      options.signal?.throwIfAborted()
      if (delayMs > 0)
        await sleep(delayMs, undefined, options.signal === undefined ? {} : { signal: options.signal })
      const chunk = new ChatGenerationChunk({ text: message.text, message })
      yield chunk
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
    }
  }

  /** The output as the chunks of a stream. The last chunk has no text but the usage. */
  private toChunks(messages: BaseMessage[], options: this['ParsedCallOptions']): AIMessageChunk[] {
    const turns = toTurns(messages)
    const modelOutput = respond({
      turns,
      tools: toToolDefinitions(options.tools ?? [], options.tool_choice),
      toolChoice: this.fields.forceToolCall === true ? 'forced' : toToolChoice(options.tool_choice),
      format: toFormat(options.response_format),
    })
    const fullText = truncateAtStop(modelOutput.text, options.stop ?? [])
    const text = truncateToTokens(fullText, this.fields.maxTokens ?? Infinity)
    const calls = modelOutput.calls.map((call, index) => ({
      index,
      id: buildCallId(turns, call, index),
      name: call.name,
      args: JSON.stringify(call.args),
      type: 'tool_call_chunk' as const,
    }))
    const inputTokenCount = countInputTokens(turns)
    const outputTokenCount = countTokens(text) + countTokens(formatCalls(modelOutput.calls))
    const lastChunk = new AIMessageChunk({
      content: '',
      response_metadata: {
        ...METADATA,
        finish_reason: calls.length > 0 ? 'tool_calls' : text.length < fullText.length ? 'length' : 'stop',
      },
    })
    // Under exactOptionalPropertyTypes, LangChain's type of this field is `never`.
    Object.assign(lastChunk, {
      usage_metadata: {
        input_tokens: inputTokenCount,
        output_tokens: outputTokenCount,
        total_tokens: inputTokenCount + outputTokenCount,
      },
    })
    return [
      ...splitIntoPieces(text).map((piece) => new AIMessageChunk({ content: piece })),
      ...calls.map((call) => new AIMessageChunk({ content: '', tool_call_chunks: [call] })),
      lastChunk,
    ]
  }
}

const truncateAtStop = (text: string, stops: readonly string[]): string =>
  stops.reduce((rest, stop) => (stop === '' ? rest : (rest.split(stop, 1)[0] ?? '')), text)
