/** The parts of datasets, evaluations and feedback, put together for app.ts. */
import type { Clock } from '../platform/clock.js'
import type { Config } from '../config.js'
import { makeDatasets } from '../domain/datasets/datasets.js'
import { makeExamples } from '../domain/datasets/examples.js'
import { makeEvaluations } from '../evaluations/lifecycle/evaluations.js'
import { makeReviews } from '../evaluations/lifecycle/reviews.js'
import { makeFeedback } from '../evaluations/lifecycle/feedback.js'
import type { Outbox } from '../domain/webhooks/outbox.js'
import { makeRunDrafts } from '../domain/runs/run-statements.js'
import type { RunStops } from '../domain/runs/run-cancellation.js'
import type { Executors } from '../engine/threads/executor-pool.js'
import { isDemoMode } from '../engine/models/environment.js'
import { makeCalibrations } from '../evaluations/runner/calibrations.js'
import { makeCompareEvaluations } from '../evaluations/runner/compare-evaluations.js'
import { Evaluator } from '../evaluations/runner/evaluation-runner.js'
import { makeJudging } from '../evaluations/runner/judge-client.js'
import { makeScoreRun } from '../evaluations/runner/score-run.js'
import { whenDone } from '../evaluations/runner/wait-for-evaluation.js'
import { SOMETHING_TO_DO, tellOf } from '../evaluations/runner/evaluation-lease.js'
import type { Bus } from '../events/bus.js'
import type { Logger } from '../platform/log.js'
import type { Metrics } from '../platform/metrics.js'
import type { AssistantStore } from '../store/assistants/assistants.js'
import { makeCalibrationStore } from '../store/evaluations/calibrations.js'
import type { Database } from '../store/sql/database.js'
import { makeDatasetStore } from '../store/datasets/datasets.js'
import { makeReservationStore } from '../store/evaluations/review-reservations.js'
import { makeResultStore } from '../store/evaluations/results.js'
import { makeEvaluationStore } from '../store/evaluations/evaluations.js'
import { makeExampleStore } from '../store/datasets/examples.js'
import { makeFeedbackStore } from '../store/evaluations/feedback.js'
import type { RunEventStore } from '../store/runs/events.js'
import type { RunStore } from '../store/runs/runs.js'
import type { ThreadStore } from '../store/threads/threads.js'

interface Parts {
  db: Database
  assistants: AssistantStore
  threads: ThreadStore
  runs: RunStore
  runEvents: RunEventStore
  stops: RunStops
  outbox: Outbox
  executors: Executors
  bus: Bus
  clock: Clock
  log: Logger
  metrics: Metrics
  config: Config
}

const JUDGE_MS = 120_000

export const makeEvaluationParts = (parts: Parts) => {
  const { db, bus, clock, config, executors, runs } = parts
  const datasets = makeDatasetStore(db)
  const examples = makeExampleStore(db)
  const evaluations = makeEvaluationStore(db)
  const results = makeResultStore(db)
  const feedback = makeFeedbackStore(db)
  const calibrations = makeCalibrationStore(db)
  const stores = { ...parts, datasets, examples, evaluations, results, feedback, calibrations }
  const judging = makeJudging({
    complete: (request) => executors.complete(request),
    isDemo: isDemoMode(config),
    defaultModel: config.DEFAULT_MODEL,
    timeoutMs: JUDGE_MS,
  })
  const announce = () => {
    tellOf(bus, SOMETHING_TO_DO)
  }
  const reservations = makeReservationStore(db)
  const said = makeFeedback({ feedback, runs, clock })
  return {
    datasets: makeDatasets({ datasets, clock }),
    examples: makeExamples({ datasets, examples, feedback, runs, clock }),
    evaluations: makeEvaluations({
      ...stores,
      announce,
      tell: (eval_id) => {
        tellOf(bus, eval_id)
      },
      whenDone: whenDone(evaluations, bus),
    }),
    reviews: makeReviews({ ...stores, reservations, announce }),
    feedback: said,
    compareEvaluations: makeCompareEvaluations(stores),
    judging,
    calibrations: makeCalibrations({ ...stores, judging }),
    evaluator: new Evaluator({
      ...stores,
      judging,
      drafts: makeRunDrafts(parts),
      scoreRun: makeScoreRun({ ...parts, judging }),
      shared: db.dialect.shared,
    }),
  }
}
