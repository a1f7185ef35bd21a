/** What a tool does, from LangGraph's words into those of the protocol. */
import type { JsonObject } from '../../schema/common.js'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

export const toolEvent = (told: JsonObject): JsonObject => {
  const tool_call_id = textOf(told['toolCallId'] ?? '')
  switch (told['event']) {
    case 'on_tool_start':
      return {
        event: 'tool-started',
        tool_call_id,
        tool_name: textOf(told['name'] ?? 'tool'),
        input: told['input'],
      }
    case 'on_tool_end':
      return { event: 'tool-finished', tool_call_id, output: told['output'] }
    case 'on_tool_error': {
      const { message } = (told['error'] ?? {}) as { message?: unknown }
      return { event: 'tool-error', tool_call_id, message: textOf(message ?? told['error']) }
    }
    default:
      return { event: 'tool-output-delta', tool_call_id, delta: textOf(told['data']) }
  }
}
