/** `GET /evals/{eval_id}/stream`: streams the progress of an evaluation until it has ended. */
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Evaluations } from '../../evaluations/lifecycle/evaluations.js'
import type { Bus } from '../../events/bus.js'
import { Uuid } from '../../schema/common.js'
import { FINAL_EVAL_STATUSES, EvaluationProgressStreamed, type Evaluation } from '../../schema/evaluation.js'
import {
  errorResponses,
  API_PREFIX,
  NO_PARAMETERS,
  toUnprefixedSchema,
  requireUuidParams,
} from '../http/route.js'
import type { EventStreams } from '../http/sse.js'

const Params = Type.Object({ eval_id: Uuid })

interface Deps {
  evaluations: Evaluations
  bus: Bus
  streams: EventStreams
}

/** At most ten updates per second. */
const MIN_INTERVAL_MS = 100
/** Notifications of the bus can be lost, so the evaluation is also polled. */
const POLL_INTERVAL_MS = 2_000

const toFrame = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

export const serveEvaluationStream = (server: FastifyInstance, { evaluations, bus, streams }: Deps): void => {
  const schema = {
    operationId: 'streamEvaluation',
    summary: 'Follow the progress of an evaluation',
    description:
      'Server-Sent Events: the current progress, then every change, until the evaluation has ended.',
    tags: ['Evaluations'],
    params: Params,
    querystring: NO_PARAMETERS,
    produces: ['text/event-stream'],
    response: {
      200: EvaluationProgressStreamed,
      ...errorResponses({ method: 'GET', params: Params, query: NO_PARAMETERS }),
    },
  }
  for (const url of [`${API_PREFIX}/evals/:eval_id/stream`, '/evals/:eval_id/stream']) {
    const options = {
      config: { scope: 'read' } as const,
      schema: url.startsWith(API_PREFIX) ? schema : toUnprefixedSchema(schema),
      preValidation: async (request: Parameters<typeof requireUuidParams>[0]) => {
        requireUuidParams(request)
      },
    }
    server.get<{ Params: Static<typeof Params> }>(url, options, async (request, reply) => {
      const { tenant_id } = request.principal
      const { eval_id } = request.params
      const first = await evaluations.get(tenant_id, eval_id)
      let lastFrame = ''
      let isClosed = false as boolean
      // `refresh` runs again if a notification arrived while it was reading.
      let notifiedCount = 0
      let handledCount = 0
      let isReading = false
      const close = (): void => {
        isClosed = true
        clearInterval(timer)
        unsubscribe()
      }
      const stream = streams.open(reply, close)
      const sendProgress = (evaluation: Evaluation): void => {
        if (isClosed) return
        const { status, progress } = evaluation
        const text = toFrame('progress', { eval_id, status, progress })
        if (text !== lastFrame) stream.write(text)
        lastFrame = text
        if (!(FINAL_EVAL_STATUSES as readonly string[]).includes(status)) return
        stream.write(toFrame('end', evaluation))
        stream.end()
        close()
      }
      const refresh = async (): Promise<void> => {
        notifiedCount++
        if (isReading) return
        isReading = true
        while (handledCount < notifiedCount && !isClosed) {
          handledCount = notifiedCount
          try {
            sendProgress(await evaluations.get(tenant_id, eval_id))
          } catch {
            // The store is unavailable or the evaluation was deleted; the client gets the error when it reconnects.
            stream.end()
            return
          }
          await new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))
        }
        isReading = false
      }
      const unsubscribe = bus.subscribe(eval_id, () => void refresh())
      const timer = setInterval(() => void refresh(), POLL_INTERVAL_MS)
      sendProgress(first)
      return reply
    })
  }
}
