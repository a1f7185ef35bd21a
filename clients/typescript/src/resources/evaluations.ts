import type { Query, Schemas } from '../api-types.js'
import { readEvents, type StreamOptions } from '../event-stream.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

type EvaluationProgress = Pick<Schemas['Evaluation'], 'eval_id' | 'status' | 'progress'>

export type EvaluationEvent =
  | ({ type: 'progress' } & EvaluationProgress)
  | { type: 'end'; evaluation: Schemas['Evaluation'] }

export const makeEvaluations = (http: Http) => ({
  /** Creates an evaluation, and starts it if `run_immediately` is true. */
  create: (body: Schemas['EvaluationCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/evals', { body }, options),

  /** Lists evaluations, newest first. */
  list: (query?: Query<'get', '/api/v1/evals'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/evals', { query }, options),

  /** Reads an evaluation. */
  get: (evalId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/evals/{eval_id}', { path: { eval_id: evalId } }, options),

  /** Renames an evaluation. */
  update: (evalId: string, body: Schemas['EvaluationUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/evals/{eval_id}', { path: { eval_id: evalId }, body }, options),

  /** Deletes an evaluation and its results. */
  delete: (evalId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/evals/{eval_id}', { path: { eval_id: evalId } }, options),

  /** Starts an evaluation, or continues one that was interrupted. */
  run: (evalId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/{eval_id}/run', { path: { eval_id: evalId } }, options),

  /** Cancels an evaluation and keeps its results. */
  cancel: (evalId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/{eval_id}/cancel', { path: { eval_id: evalId } }, options),

  /** Retries results without a score. */
  retry: (evalId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/{eval_id}/retry', { path: { eval_id: evalId } }, options),

  /** Lists the results of an evaluation. */
  listResults: (
    evalId: string,
    query?: Query<'get', '/api/v1/evals/{eval_id}/results'>,
    options?: RequestOptions,
  ) => listPages(http, '/api/v1/evals/{eval_id}/results', { path: { eval_id: evalId }, query }, options),

  /** Lists the results of an evaluation, one row per example. */
  listExamples: (
    evalId: string,
    query?: Query<'get', '/api/v1/evals/{eval_id}/examples'>,
    options?: RequestOptions,
  ) => listPages(http, '/api/v1/evals/{eval_id}/examples', { path: { eval_id: evalId }, query }, options),

  /** Reads how the scores of an evaluation are distributed. */
  getDistribution: (
    evalId: string,
    query?: Query<'get', '/api/v1/evals/{eval_id}/distribution'>,
    options?: RequestOptions,
  ) =>
    http.send('get', '/api/v1/evals/{eval_id}/distribution', { path: { eval_id: evalId }, query }, options),

  /** Compares an evaluation with earlier ones. */
  compare: (
    evalId: string,
    query: Query<'get', '/api/v1/evals/{eval_id}/comparison'>,
    options?: RequestOptions,
  ) => http.send('get', '/api/v1/evals/{eval_id}/comparison', { path: { eval_id: evalId }, query }, options),

  /** Lists the examples of a comparison with the results of all sides. */
  listComparedExamples: (
    evalId: string,
    query: Query<'get', '/api/v1/evals/{eval_id}/comparison/results'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/evals/{eval_id}/comparison/results',
      { path: { eval_id: evalId }, query },
      options,
    ),

  /** Judges a single output. */
  judge: (body: Schemas['JudgeRequest'], options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/judge', { body }, options),

  /** Calibrates a judge against human labels. */
  calibrateJudge: (body: Schemas['CalibrationCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/judge/calibrations', { body }, options),

  /** Lists calibrations of judges, newest first. */
  listCalibrations: (query?: Query<'get', '/api/v1/evals/judge/calibrations'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/evals/judge/calibrations', { query }, options),

  /** Reserves the next result that needs a review by a person. */
  reserveReview: (evalId: string, body: Schemas['ReviewNext'] = {}, options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/{eval_id}/reviews/next', { path: { eval_id: evalId }, body }, options),

  /** Reviews a result of an evaluation. */
  submitReview: (evalId: string, body: Schemas['Review'], options?: RequestOptions) =>
    http.send('post', '/api/v1/evals/{eval_id}/feedback', { path: { eval_id: evalId }, body }, options),

  /** Returns the results of an evaluation as JSON Lines or CSV. */
  exportResults: (
    evalId: string,
    query: Query<'get', '/api/v1/evals/{eval_id}/results/export'>,
    options?: RequestOptions,
  ): Promise<string> =>
    http.requestText(
      'get',
      '/api/v1/evals/{eval_id}/results/export',
      { path: { eval_id: evalId }, query },
      options,
    ),

  /** Follows an evaluation: its current progress, every change, and finally the evaluation. Survives lost connections. */
  stream: (evalId: string, options: StreamOptions = {}): AsyncGenerator<EvaluationEvent, void> =>
    readEvents<EvaluationEvent>(
      {
        open: (_lastEventId, signal) =>
          http.openStream('/api/v1/evals/{eval_id}/stream', {
            path: { eval_id: evalId },
            headers: {},
            signal,
          }),
        parse: ({ event, data }) => toEvaluationEvent(event, JSON.parse(data)),
        isLast: ({ type }) => type === 'end',
      },
      options,
    ),
})

const toEvaluationEvent = (type: string | undefined, data: unknown): EvaluationEvent =>
  type === 'end'
    ? { type: 'end', evaluation: data as Schemas['Evaluation'] }
    : { type: 'progress', ...(data as EvaluationProgress) }
