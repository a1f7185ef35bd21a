import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'

type Rule = (messages: BaseMessage[]) => AIMessage

/** A model whose replies are a function of the conversation. */
export class ScriptedModel extends BaseChatModel {
  constructor(private readonly rule: Rule) {
    super({})
  }

  _llmType() {
    return 'scripted'
  }

  override bindTools() {
    return this
  }

  async _generate(messages: BaseMessage[]) {
    const message = this.rule(messages)
    return { generations: [{ text: message.text, message }] }
  }
}

export const callTool = (name: string, args: Record<string, unknown> = {}) =>
  new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id: `call_${name}`, name, args }] })
