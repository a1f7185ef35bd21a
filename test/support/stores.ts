/** Creates every store on one database. */
import { afterAll, beforeAll } from 'vitest'
import { makeApiKeyStore } from '../../src/store/access/api-keys.js'
import { makeAssistantStore } from '../../src/store/assistants/assistants.js'
import { makeCalibrationStore } from '../../src/store/evaluations/calibrations.js'
import { makeCronStore } from '../../src/store/crons/crons.js'
import type { Database } from '../../src/store/sql/database.js'
import { makeDatasetStore } from '../../src/store/datasets/datasets.js'
import { makeReviewReservationStore } from '../../src/store/evaluations/review-reservations.js'
import { makeEvaluationResultStore } from '../../src/store/evaluations/results.js'
import { makeEvaluationStore } from '../../src/store/evaluations/evaluations.js'
import { makeExampleStore } from '../../src/store/datasets/examples.js'
import { makeFeedbackStore } from '../../src/store/evaluations/feedback.js'
import { makeGuardrailCounterStore } from '../../src/store/guardrails/counters.js'
import { makeDecisionStore } from '../../src/store/guardrails/decisions.js'
import { makeGuardrailStore } from '../../src/store/guardrails/definitions.js'
import { makeGuardrailHashKeyStore } from '../../src/store/guardrails/hash-keys.js'
import { makeBaselineStore } from '../../src/store/guardrails/baselines.js'
import { makePolicyStore } from '../../src/store/guardrails/policies.js'
import { makeConsoleSessionStore } from '../../src/store/access/console-sessions.js'
import { makeIdempotencyStore } from '../../src/store/access/idempotency-keys.js'
import { makeEncryptionKeyStore } from '../../src/store/secrets/encryption-keys.js'
import { makeSealedRowStore } from '../../src/store/secrets/sealed-rows.js'
import { makeSecretStore } from '../../src/store/secrets/secrets.js'
import { makeStoreItemStore } from '../../src/store/store-items/store-items.js'
import { makeMessageStore } from '../../src/store/threads/messages.js'
import { makeRateBucketStore } from '../../src/store/access/rate-buckets.js'
import { makeCheckpointPacking } from '../../src/store/threads/pack-checkpoints.js'
import { makeValuePacking } from '../../src/store/threads/pack-values.js'
import { makeCheckpointStore } from '../../src/store/threads/checkpoints.js'
import { makeThreadValueStore } from '../../src/store/threads/thread-values.js'
import { makeEventCompactionStore } from '../../src/store/runs/event-compactions.js'
import { makeRunEventStore } from '../../src/store/runs/events.js'
import { makeRunOrdinalStore } from '../../src/store/runs/ordinals.js'
import { makeRunOperationStore } from '../../src/store/runs/operations.js'
import { makeRunQueue } from '../../src/store/runs/queue.js'
import { makeReservationStore } from '../../src/store/runs/reservations.js'
import { makeRunListStore } from '../../src/store/runs/run-lists.js'
import { makeRunStore } from '../../src/store/runs/runs.js'
import { makeThreadStore } from '../../src/store/threads/threads.js'
import { makeDeliveryStore } from '../../src/store/webhooks/deliveries.js'
import { makeWebhookEventStore } from '../../src/store/webhooks/events.js'
import { makeWebhookStore } from '../../src/store/webhooks/webhooks.js'
import { openMigratedDatabase, type DatabaseKind } from './databases.js'

export const makeStores = (db: Database) => ({
  db,
  apiKeys: makeApiKeyStore(db),
  assistants: makeAssistantStore(db),
  calibrations: makeCalibrationStore(db),
  guardrailCounters: makeGuardrailCounterStore(db),
  crons: makeCronStore(db),
  datasets: makeDatasetStore(db),
  guardrailDecisions: makeDecisionStore(db),
  evaluations: makeEvaluationStore(db),
  evaluationResults: makeEvaluationResultStore(db),
  reviewReservations: makeReviewReservationStore(db),
  feedback: makeFeedbackStore(db),
  examples: makeExampleStore(db),
  guardrails: makeGuardrailStore(db),
  guardrailHashKeys: makeGuardrailHashKeyStore(db),
  baselines: makeBaselineStore(db),
  policies: makePolicyStore(db),
  idempotency: makeIdempotencyStore(db),
  consoleSessions: makeConsoleSessionStore(db),
  secrets: makeSecretStore(db),
  encryptionKeys: makeEncryptionKeyStore(db),
  sealedRows: makeSealedRowStore(db),
  storeItems: makeStoreItemStore(db),
  messages: makeMessageStore(db),
  rateBuckets: makeRateBucketStore(db),
  runs: makeRunStore(db),
  runLists: makeRunListStore(db),
  runReservations: makeReservationStore(db),
  runEvents: makeRunEventStore(db),
  eventCompactions: makeEventCompactionStore(db),
  checkpointPacking: makeCheckpointPacking(db),
  valuePacking: makeValuePacking(db),
  runOrdinals: makeRunOrdinalStore(db),
  runQueue: makeRunQueue(db),
  runOperations: makeRunOperationStore(db),
  checkpoints: makeCheckpointStore(db),
  threadValues: makeThreadValueStore(db),
  threads: makeThreadStore(db),
  webhooks: makeWebhookStore(db),
  webhookEvents: makeWebhookEventStore(db),
  deliveries: makeDeliveryStore(db),
})

export type Stores = ReturnType<typeof makeStores>

/**
 * Returns the stores for the tests of the surrounding describe block, on their own database. The object is filled before
 * the first test. Each test uses its own tenant, so the tests do not interfere.
 */
export const useStores = (databaseKind: DatabaseKind): Stores => {
  const stores = {} as Stores
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const opened = await openMigratedDatabase(databaseKind)
    close = opened.close
    Object.assign(stores, makeStores(opened.db))
  })
  afterAll(() => close?.())
  return stores
}
