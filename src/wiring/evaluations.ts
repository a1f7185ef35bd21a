/** Composes datasets, evaluations and feedback. */
import type { Clock } from '../platform/clock.js'
import type { Config } from '../config.js'
import { makeDatasets } from '../domain/datasets/datasets.js'
import { makeExamples } from '../domain/datasets/examples.js'
import { makeEvaluations } from '../evaluations/lifecycle/evaluations.js'
import { makeReviews } from '../evaluations/lifecycle/reviews.js'
import { makeFeedback } from '../evaluations/lifecycle/feedback.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import { makeNewRuns } from '../domain/runs/new-run.js'
import type { RunCancellation } from '../domain/runs/run-cancellation.js'
import type { CheckThreads } from '../engine/checks/check-threads.js'
import type { ExecutorPool } from '../engine/threads/executor-pool.js'
import { isDemoMode } from '../engine/models/environment.js'
import { makeCalibrations } from '../evaluations/runner/calibrations.js'
import { makeCompareEvaluations } from '../evaluations/runner/compare-evaluations.js'
import { makeExampleRows } from '../evaluations/runner/example-rows.js'
import { EvaluationRunner } from '../evaluations/runner/evaluation-runner.js'
import { makeJudgeClient } from '../evaluations/runner/judge-client.js'
import { makeScoreRun } from '../evaluations/runner/score-run.js'
import { makeWaitForEvaluation } from '../evaluations/lifecycle/wait-for-evaluation.js'
import { EVALUATIONS_QUEUED, publishEvaluationChange } from '../evaluations/runner/evaluation-lease.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import { makeCalibrationStore } from '../store/evaluations/calibrations.js'
import type { Database } from '../store/sql/database.js'
import { makeDatasetStore } from '../store/datasets/datasets.js'
import { makeReviewReservationStore } from '../store/evaluations/review-reservations.js'
import { makeEvaluationResultStore } from '../store/evaluations/results.js'
import { makeEvaluationStore } from '../store/evaluations/evaluations.js'
import { makeExampleStore } from '../store/datasets/examples.js'
import { makeFeedbackStore } from '../store/evaluations/feedback.js'
import type { RunEventStore } from '../store/runs/events.js'
import type { RunStore } from '../store/runs/runs.js'
import type { ThreadStore } from '../store/threads/threads.js'

interface Deps {
  db: Database
  assistants: AssistantStore
  threads: ThreadStore
  runs: RunStore
  runEvents: RunEventStore
  cancellation: RunCancellation
  outbox: Outbox
  executors: ExecutorPool
  checkThreads: CheckThreads
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  config: Config
}

const JUDGE_TIMEOUT_MS = 120_000

export const wireEvaluations = (deps: Deps) => {
  const { db, bus, clock, config, executors, runs } = deps
  const datasets = makeDatasetStore(db)
  const examples = makeExampleStore(db)
  const evaluations = makeEvaluationStore(db)
  const results = makeEvaluationResultStore(db)
  const feedback = makeFeedbackStore(db)
  const calibrations = makeCalibrationStore(db)
  const stores = { ...deps, datasets, examples, evaluations, results, feedback, calibrations }
  const judgeClient = makeJudgeClient({
    complete: (request) => executors.complete(request),
    isDemo: isDemoMode(config),
    defaultModel: config.DEFAULT_MODEL,
    timeoutMs: JUDGE_TIMEOUT_MS,
  })
  const publishQueued = () => {
    publishEvaluationChange(bus, EVALUATIONS_QUEUED)
  }
  const reservations = makeReviewReservationStore(db)
  return {
    datasets: makeDatasets({ datasets, clock }),
    examples: makeExamples({ datasets, examples, feedback, runs, clock }),
    evaluations: makeEvaluations({
      ...stores,
      publishQueued,
      publishChange: (eval_id) => {
        publishEvaluationChange(bus, eval_id)
      },
      publishDeleted: (tenant_id, eval_id) => {
        bus.publishDeleted({ tenant_id, topic: 'evals', ids: [eval_id], at: clock.now() })
      },
      waitForEvaluation: makeWaitForEvaluation(evaluations, bus),
    }),
    reviews: makeReviews({ ...stores, reservations, publishQueued }),
    feedback: makeFeedback({ feedback, runs, clock }),
    compareEvaluations: makeCompareEvaluations(stores),
    exampleRows: makeExampleRows(stores),
    judgeClient,
    calibrations: makeCalibrations({ ...stores, judgeClient }),
    evaluationRunner: new EvaluationRunner({
      ...stores,
      judgeClient,
      newRuns: makeNewRuns(deps),
      scoreRun: makeScoreRun({ ...deps, judgeClient }),
      supportsMultipleNodes: db.dialect.supportsMultipleNodes,
    }),
  }
}
