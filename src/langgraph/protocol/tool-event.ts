/** Converts LangGraph's tool stream events to tool events of the protocol. */
import type { JsonObject } from '../../schema/common.js'

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))

export const toToolEvent = (streamed: JsonObject): JsonObject => {
  const tool_call_id = toText(streamed['toolCallId'] ?? '')
  switch (streamed['event']) {
    case 'on_tool_start':
      return {
        event: 'tool-started',
        tool_call_id,
        tool_name: toText(streamed['name'] ?? 'tool'),
        input: streamed['input'],
      }
    case 'on_tool_end':
      return { event: 'tool-finished', tool_call_id, output: streamed['output'] }
    case 'on_tool_error': {
      const { message } = (streamed['error'] ?? {}) as { message?: unknown }
      return { event: 'tool-error', tool_call_id, message: toText(message ?? streamed['error']) }
    }
    default:
      return { event: 'tool-output-delta', tool_call_id, delta: toText(streamed['data']) }
  }
}
