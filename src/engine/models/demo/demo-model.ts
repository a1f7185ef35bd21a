/**
 * The built-in demo model. It needs no key and no network, follows the rules of demo/answer.ts and never passes for an
 * AI model: every answer says `demo` in its metadata. The same input gets the same answer, tool call ids included.
 * Only the message id is left to LangChain: two branches of a graph that ask the same would otherwise write over each
 * other's answer.
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
import { answerTo } from './respond.js'
import type { Call, Turn } from './conversation.js'
import { countTokens, firstTokens, piecesOf } from './tokens.js'
import { formatOf, toolChoiceOf, toolDefinitions, turnsOf } from './langchain-messages.js'

interface DemoFields {
  maxTokens?: number | undefined
  /** Between two pieces of a streamed answer, so that people can watch. */
  delayMs?: number
  /** Every answer is a call of a bound tool: how structured output is asked for. */
  forced?: boolean
}

interface DemoCallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[]
  response_format?: unknown
}

const METADATA = { model_name: 'demo', provider: 'demo', estimated_usage: true }

const callId = (turns: readonly Turn[], call: Call, index: number): string =>
  `call_${createHash('sha256')
    .update(JSON.stringify([turns, call, index]))
    .digest('hex')
    .slice(0, 24)}`

const callsText = (calls: readonly Call[]): string =>
  calls.map((call) => `${call.name} ${JSON.stringify(call.args)}`).join(' ')

const inputTokens = (turns: readonly Turn[]): number =>
  turns.reduce((sum, turn) => sum + countTokens(turn.text) + countTokens(callsText(turn.calls ?? [])), 0)

export class DemoModel extends BaseChatModel<DemoCallOptions> {
  constructor(private readonly fields: DemoFields = {}) {
    super({})
    if (fields.forced === true) return
    // LangChain's own form binds the schema as a tool and expects that it is called: the twin always calls.
    const twin = new DemoModel({ ...fields, forced: true })
    this.withStructuredOutput = twin.withStructuredOutput.bind(twin)
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
    const message = this.answerChunks(messages, options).reduce((whole, chunk) => concat(whole, chunk))
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { delayMs = 0 } = this.fields
    for (const message of this.answerChunks(messages, options)) {
      options.signal?.throwIfAborted()
      if (delayMs > 0)
        await sleep(delayMs, undefined, options.signal === undefined ? {} : { signal: options.signal })
      const chunk = new ChatGenerationChunk({ text: message.text, message })
      yield chunk
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk })
    }
  }

  /** The answer in the pieces that a stream sends; the last one has no text but the usage. */
  private answerChunks(messages: BaseMessage[], options: this['ParsedCallOptions']): AIMessageChunk[] {
    const turns = turnsOf(messages)
    const answer = answerTo({
      turns,
      tools: toolDefinitions(options.tools ?? [], options.tool_choice),
      toolChoice: this.fields.forced === true ? 'forced' : toolChoiceOf(options.tool_choice),
      format: formatOf(options.response_format),
    })
    const wanted = cutAtStop(answer.text, options.stop ?? [])
    const text = firstTokens(wanted, this.fields.maxTokens ?? Infinity)
    const calls = answer.calls.map((call, index) => ({
      index,
      id: callId(turns, call, index),
      name: call.name,
      args: JSON.stringify(call.args),
      type: 'tool_call_chunk' as const,
    }))
    const input = inputTokens(turns)
    const output = countTokens(text) + countTokens(callsText(answer.calls))
    const end = new AIMessageChunk({
      content: '',
      response_metadata: {
        ...METADATA,
        finish_reason: calls.length > 0 ? 'tool_calls' : text.length < wanted.length ? 'length' : 'stop',
      },
    })
    // LangChain's type of this field comes out as `never` under exactOptionalPropertyTypes.
    Object.assign(end, {
      usage_metadata: { input_tokens: input, output_tokens: output, total_tokens: input + output },
    })
    return [
      ...piecesOf(text).map((piece) => new AIMessageChunk({ content: piece })),
      ...calls.map((call) => new AIMessageChunk({ content: '', tool_call_chunks: [call] })),
      end,
    ]
  }
}

const cutAtStop = (text: string, stops: readonly string[]): string =>
  stops.reduce((rest, stop) => (stop === '' ? rest : (rest.split(stop, 1)[0] ?? '')), text)
