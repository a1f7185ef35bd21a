import { Type } from 'typebox'
import type { Evaluations } from '../../evaluations/lifecycle/evaluations.js'
import type { CompareEvaluations } from '../../evaluations/runner/compare-evaluations.js'
import type { ExampleRows } from '../../evaluations/runner/example-rows.js'
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
  EvaluationUpdate,
} from '../../schema/evaluation.js'
import {
  ComparisonQuery,
  ComparisonRowQuery,
  DistributionQuery,
  ExampleRowPage,
  ExampleRowQuery,
  ScoreDistribution,
} from '../../schema/evaluation-rows.js'
import { route, type Route } from '../http/route.js'

interface Deps {
  evaluations: Evaluations
  compareEvaluations: CompareEvaluations
  exampleRows: ExampleRows
}

const tag = 'Evaluations'
const alsoUnprefixed = true
const params = Type.Object({ eval_id: Uuid })

export const evaluationRoutes = ({ evaluations, ...comparing }: Deps): Route[] => [
  ...resourceRoutes(evaluations),
  ...rowRoutes(comparing),
]

const resourceRoutes = (evaluations: Evaluations): Route[] => [
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
    method: 'PATCH',
    path: '/evals/{eval_id}',
    operationId: 'updateEvaluation',
    summary: 'Rename an evaluation',
    tag,
    alsoUnprefixed,
    params,
    body: EvaluationUpdate,
    response: Evaluation,
    handle: ({ tenant, params: { eval_id }, body }) => evaluations.update(tenant, eval_id, body),
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
]

const rowRoutes = ({ compareEvaluations, exampleRows }: Omit<Deps, 'evaluations'>): Route[] => [
  route({
    method: 'GET',
    path: '/evals/{eval_id}/examples',
    operationId: 'listEvaluatedExamples',
    summary: 'List the results of an evaluation, one row per example',
    description:
      'Each row has the results of all assistants, with the start of their outputs. `GET …/results?example_id=` has the whole ' +
      'outputs and the explanations of the scores.',
    tag,
    alsoUnprefixed,
    params,
    query: ExampleRowQuery,
    response: ExampleRowPage,
    handle: ({ tenant, isAdmin, params: { eval_id }, query }) =>
      exampleRows.ofEvaluation(tenant, eval_id, query, isAdmin),
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}/distribution',
    operationId: 'getScoreDistribution',
    summary: 'Read how the scores of an evaluation are distributed',
    description: 'A histogram for each assistant, or for the evaluation and those of `against`.',
    tag,
    alsoUnprefixed,
    params,
    query: DistributionQuery,
    response: ScoreDistribution,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { eval_id }, query }) => exampleRows.distribution(tenant, eval_id, query),
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}/comparison',
    operationId: 'compareEvaluations',
    summary: 'Compare an evaluation with earlier ones',
    description:
      'Compares the examples that both have. `p` is the probability of such a difference by chance; `p_corrected` is ' +
      'corrected for the number of comparisons.',
    tag,
    alsoUnprefixed,
    params,
    query: ComparisonQuery,
    response: EvaluationComparison,
    errors: ['resource_conflict'],
    handle: async ({ tenant, params: { eval_id }, query }) => {
      const comparisons = await compareEvaluations(tenant, eval_id, query)
      const [first] = comparisons
      if (first === undefined) throw new Error('no comparison was returned')
      return { eval_id, against: first.against, comparison: first.comparison, comparisons }
    },
  }),
  route({
    method: 'GET',
    path: '/evals/{eval_id}/comparison/results',
    operationId: 'listComparedExamples',
    summary: 'List the examples of a comparison with the results of all sides',
    tag,
    alsoUnprefixed,
    params,
    query: ComparisonRowQuery,
    response: ExampleRowPage,
    errors: ['resource_conflict'],
    handle: ({ tenant, isAdmin, params: { eval_id }, query }) =>
      exampleRows.ofComparison(tenant, eval_id, query, isAdmin),
  }),
]
