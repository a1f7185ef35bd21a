import type { Calibrations } from '../../evaluations/runner/calibrations.js'
import { requireCriteria, toUnscoredError } from '../../evaluations/runner/judge-errors.js'
import type { JudgeClient } from '../../evaluations/runner/judge-client.js'
import { newId } from '../../platform/ids.js'
import { Calibration, CalibrationCreate, CalibrationPage } from '../../schema/calibration.js'
import { PageQuery } from '../../schema/common.js'
import { JudgeResponse, JudgeRequest } from '../../schema/judge.js'
import { route, type Route } from '../http/route.js'

interface Deps {
  judgeClient: JudgeClient
  calibrations: Calibrations
}

const tag = 'Evaluations'
const alsoUnprefixed = true

export const judgeRoutes = ({ judgeClient, calibrations }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/evals/judge',
    operationId: 'judge',
    summary: 'Judge a single output',
    description:
      'Uses a model or, if none is configured, heuristic rules (`method` says which). If the judge returns no readable ' +
      'verdict, there is no score and the status is 503.',
    tag,
    alsoUnprefixed,
    bodyLimitFactor: 10,
    body: JudgeRequest,
    response: JudgeResponse,
    handle: async ({ body }) => {
      const criteria = requireCriteria(body)
      const { model, samples, threshold } = body
      const signal = new AbortController().signal
      const result = await judgeClient.judge({ criteria, model, samples, threshold }, body, signal)
      if (result.reason !== null) throw toUnscoredError(result.reason, result)
      return { id: newId(), ...result }
    },
  }),
  route({
    method: 'POST',
    path: '/evals/judge/calibrations',
    operationId: 'calibrateJudge',
    summary: 'Calibrate a judge against human labels',
    description:
      'With `labels`, the request calls the judge for each label and lasts until all are judged. An output that the judge ' +
      'cannot score counts as unscored, not as a disagreement. Summaries of evaluations show the latest calibration.',
    tag,
    alsoUnprefixed,
    bodyLimitFactor: 10,
    body: CalibrationCreate,
    response: Calibration,
    status: 201,
    errors: ['resource_not_found'],
    handle: ({ tenant, body, idempotencyStatements }) =>
      calibrations.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/evals/judge/calibrations',
    operationId: 'listCalibrations',
    summary: 'List calibrations of judges, newest first',
    tag,
    alsoUnprefixed,
    query: PageQuery,
    response: CalibrationPage,
    handle: ({ tenant, query }) => calibrations.list(tenant, query),
  }),
]
