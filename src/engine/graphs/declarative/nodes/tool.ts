import type { ToolMessage } from '@langchain/core/messages'
import { compileValue } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import type { ToolStep } from '../../../../schema/graph-schema.js'
import type { ToolSet } from '../../graph-deps.js'
import { requestToolOutputs } from '../client-tools.js'
import { memoizeAsync } from '../memoize-async.js'
import { parseJsonOrText } from '../parse-json.js'
import { getTaskId, type Step, type StepContext } from '../step.js'

/** The tool node: calls one tool with arguments that the graph computes. */
export const makeTool = (step: ToolStep, { deps, expressions }: StepContext): Step => {
  const args = compileValue(step.arguments ?? {}, expressions)
  const openTools = memoizeAsync(() => deps.openTools([step.tool]))
  return async ({ scope }, config) => {
    const tools = await openTools()
    const name = resolveToolName(tools, step.name)
    const call = { id: `call_${getTaskId(config)}`, name, args: args(scope) as JsonObject }
    const decision = await deps.authorizeToolCall(call, config)
    if ('refusal' in decision) throw new Error(decision.refusal)
    const authorizedCall = { ...call, ...decision }
    if (tools.client.has(name)) return { value: requestToolOutputs([authorizedCall]).get(call.id) }
    const message = (await tools.server
      .get(name)
      ?.invoke({ ...authorizedCall, type: 'tool_call' }, config)) as ToolMessage
    if (message.status === 'error') throw new Error(message.text)
    return { value: parseJsonOrText(message.text) }
  }
}

const resolveToolName = (tools: ToolSet, requestedName: string | undefined): string => {
  const names = [...tools.server.keys(), ...tools.client]
  const name =
    requestedName === undefined && names.length === 1
      ? names[0]
      : names.find((candidate) => candidate === requestedName)
  if (name !== undefined) return name
  const problem =
    requestedName === undefined
      ? 'set name to one of the tools'
      : `tool ${requestedName} does not exist; available tools`
  throw new Error(`${problem}: ${names.join(', ')}`)
}
