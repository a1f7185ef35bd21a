import type { ToolMessage } from '@langchain/core/messages'
import { compileValue } from '../../../../domain/graph-schema/template.js'
import type { JsonObject } from '../../../../schema/common.js'
import type { ToolStep } from '../../../../schema/graph-schema.js'
import type { ToolSet } from '../../parts.js'
import { askClient } from '../ask-client.js'
import { lazily } from '../lazily.js'
import { jsonIn } from '../json-in.js'
import { taskIdOf, type Step, type StepContext } from '../step.js'

/** Calls one tool with arguments of the graph's own. */
export const makeTool = (step: ToolStep, { parts, expressions }: StepContext): Step => {
  const args = compileValue(step.arguments ?? {}, expressions)
  const open = lazily(() => parts.openTools([step.tool]))
  return async ({ scope }, config) => {
    const tools = await open()
    const name = nameIn(tools, step.name)
    const call = { id: `call_${taskIdOf(config)}`, name, args: args(scope) as JsonObject }
    if (tools.client.has(name)) return { value: askClient([call]).get(call.id) }
    const message = (await tools.server
      .get(name)
      ?.invoke({ ...call, type: 'tool_call' }, config)) as ToolMessage
    if (message.status === 'error') throw new Error(message.text)
    return { value: jsonIn(message.text) }
  }
}

const nameIn = (tools: ToolSet, wanted: string | undefined): string => {
  const names = [...tools.server.keys(), ...tools.client]
  if (wanted === undefined && names[0] !== undefined && names.length === 1) return names[0]
  if (wanted !== undefined && names.includes(wanted)) return wanted
  throw new Error(
    `${wanted === undefined ? 'the definition stands for several tools; name one' : `there is no tool ${wanted}`}: ${names.join(', ')}`,
  )
}
