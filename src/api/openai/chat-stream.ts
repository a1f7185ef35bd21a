/** A chat completion as it is being written. What goes wrong once it has begun is told in a frame. */
import type { FastifyReply } from 'fastify'
import type { RunStops } from '../../domain/runs/run-cancellation.js'
import { AppError } from '../../errors.js'
import type { Row } from '../../store/sql/tables.js'
import { followRun, type FollowParts } from '../http/follow-run.js'
import { makeSpokenText } from '../http/stream-text.js'
import { endOf, makeChunks, usageOf } from './chat-completion.js'
import type { ChatRequest } from './chat-request.js'
import type { ChatRun } from './chat-runs.js'
import { problemOf, problemWith, type Problem } from './errors.js'

export interface ChatStreamParts extends FollowParts {
  stops: RunStops
}

const DONE = 'data: [DONE]\n\n'

const failure = ({ error }: Problem): string => `data: ${JSON.stringify({ error })}\n\n`

const LOST = problemOf(new AppError('service_unavailable', 'the run can no longer be followed'))

export const streamChat = (
  parts: ChatStreamParts,
  reply: FastifyReply,
  { run, after, isTied }: ChatRun,
  { model, stream_options }: ChatRequest,
): FastifyReply => {
  const chunks = makeChunks(run, model, stream_options?.include_usage === true)
  const spoken = makeSpokenText()
  const say = (content: string): string => (content === '' ? '' : chunks.delta({ content }))

  const last = (over: Row<'runs'> | undefined): string => {
    if (over === undefined) return failure(LOST)
    const end = endOf(over)
    if (end === undefined) return failure(problemWith(over))
    const rest =
      end.finish_reason === 'stop'
        ? say(spoken.rest(end.content))
        : chunks.delta({ tool_calls: end.tool_calls.map((call, index) => ({ index, ...call })) })
    return rest + chunks.delta({}, end.finish_reason) + chunks.usage(usageOf(over, run)) + DONE
  }

  return followRun(parts, reply, run, {
    after,
    first: chunks.delta({ role: 'assistant', content: '' }),
    hear: (event) => say(spoken.hear(event)),
    last,
    left: () => {
      if (isTied) void parts.stops.cancel(run.tenant_id, run.run_id).catch(() => undefined)
    },
  })
}
