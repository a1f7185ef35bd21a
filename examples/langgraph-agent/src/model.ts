/** A rule-based chat model that needs no API key and is deterministic. It streams its reply word by word. */
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'

export class RuleModel extends BaseChatModel {
  static override lc_name(): string {
    return 'RuleModel'
  }

  constructor() {
    super({})
  }

  _llmType(): string {
    return 'rules'
  }

  /** The rules already know the weather tool. */
  override bindTools(): this {
    return this
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = replyTo(messages)
    return { generations: [{ text: message.text, message }] }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this['ParsedCallOptions'],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { text, tool_calls = [] } = replyTo(messages)
    for (const word of text.split(/(?<= )/)) {
      if (word === '') continue
      yield new ChatGenerationChunk({ text: word, message: new AIMessageChunk({ content: word }) })
      await manager?.handleLLMNewToken(word)
    }
    if (tool_calls.length === 0) return
    const tool_call_chunks = tool_calls.map(({ id, name, args }, index) => ({
      type: 'tool_call_chunk' as const,
      index,
      name,
      args: JSON.stringify(args),
      ...(id !== undefined && { id }),
    }))
    yield new ChatGenerationChunk({
      text: '',
      message: new AIMessageChunk({ content: '', tool_call_chunks }),
    })
  }
}

const replyTo = (messages: BaseMessage[]): AIMessage => {
  const last = messages.at(-1)
  if (last?.type === 'tool') return new AIMessage(`I looked it up: ${last.text}.`)
  const text = last?.text ?? ''
  const city = /weather in (\w+)/i.exec(text)?.[1]
  if (city === undefined) return new AIMessage(`You said: ${text}`)
  return new AIMessage({
    content: '',
    tool_calls: [{ type: 'tool_call', id: `call_${city.toLowerCase()}`, name: 'weather', args: { city } }],
  })
}
