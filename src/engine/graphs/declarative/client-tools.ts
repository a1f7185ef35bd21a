/** Client-side tools: the run is interrupted until the client submits their outputs. */
import { interrupt } from '@langchain/langgraph'
import type { ToolCall } from '../graph-deps.js'
import { toToolOutputsRequest } from '../tool-calls.js'

/** Returns the outputs by tool call id. */
export const requestToolOutputs = (calls: readonly ToolCall[]): Map<string, unknown> => {
  const request = toToolOutputsRequest(calls)
  let error: string | undefined
  for (;;) {
    const outputs = parseToolOutputs(interrupt(error === undefined ? request : { ...request, error }))
    const missingIds = calls.filter(({ id }) => !outputs.has(id)).map(({ id }) => id)
    if (missingIds.length === 0) return outputs
    error = `tool_outputs has no output for ${missingIds.join(', ')}`
  }
}

const parseToolOutputs = (resumeValue: unknown): Map<string, unknown> => {
  const { tool_outputs } = (resumeValue ?? {}) as { tool_outputs?: unknown }
  const list = Array.isArray(tool_outputs) ? (tool_outputs as unknown[]) : []
  return new Map(
    list.map((item) => {
      const { tool_call_id, output } = (item ?? {}) as { tool_call_id?: unknown; output?: unknown }
      return [String(tool_call_id), output ?? null]
    }),
  )
}
