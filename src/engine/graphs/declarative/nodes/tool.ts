import type { ToolMessage } from '@langchain/core/messages'
import { compileValue } from '../../../../domain/graph-schema/templates.js'
import type { JsonObject } from '../../../../schema/common.js'
import type { ToolStep } from '../../../../schema/graph-schema.js'
import type { ToolSet } from '../../graph-deps.js'
import { askClient } from '../client-tools.js'
import { lazily } from '../memoize-async.js'
import { jsonIn } from '../parse-json.js'
import { taskIdOf, type Step, type StepContext } from '../step.js'

/** Calls one tool with arguments of the graph's own. */
export const makeTool = (step: ToolStep, { parts, expressions }: StepContext): Step => {
  const args = compileValue(step.arguments ?? {}, expressions)
  const open = lazily(() => parts.openTools([step.tool]))
  return async ({ scope }, config) => {
    const tools = await open()
    const name = nameIn(tools, step.name)
    const call = { id: `call_${taskIdOf(config)}`, name, args: args(scope) as JsonObject }
    const cleared = await parts.clearCall(call, config)
    if ('refusal' in cleared) throw new Error(cleared.refusal)
    const allowed = { ...call, ...cleared }
    if (tools.client.has(name)) return { value: askClient([allowed]).get(call.id) }
    const message = (await tools.server
      .get(name)
      ?.invoke({ ...allowed, type: 'tool_call' }, config)) as ToolMessage
    if (message.status === 'error') throw new Error(message.text)
    return { value: jsonIn(message.text) }
  }
}

const nameIn = (tools: ToolSet, wanted: string | undefined): string => {
  const names = [...tools.server.keys(), ...tools.client]
  const found = wanted === undefined && names.length === 1 ? names[0] : names.find((name) => name === wanted)
  if (found !== undefined) return found
  const problem = wanted === undefined ? 'name one of the tools' : `there is no tool ${wanted}`
  throw new Error(`${problem}: ${names.join(', ')}`)
}
