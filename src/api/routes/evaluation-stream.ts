/** `GET /evals/{eval_id}/stream`: how far an evaluation is, as it goes on, until it has ended. */
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Evaluations } from '../../evaluations/lifecycle/evaluations.js'
import type { Bus } from '../../events/bus.js'
import { Uuid } from '../../schema/common.js'
import { EVAL_ENDED, EvaluationProgressStreamed, type Evaluation } from '../../schema/evaluation.js'
import { errorResponses, PREFIX, requireIds } from '../http/route.js'
import type { EventStreams } from '../http/sse.js'

const Params = Type.Object({ eval_id: Uuid })

interface Parts {
  evaluations: Evaluations
  bus: Bus
  streams: EventStreams
}

/** Nobody reads more than a few lines a second. */
const LEAST_MS = 100
/** News may be lost. */
const LOOK_MS = 2_000

const frame = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export const serveEvalStream = (server: FastifyInstance, { evaluations, bus, streams }: Parts): void => {
  const schema = {
    operationId: 'streamEvaluation',
    summary: 'Follow the progress of an evaluation',
    description: 'Server-Sent Events: where it stands, then every change, until it has ended.',
    tags: ['Evaluations'],
    params: Params,
    produces: ['text/event-stream'],
    response: { 200: EvaluationProgressStreamed, ...errorResponses({ method: 'GET', params: Params }) },
  }
  for (const url of [`${PREFIX}/evals/:eval_id/stream`, '/evals/:eval_id/stream']) {
    const options = {
      config: { scope: 'read' } as const,
      schema: { ...schema, hide: !url.startsWith(PREFIX) },
      preValidation: async (request: Parameters<typeof requireIds>[0]) => {
        requireIds(request)
      },
    }
    server.get<{ Params: Static<typeof Params> }>(url, options, async (request, reply) => {
      const { tenant_id } = request.principal
      const { eval_id } = request.params
      const first = await evaluations.get(tenant_id, eval_id)
      let told = ''
      let isClosed = false as boolean
      /** How often there was news, and up to which of them it was looked at. */
      let news = 0
      let seen = 0
      let isLooking = false
      const close = (): void => {
        isClosed = true
        clearInterval(timer)
        unfollow()
      }
      const stream = streams.open(reply, close)
      const tell = (evaluation: Evaluation): void => {
        if (isClosed) return
        const { status, progress } = evaluation
        const text = frame('progress', { eval_id, status, progress })
        if (text !== told) stream.write(text)
        told = text
        if (!(EVAL_ENDED as readonly string[]).includes(status)) return
        stream.write(frame('end', evaluation))
        stream.end()
        close()
      }
      const look = async (): Promise<void> => {
        news++
        if (isLooking) return
        isLooking = true
        while (seen < news && !isClosed) {
          seen = news
          try {
            tell(await evaluations.get(tenant_id, eval_id))
          } catch {
            // A store that is away, or an evaluation that was deleted: the client comes back and is told.
            stream.end()
            return
          }
          await new Promise((resolve) => setTimeout(resolve, LEAST_MS))
        }
        isLooking = false
      }
      const unfollow = bus.follow(eval_id, () => void look())
      const timer = setInterval(() => void look(), LOOK_MS)
      tell(first)
      return reply
    })
  }
}
