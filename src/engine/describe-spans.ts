/** The names and attributes of the spans of an execution, from its events. */
import type { EventFields } from '../events/run-event.js'
import type { SpanAttributes, SpanRecord, Tracing } from '../platform/telemetry/tracing.js'
import { isObject } from '../schema/common.js'

type Described = Pick<SpanRecord, 'name' | 'kind' | 'attributes' | 'error'>
type Conventions = Pick<Tracing, 'usesGenAiConventions' | 'capturesContent'>

const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const toNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const toJson = (value: unknown): string | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value)

export const describeNode = ({ node_id, step, error }: EventFields): Described => ({
  name: `node ${String(node_id)}`,
  kind: 'internal',
  attributes: { 'heddle.node.id': toText(node_id), 'heddle.node.step': toNumber(step) },
  error: toError(error),
})

/** `started` has the settings of the call. It is missing if the call began before this execution. */
export const describeModelCall = (
  { usesGenAiConventions, capturesContent }: Conventions,
  { model, usage, first_token_ms, content }: EventFields,
  started: EventFields | undefined,
): Described => {
  const settings = isObject(started?.['settings']) ? started['settings'] : {}
  const requested = toText(started?.['model']) ?? toText(model)
  const { input_tokens, output_tokens } = isObject(usage) ? usage : {}
  const plain = { 'heddle.model': toText(model), 'heddle.model.first_token_ms': toNumber(first_token_ms) }
  const genAi: SpanAttributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': toText(settings['provider']) ?? 'unknown',
    'gen_ai.request.model': requested,
    'gen_ai.response.model': toText(model),
    'gen_ai.request.temperature': toNumber(settings['temperature']),
    'gen_ai.request.max_tokens': toNumber(settings['max_tokens']),
    'gen_ai.usage.input_tokens': toNumber(input_tokens),
    'gen_ai.usage.output_tokens': toNumber(output_tokens),
    ...(capturesContent && { 'gen_ai.output.messages': toOutputMessages(content) }),
  }
  return {
    name: `${usesGenAiConventions ? 'chat' : 'model call'} ${requested ?? 'unknown'}`,
    kind: 'client',
    attributes: { ...plain, ...(usesGenAiConventions && genAi) },
    error: undefined,
  }
}

const toOutputMessages = (content: unknown): string =>
  JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content }] }])

export const describeTool = (
  { usesGenAiConventions, capturesContent }: Conventions,
  { tool_name, tool_call_id, output, error, status }: EventFields,
  call: EventFields | undefined,
): Described => {
  const name = String(tool_name)
  const genAi: SpanAttributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': toText(tool_call_id),
    'gen_ai.tool.type': 'function',
    ...(capturesContent && {
      'gen_ai.tool.call.arguments': toJson(call?.['arguments']),
      'gen_ai.tool.call.result': toJson(output),
    }),
  }
  const message = toText(error) ?? (status === 'error' ? `The tool ${name} reported a failure` : undefined)
  return {
    name: `${usesGenAiConventions ? 'execute_tool' : 'tool'} ${name}`,
    kind: 'internal',
    attributes: { 'heddle.tool': name, ...(usesGenAiConventions && genAi) },
    error: message === undefined ? undefined : { type: 'tool_error', message },
  }
}

export const describeGuardrail = (event: EventFields): Described => {
  const { guardrail, guardrail_type, stage, action, category, passed } = event
  const names = Array.isArray(passed)
    ? (passed as { guardrail?: string }[]).map((check) => check.guardrail ?? '')
    : []
  return {
    name: `guardrails ${String(stage)}`,
    kind: 'internal',
    attributes: {
      'heddle.guardrail.names': typeof guardrail === 'string' ? [guardrail] : names,
      'heddle.guardrail.type': toText(guardrail_type),
      'heddle.guardrail.stage': toText(stage),
      'heddle.guardrail.action': toText(action) ?? 'pass',
      'heddle.guardrail.category': toText(category),
    },
    error: undefined,
  }
}

const toError = (error: unknown): Described['error'] => {
  if (!isObject(error)) return undefined
  const { code, message } = error
  return { type: toText(code) ?? 'error', message: toText(message) ?? '' }
}
