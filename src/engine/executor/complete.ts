/** One model call outside of any run, as LLM judges need it. */
import { HumanMessage, SystemMessage, type AIMessage } from '@langchain/core/messages'
import type { Completion, CompletionRequest, Usage } from '../threads/executor-protocol.js'
import type { Models } from '../models/models.js'
import { toText } from './message-format.js'

export const complete = async (
  models: Models,
  { settings, system, user, schema, timeoutMs }: CompletionRequest,
): Promise<Completion> => {
  const model = await models.chatModel(settings)
  const prompt = [new SystemMessage(system), new HumanMessage(user)]
  const options = { signal: AbortSignal.timeout(timeoutMs) }
  if (schema === null) {
    const message = (await model.invoke(prompt, options)) as AIMessage
    return toCompletion(message, toText(message.content))
  }
  // LangChain uses the provider's structured output or a forced tool call. Output that does not match the
  // schema is returned as text.
  const structuredModel = model.withStructuredOutput(schema, { includeRaw: true })
  const { raw, parsed } = (await structuredModel.invoke(prompt, options)) as {
    raw: AIMessage
    parsed: unknown
  }
  return toCompletion(raw, getToolArguments(raw, parsed) ?? toText(raw.content))
}

/**
 * Returns undefined if the model called no tool. Invalid arguments stay as they are, so that the caller sees
 * what is wrong with them.
 */
const getToolArguments = ({ tool_calls = [], invalid_tool_calls = [] }: AIMessage, parsed: unknown) =>
  tool_calls.length > 0 && parsed != null ? JSON.stringify(parsed) : invalid_tool_calls[0]?.args

const toCompletion = (message: AIMessage, text: string): Completion => {
  const usageMetadata = message.usage_metadata as Partial<Usage> | undefined
  const { model_name = 'unknown' } = message.response_metadata as { model_name?: string }
  const usage: Usage | null =
    usageMetadata === undefined
      ? null
      : {
          input_tokens: usageMetadata.input_tokens ?? 0,
          output_tokens: usageMetadata.output_tokens ?? 0,
          total_tokens: usageMetadata.total_tokens ?? 0,
          model: model_name,
          calls: 1,
        }
  return { text, usage, model: model_name }
}
