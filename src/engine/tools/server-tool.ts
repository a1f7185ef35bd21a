/** Wraps a tool that runs in the executor thread as a LangChain tool. */
import { ToolMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import { DynamicStructuredTool, type StructuredToolInterface } from '@langchain/core/tools'
import type { JsonObject } from '../../schema/common.js'
import { makeArgumentValidator } from './validate-arguments.js'
import { findTraceparent, runWithTraceparent } from '../outgoing-trace.js'
import { ToolFailed } from './errors.js'

export interface ToolSpec {
  name: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: JsonObject
  /** The server validates arguments too, so a schema that cannot be compiled here is not an error. */
  validatedByServer?: boolean
  /** Throws ToolFailed with a message for the model, or the signal's reason when it fires. */
  run(args: JsonObject, signal: AbortSignal | undefined): Promise<string> | string
}

// With a schema, LangChain would throw on invalid arguments before any callback. Accept any input, so that the model can
// read the problem.
const ANY_SCHEMA = {}

export const makeServerTool = (spec: ToolSpec): StructuredToolInterface => {
  const { name, description, parameters, validatedByServer = false, run } = spec
  const validate = makeArgumentValidator(parameters, validatedByServer)
  const runTool = async (input: unknown, signal: AbortSignal | undefined): Promise<ToolResult> => {
    signal?.throwIfAborted()
    try {
      return { status: 'success', text: await run(validate(input), signal) }
    } catch (error) {
      if (!(error instanceof ToolFailed)) throw error
      return { status: 'error', text: `Error: ${error.message}` }
    }
  }
  return new DynamicStructuredTool({
    name,
    description,
    schema: ANY_SCHEMA,
    func: async (input: unknown, manager, config?: RunnableConfig & { toolCall?: { id?: string } }) => {
      const { status, text } = await runWithTraceparent(findTraceparent(manager), () =>
        runTool(input, config?.signal),
      )
      const id = config?.toolCall?.id
      return id === undefined ? text : new ToolMessage({ content: text, status, name, tool_call_id: id })
    },
  })
}

interface ToolResult {
  status: 'success' | 'error'
  text: string
}
