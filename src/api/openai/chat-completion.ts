/** A run as the answer to a chat completion: whole, or in chunks. */
import { actionOf, answerTextOf } from '../../domain/runs/run-output.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { toCallId } from './tool-call-ids.js'

type RunRow = Row<'runs'>

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export type ChatEnd =
  { finish_reason: 'stop'; content: string } | { finish_reason: 'tool_calls'; tool_calls: ToolCall[] }

/** Undefined: it gave no answer. */
export const endOf = (run: RunRow): ChatEnd | undefined => {
  if (run.status === 'completed') return { finish_reason: 'stop', content: answerTextOf(run) }
  const action = actionOf(run)
  if (action?.type !== 'submit_tool_outputs') return undefined
  const tool_calls = (action.tool_calls ?? []).map(({ id, name, arguments: args }) => ({
    id: toCallId(run.run_id, id),
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { finish_reason: 'tool_calls', tool_calls }
}

interface Counted {
  input_tokens?: number
  output_tokens?: number
}

/** What was used for this request: a run that waited before has used more. */
export const usageOf = (run: RunRow, before: RunRow): JsonObject => {
  const now = countedIn(run)
  const then = countedIn(before)
  const prompt_tokens = (now.input_tokens ?? 0) - (then.input_tokens ?? 0)
  const completion_tokens = (now.output_tokens ?? 0) - (then.output_tokens ?? 0)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

const countedIn = ({ usage }: RunRow): Counted => (usage === null ? {} : (JSON.parse(usage) as Counted))

const about = ({ run_id, created_at }: RunRow, model: string) => ({
  id: `chatcmpl-${run_id}`,
  created: Math.floor(created_at / 1000),
  model,
})

export const toCompletion = (run: RunRow, before: RunRow, end: ChatEnd, model: string): JsonObject => {
  const { finish_reason, ...said } = end
  const message = { role: 'assistant', content: null, refusal: null, ...said }
  return {
    ...about(run, model),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: usageOf(run, before),
  }
}

/** Frames of the stream. `withUsage`: each says that the usage comes later. */
export const makeChunks = (run: RunRow, model: string, withUsage: boolean) => {
  const frame = (fields: JsonObject): string =>
    `data: ${JSON.stringify({ ...about(run, model), object: 'chat.completion.chunk', ...fields })}\n\n`
  return {
    delta: (delta: JsonObject, finish_reason: ChatEnd['finish_reason'] | null = null): string =>
      frame({
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(withUsage && { usage: null }),
      }),
    usage: (usage: JsonObject): string => (withUsage ? frame({ choices: [], usage }) : ''),
  }
}
