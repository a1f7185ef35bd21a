import { Type } from 'typebox'
import type { Evaluations } from '../../evaluations/lifecycle/evaluations.js'
import type { CompareEvaluations } from '../../evaluations/runner/compare-evaluations.js'
import { Uuid } from '../../schema/common.js'
import {
  Evaluation,
  EvaluationComparison,
  EvaluationCreate,
  EvaluationDeleted,
  EvaluationPage,
  EvaluationQuery,
  EvaluationResultPage,
  EvaluationResultQuery,
} from '../../schema/evaluation.js'
import { route, type Route } from '../http/route.js'

interface Deps {
  evaluations: Evaluations
  compareEvaluations: CompareEvaluations
}

const tag = 'Evaluations'
const alsoUnprefixed = true
const params = Type.Object({ eval_id: Uuid })

export const evaluationRoutes = ({ evaluations, compareEvaluations }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/evals',
    operationId: 'createEvaluation',
    summary: 'Create an evaluation',
    tag,
    alsoUnprefixed,
    body: EvaluationCreate,
    response: Evaluation,
    status: 201,
    errors: ['resource_not_found'],
    handle: ({ tenant, isAdmin, body, idempotencyStatements }) =>
      evaluations.create(tenant, body, isAdmin, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/evals',
    operationId: 'listEvaluations',
    summary: 'List evaluations, newest first',
    tag,
    alsoUnprefixed,
    query: EvaluationQuery,
    response: EvaluationPage,
    handle: ({ tenant, query }) => evaluations.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}',
    operationId: 'getEvaluation',
    summary: 'Read an evaluation',
    tag,
    alsoUnprefixed,
    params,
    response: Evaluation,
    handle: ({ tenant, params: { eval_id } }) => evaluations.get(tenant, eval_id),
  }),
  route({
    method: 'POST',
    path: '/evals/{eval_id}/run',
    operationId: 'runEvaluation',
    summary: 'Start an evaluation, or continue one that was interrupted',
    tag,
    alsoUnprefixed,
    params,
    response: Evaluation,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { eval_id } }) => evaluations.run(tenant, eval_id),
  }),
  route({
    method: 'POST',
    path: '/evals/{eval_id}/cancel',
    operationId: 'cancelEvaluation',
    summary: 'Cancel an evaluation and keep its results',
    tag,
    alsoUnprefixed,
    params,
    response: Evaluation,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { eval_id } }) => evaluations.cancel(tenant, eval_id),
  }),
  route({
    method: 'POST',
    path: '/evals/{eval_id}/retry',
    operationId: 'retryEvaluation',
    summary: 'Retry results without a score',
    description:
      'Examples whose run failed are run again. If only the judge failed, only the judge is called again.',
    tag,
    alsoUnprefixed,
    params,
    response: Evaluation,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { eval_id } }) => evaluations.retry(tenant, eval_id),
  }),
  route({
    method: 'DELETE',
    path: '/evals/{eval_id}',
    operationId: 'deleteEvaluation',
    summary: 'Delete an evaluation and its results',
    tag,
    alsoUnprefixed,
    params,
    response: EvaluationDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { eval_id } }) => evaluations.remove(tenant, eval_id),
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}/results',
    operationId: 'listEvaluationResults',
    summary: 'List the results of an evaluation, example by example',
    tag,
    alsoUnprefixed,
    params,
    query: EvaluationResultQuery,
    response: EvaluationResultPage,
    handle: ({ tenant, isAdmin, params: { eval_id }, query }) =>
      evaluations.results(tenant, eval_id, query, isAdmin),
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}/comparison',
    operationId: 'compareEvaluations',
    summary: 'Compare an evaluation with an earlier one',
    description:
      'Compares the examples that both have. `p` is the probability of such a difference by chance; `p_corrected` is ' +
      'corrected for the number of comparisons.',
    tag,
    alsoUnprefixed,
    params,
    query: Type.Object({ against: Uuid }),
    response: EvaluationComparison,
    errors: ['resource_conflict'],
    handle: async ({ tenant, params: { eval_id }, query: { against } }) => ({
      eval_id,
      against: against.toLowerCase(),
      comparison: await compareEvaluations(tenant, eval_id, against),
    }),
  }),
]
