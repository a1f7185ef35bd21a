/** The parts of datasets, evaluations and feedback, put together for app.ts. */
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import { makeDatasets } from './domain/datasets/datasets.js'
import { makeExamples } from './domain/datasets/examples.js'
import { makeEvaluations } from './domain/evaluations/evaluations.js'
import { makeReviews } from './domain/evaluations/reviews.js'
import { makeFeedback } from './domain/feedback.js'
import type { Outbox } from './domain/outbox.js'
import { makeRunDrafts } from './domain/run-drafts.js'
import type { RunStops } from './domain/run-stops.js'
import type { Executors } from './engine/executors.js'
import { isDemoMode } from './engine/models/demo-mode.js'
import { makeCalibrations } from './evaluator/calibrations.js'
import { makeCompareEvaluations } from './evaluator/compare-evaluations.js'
import { Evaluator } from './evaluator/evaluator.js'
import { makeJudging } from './evaluator/judging.js'
import { makeScoreRun } from './evaluator/score-run.js'
import { whenDone } from './evaluator/when-done.js'
import { SOMETHING_TO_DO, tellOf } from './evaluator/work.js'
import type { Bus } from './events/bus.js'
import type { Logger } from './log.js'
import type { Metrics } from './metrics.js'
import type { AssistantStore } from './store/assistants.js'
import { makeCalibrationStore } from './store/calibrations.js'
import type { Database } from './store/database.js'
import { makeDatasetStore } from './store/datasets.js'
import { makeReservationStore } from './store/eval-reservations.js'
import { makeResultStore } from './store/eval-results.js'
import { makeEvaluationStore } from './store/evaluations.js'
import { makeExampleStore } from './store/examples.js'
import { makeFeedbackStore } from './store/feedback.js'
import type { RunEventStore } from './store/run-events.js'
import type { RunStore } from './store/runs.js'
import type { ThreadStore } from './store/threads.js'

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
