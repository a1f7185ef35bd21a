/** Streams a chat completion. Errors after the first frame are sent as a frame. */
import type { FastifyReply } from 'fastify'
import type { RunCancellation } from '../../domain/runs/run-cancellation.js'
import { AppError } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { followRun, type FollowRunDeps } from '../http/follow-run.js'
import { makeStreamText } from '../http/stream-text.js'
import { toChatOutcome, makeChunkFrames, toUsage } from './chat-completion.js'
import type { ChatRequest } from './chat-request.js'
import type { ChatRun } from './chat-runs.js'
import { toOpenAiError, toRunError, type OpenAiError } from './errors.js'

export interface ChatStreamDeps extends FollowRunDeps {
  cancellation: RunCancellation
}

const DONE = 'data: [DONE]\n\n'

const toErrorFrame = ({ error }: OpenAiError): string => `data: ${JSON.stringify({ error })}\n\n`

const RUN_LOST = toOpenAiError(new AppError('service_unavailable', 'The run can no longer be read'))

export const streamChat = (
  deps: ChatStreamDeps,
  reply: FastifyReply,
  { run, after, isTemporary }: ChatRun,
  { model, stream_options }: ChatRequest,
): FastifyReply => {
  const chunks = makeChunkFrames(run, model, stream_options?.include_usage === true)
  const streamText = makeStreamText()
  const contentFrame = (content: string): string => (content === '' ? '' : chunks.delta({ content }))

  const renderEnd = (endedRun: Row<'runs'> | undefined): string => {
    if (endedRun === undefined) return toErrorFrame(RUN_LOST)
    const outcome = toChatOutcome(endedRun)
    if (outcome === undefined) return toErrorFrame(toRunError(endedRun))
    const finalFrame =
      outcome.finish_reason === 'stop'
        ? contentFrame(streamText.remainingText(outcome.content))
        : chunks.delta({ tool_calls: outcome.tool_calls.map((call, index) => ({ index, ...call })) })
    return finalFrame + chunks.delta({}, outcome.finish_reason) + chunks.usage(toUsage(endedRun, run)) + DONE
  }

  return followRun(deps, reply, run, {
    after,
    firstFrame: chunks.delta({ role: 'assistant', content: '' }),
    renderEvent: (event) => contentFrame(streamText.onEvent(event)),
    renderEnd,
    onDisconnect: () => {
      if (isTemporary) void deps.cancellation.cancelRun(run.tenant_id, run.run_id).catch(() => undefined)
    },
  })
}
