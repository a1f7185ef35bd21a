import type { Calibrations } from '../../evaluations/runner/calibrations.js'
import { requireCriteria, toUnscoredError } from '../../evaluations/runner/judge-errors.js'
import type { JudgeClient } from '../../evaluations/runner/judge-client.js'
import { newId } from '../../platform/ids.js'
import { Calibration, CalibrationCreate, CalibrationPage } from '../../schema/calibration.js'
import { PageQuery } from '../../schema/common.js'
import { JudgeResponse, JudgeRequest } from '../../schema/judge.js'
import { route, type Route } from '../http/route.js'

interface Deps {
  judging: JudgeClient
  calibrations: Calibrations
}

const tag = 'Evaluations'
const alsoUnprefixed = true

export const judgeRoutes = ({ judging, calibrations }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/evals/judge',
    operationId: 'judge',
    summary: 'Have an answer judged',
    description:
      'By a model or, where none is configured, by rules that say that they are. A judge that gives no readable verdict ' +
      'gives no score: that is a 503.',
    tag,
    alsoUnprefixed,
    bodyLimitFactor: 10,
    body: JudgeRequest,
    response: JudgeResponse,
    handle: async ({ body }) => {
      const criteria = requireCriteria(body)
      const { model, samples, threshold } = body
      const signal = new AbortController().signal
      const answer = await judging.judge({ criteria, model, samples, threshold }, body, signal)
      if (answer.reason !== null) throw toUnscoredError(answer.reason, answer)
      return { id: newId(), ...answer }
    },
  }),
  route({
    method: 'POST',
    path: '/evals/judge/calibrations',
    operationId: 'calibrateJudge',
    summary: 'Hold a judge against people',
    description:
      'With labels the judge is asked about each in this request, which takes as long as that does. What it cannot score ' +
      'counts as unscored and never as a disagreement. Summaries of evaluations say what was found last.',
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
