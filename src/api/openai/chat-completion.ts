/** Converts a run to a chat completion, as a whole or in chunks. */
import { getRequiredAction, getOutputText } from '../../domain/runs/run-output.js'
import type { JsonObject } from '../../schema/common.js'
import type { Row } from '../../store/sql/tables.js'
import { toCallId } from './tool-call-ids.js'

type RunRow = Row<'runs'>

interface ToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export type ChatOutcome =
  | { finish_reason: 'stop'; content: string }
  | { finish_reason: 'tool_calls'; tool_calls: ToolCall[] }

/** Undefined if the run produced neither an output nor tool calls. */
export const toChatOutcome = (run: RunRow): ChatOutcome | undefined => {
  if (run.status === 'completed') return { finish_reason: 'stop', content: getOutputText(run) }
  const action = getRequiredAction(run)
  if (action?.type !== 'submit_tool_outputs') return undefined
  const tool_calls = (action.tool_calls ?? []).map(({ id, name, arguments: args }) => ({
    id: toCallId(run.run_id, id),
    type: 'function' as const,
    function: { name, arguments: JSON.stringify(args) },
  }))
  return { finish_reason: 'tool_calls', tool_calls }
}

interface TokenCounts {
  input_tokens?: number
  output_tokens?: number
}

/** Tokens used since this request started; a resumed run has used tokens before. */
export const toUsage = (run: RunRow, runAtStart: RunRow): JsonObject => {
  const current = parseTokenCounts(run)
  const previous = parseTokenCounts(runAtStart)
  const prompt_tokens = (current.input_tokens ?? 0) - (previous.input_tokens ?? 0)
  const completion_tokens = (current.output_tokens ?? 0) - (previous.output_tokens ?? 0)
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens }
}

const parseTokenCounts = ({ usage }: RunRow): TokenCounts =>
  usage === null ? {} : (JSON.parse(usage) as TokenCounts)

const toBaseFields = ({ run_id, created_at }: RunRow, model: string) => ({
  id: `chatcmpl-${run_id}`,
  created: Math.floor(created_at / 1000),
  model,
})

export const toCompletion = (
  run: RunRow,
  runAtStart: RunRow,
  outcome: ChatOutcome,
  model: string,
): JsonObject => {
  const { finish_reason, ...messageFields } = outcome
  const message = { role: 'assistant', content: null, refusal: null, ...messageFields }
  return {
    ...toBaseFields(run, model),
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: toUsage(run, runAtStart),
  }
}

/** Builds the frames of the stream. With `withUsage`, every chunk has `usage: null` and the last one the usage. */
export const makeChunkFrames = (run: RunRow, model: string, withUsage: boolean) => {
  const frame = (fields: JsonObject): string =>
    `data: ${JSON.stringify({ ...toBaseFields(run, model), object: 'chat.completion.chunk', ...fields })}\n\n`
  return {
    delta: (delta: JsonObject, finish_reason: ChatOutcome['finish_reason'] | null = null): string =>
      frame({
        choices: [{ index: 0, delta, logprobs: null, finish_reason }],
        ...(withUsage && { usage: null }),
      }),
    usage: (usage: JsonObject): string => (withUsage ? frame({ choices: [], usage }) : ''),
  }
}
