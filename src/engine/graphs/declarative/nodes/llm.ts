import { HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages'
import { compileText } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import type { LlmStep } from '../../../../schema/graph-schema.js'
import type { ModelSettings } from '../../graph-deps.js'
import { lazily } from '../memoize-async.js'
import type { Step, StepContext, View } from '../step.js'
import { askWithTools } from './tool-loop.js'

/** Asks a model: with a prompt of its own, or about the conversation so far. */
export const makeLlm = (step: LlmStep, { parts, assistantConfig, expressions }: StepContext): Step => {
  const { schema, tools: definitions = [] } = step
  const { instructions } = assistantConfig as { instructions?: string }
  const system = step.system === undefined ? () => instructions ?? '' : compileText(step.system, expressions)
  const prompt = step.prompt === undefined ? undefined : compileText(step.prompt, expressions)
  const openTools = lazily(() => parts.openTools(definitions))

  const conversationOf = ({ scope, messages }: View): BaseMessage[] => {
    const instruction = system(scope)
    return [
      ...(instruction === '' ? [] : [new SystemMessage(instruction)]),
      ...(prompt === undefined ? messages : [new HumanMessage(prompt(scope))]),
    ]
  }

  return async (view, config) => {
    const model = await parts.chatModel(settingsOf(step, assistantConfig))
    const conversation = conversationOf(view)
    if (definitions.length === 0 && schema === undefined) {
      const answer = await model.invoke(conversation, config)
      return { value: answer.text, messages: [answer] }
    }
    const { value, messages } = await askWithTools(
      { model, tools: await openTools(), conversation, schema, clearCall: parts.clearCall },
      config,
    )
    // A single turn is no part of the conversation but for its answer.
    return { value, messages: prompt === undefined ? messages : messages.slice(-1) }
  }
}

const settingsOf = (step: LlmStep, config: JsonObject): ModelSettings => {
  const shared = config as ModelSettings
  return {
    model: step.model ?? shared.model,
    temperature: step.temperature ?? shared.temperature,
    max_tokens: step.max_tokens ?? shared.max_tokens,
    top_p: step.top_p ?? shared.top_p,
    base_url: step.base_url ?? shared.base_url,
  }
}
