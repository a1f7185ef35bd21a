/** A chat model that follows rules, so that the project works without an API key. Replace it in graph.ts; see README.md. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'

export class DemoModel extends BaseChatModel {
  constructor() {
    super({})
  }

  _llmType(): string {
    return 'demo'
  }

  /** The rules below already know the tool. */
  override bindTools(): this {
    return this
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = replyTo(messages)
    return { generations: [{ text: message.text, message }] }
  }
}

const replyTo = (messages: BaseMessage[]): AIMessage => {
  const last = messages.at(-1)
  if (last?.type === 'tool') return new AIMessage(last.text)
  const order = /\b(\d{3,})\b/.exec(last?.text ?? '')?.[1]
  if (order === undefined) return new AIMessage('Which order do you mean? Tell me its number.')
  return new AIMessage({
    content: '',
    tool_calls: [{ type: 'tool_call', id: `call_${order}`, name: 'find_order', args: { order } }],
  })
}
