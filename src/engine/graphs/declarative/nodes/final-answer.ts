/**
 * A final answer that matches a schema: the arguments of the tool `final_answer`, or JSON in the model's
 * text.
 */
import type { AIMessage } from '@langchain/core/messages'
import type { JsonObject } from '../../../../schema/common.js'
import type { ToolSet } from '../../graph-deps.js'
import { findSchemaProblem } from '../schema-problem.js'

export const FINAL_ANSWER = 'final_answer'

export const finalAnswerFunction = (schema: JsonObject): ToolSet['definitions'][number] => ({
  type: 'function',
  function: {
    name: FINAL_ANSWER,
    description: 'Gives the answer. Call it once you have it.',
    parameters: schema,
  },
})

export const parseFinalAnswer = (
  message: AIMessage,
  schema: JsonObject,
): { value?: unknown; problem?: string } => {
  const call = message.tool_calls?.find(({ name }) => name === FINAL_ANSWER)
  const value: unknown = call === undefined ? extractJson(message.text) : call.args
  if (value === undefined) return { problem: 'there is no JSON in the answer' }
  const problem = findSchemaProblem(schema, value)
  return problem === undefined ? { value } : { problem }
}

/** Models often wrap JSON in prose or in a code block. */
const extractJson = (text: string): unknown => {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
