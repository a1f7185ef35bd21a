/** `GET /evals/{eval_id}/results/export`: the results of an evaluation as a file. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Evaluations } from '../../evaluations/lifecycle/evaluations.js'
import { exportResults } from '../../evaluations/lifecycle/export-results.js'
import { Uuid } from '../../schema/common.js'
import { ResultExportQuery } from '../../schema/evaluation-rows.js'
import { API_PREFIX, errorResponses, requireUuidParams, toUnprefixedSchema } from '../http/route.js'

const Params = Type.Object({ eval_id: Uuid })

const ResultLines = Type.String({
  description: 'One result per line as JSON, or CSV whose first line has the column names.',
  examples: ['{"example_id":"0198c9a2-b7e1-7f02-8a35-5d1c9e4b6f70","passed":false,"score":0.25}\n'],
})

const CONTENT_TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

export const serveResultExport = (server: FastifyInstance, evaluations: Evaluations): void => {
  const schema = {
    operationId: 'exportEvaluationResults',
    summary: 'Export the results of an evaluation as JSON Lines or CSV',
    description:
      'Sorted by example, assistant and repetition. CSV has the score, the verdict and the explanation of each criterion in ' +
      'columns of their own; cells that a spreadsheet would execute as formulas get an apostrophe.',
    tags: ['Evaluations'],
    params: Params,
    querystring: ResultExportQuery,
    produces: ['application/x-ndjson', 'text/csv'],
    response: {
      200: ResultLines,
      ...errorResponses({ method: 'GET', params: Params, query: ResultExportQuery }),
    },
  }
  for (const url of [`${API_PREFIX}/evals/:eval_id/results/export`, '/evals/:eval_id/results/export']) {
    const options = {
      config: { scope: 'read' } as const,
      schema: url.startsWith(API_PREFIX) ? schema : toUnprefixedSchema(schema),
      preValidation: async (request: Parameters<typeof requireUuidParams>[0]) => {
        requireUuidParams(request)
      },
    }
    server.get<{ Params: Static<typeof Params>; Querystring: ResultExportQuery }>(
      url,
      options,
      async (request, reply) => {
        const { tenant_id, scopes } = request.principal
        const { format } = request.query
        const evaluation = await evaluations.get(tenant_id, request.params.eval_id)
        const lines = exportResults(evaluations, evaluation, request.query, {
          tenant_id,
          canSeeHeldOut: scopes.has('admin'),
        })
        return reply
          .type(CONTENT_TYPES[format])
          .header('content-disposition', `attachment; filename="${evaluation.eval_id}.${format}"`)
          .send(Readable.from(lines))
      },
    )
  }
}
