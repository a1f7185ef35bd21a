import { HumanMessage, SystemMessage, type BaseMessage } from '@langchain/core/messages'
import { compileText } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import type { LlmStep } from '../../../../schema/graph-schema.js'
import type { ModelSettings } from '../../graph-deps.js'
import { memoizeAsync } from '../memoize-async.js'
import type { Step, StepContext, StepInput } from '../step.js'
import { runToolLoop } from './tool-loop.js'

/** The llm node: calls a model with the node's prompt or, without one, with the conversation so far. */
export const makeLlm = (step: LlmStep, { deps, assistantConfig, expressions }: StepContext): Step => {
  const { schema, tools: definitions = [] } = step
  const { instructions } = assistantConfig as { instructions?: string }
  const system = step.system === undefined ? () => instructions ?? '' : compileText(step.system, expressions)
  const prompt = step.prompt === undefined ? undefined : compileText(step.prompt, expressions)
  const openTools = memoizeAsync(() => deps.openTools(definitions))

  const buildConversation = ({ scope, messages }: StepInput): BaseMessage[] => {
    const instruction = system(scope)
    return [
      ...(instruction === '' ? [] : [new SystemMessage(instruction)]),
      ...(prompt === undefined ? messages : [new HumanMessage(prompt(scope))]),
    ]
  }

  return async (input, config) => {
    const model = await deps.chatModel(toModelSettings(step, assistantConfig))
    const conversation = buildConversation(input)
    if (definitions.length === 0 && schema === undefined) {
      const reply = await model.invoke(conversation, config)
      return { value: reply.text, messages: [reply] }
    }
    const { value, messages } = await runToolLoop(
      { model, tools: await openTools(), conversation, schema, authorizeToolCall: deps.authorizeToolCall },
      config,
    )
    // With a prompt of its own, only the final message joins the conversation.
    return { value, messages: prompt === undefined ? messages : messages.slice(-1) }
  }
}

const toModelSettings = (step: LlmStep, config: JsonObject): ModelSettings => {
  const assistantSettings = config as ModelSettings
  return {
    model: step.model ?? assistantSettings.model,
    temperature: step.temperature ?? assistantSettings.temperature,
    max_tokens: step.max_tokens ?? assistantSettings.max_tokens,
    top_p: step.top_p ?? assistantSettings.top_p,
    base_url: step.base_url ?? assistantSettings.base_url,
  }
}
