/** An answer in the form of a schema: the arguments of a function that the model calls, or JSON in what it says. */
import type { AIMessage } from '@langchain/core/messages'
import type { JsonObject } from '../../../../schema/common.js'
import type { ToolSet } from '../../graph-deps.js'
import { schemaProblem } from '../schema-problem.js'

export const FINAL_ANSWER = 'final_answer'

export const finalAnswerFunction = (schema: JsonObject): ToolSet['definitions'][number] => ({
  type: 'function',
  function: {
    name: FINAL_ANSWER,
    description: 'Gives the answer. Call it once you have it.',
    parameters: schema,
  },
})

export const finalAnswerIn = (
  message: AIMessage,
  schema: JsonObject,
): { value?: unknown; problem?: string } => {
  const call = message.tool_calls?.find(({ name }) => name === FINAL_ANSWER)
  const value: unknown = call === undefined ? jsonWithin(message.text) : call.args
  if (value === undefined) return { problem: 'there is no JSON in the answer' }
  const problem = schemaProblem(schema, value)
  return problem === undefined ? { value } : { problem }
}

/** Models like to wrap JSON in words or in a code block. */
const jsonWithin = (text: string): unknown => {
  const object = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  try {
    return JSON.parse(object)
  } catch {
    return undefined
  }
}
