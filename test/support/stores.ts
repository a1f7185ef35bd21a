/** Every store on one database. */
import { afterAll, beforeAll } from 'vitest'
import { makeApiKeyStore } from '../../src/store/api-keys.js'
import { makeAssistantStore } from '../../src/store/assistants.js'
import { makeCalibrationStore } from '../../src/store/calibrations.js'
import { makeCronStore } from '../../src/store/crons.js'
import type { Database } from '../../src/store/database.js'
import { makeDatasetStore } from '../../src/store/datasets.js'
import { makeReservationStore } from '../../src/store/eval-reservations.js'
import { makeResultStore } from '../../src/store/eval-results.js'
import { makeEvaluationStore } from '../../src/store/evaluations.js'
import { makeExampleStore } from '../../src/store/examples.js'
import { makeFeedbackStore } from '../../src/store/feedback.js'
import { makeGuardrailCountStore } from '../../src/store/guardrail-counts.js'
import { makeDecisionStore } from '../../src/store/guardrail-decisions.js'
import { makeGuardrailStore } from '../../src/store/guardrail-definitions.js'
import { makeGuardrailKeyStore } from '../../src/store/guardrail-keys.js'
import { makeObservationStore } from '../../src/store/guardrail-observations.js'
import { makePolicyStore } from '../../src/store/guardrail-policies.js'
import { makeIdempotencyStore } from '../../src/store/idempotency.js'
import { makeItemStore } from '../../src/store/items.js'
import { makeMessageStore } from '../../src/store/messages.js'
import { makeRateBucketStore } from '../../src/store/rate-buckets.js'
import { makeCheckpointStore } from '../../src/store/checkpoints.js'
import { makeRunEventStore } from '../../src/store/run-events.js'
import { makeRunOrderStore } from '../../src/store/run-order.js'
import { makeRunQueue } from '../../src/store/run-queue.js'
import { makeRunStore } from '../../src/store/runs.js'
import { makeThreadStore } from '../../src/store/threads.js'
import { makeDeliveryStore } from '../../src/store/webhook-deliveries.js'
import { makeWebhookEventStore } from '../../src/store/webhook-events.js'
import { makeWebhookStore } from '../../src/store/webhooks.js'
import { openStore, type EngineName } from './databases.js'

export const makeStores = (db: Database) => ({
  db,
  apiKeys: makeApiKeyStore(db),
  assistants: makeAssistantStore(db),
  calibrations: makeCalibrationStore(db),
  counts: makeGuardrailCountStore(db),
  crons: makeCronStore(db),
  datasets: makeDatasetStore(db),
  decisions: makeDecisionStore(db),
  evaluations: makeEvaluationStore(db),
  results: makeResultStore(db),
  reservations: makeReservationStore(db),
  feedback: makeFeedbackStore(db),
  examples: makeExampleStore(db),
  guardrails: makeGuardrailStore(db),
  guardrailKeys: makeGuardrailKeyStore(db),
  observations: makeObservationStore(db),
  policies: makePolicyStore(db),
  idempotency: makeIdempotencyStore(db),
  items: makeItemStore(db),
  messages: makeMessageStore(db),
  rateBuckets: makeRateBucketStore(db),
  runs: makeRunStore(db),
  runEvents: makeRunEventStore(db),
  runOrder: makeRunOrderStore(db),
  queue: makeRunQueue(db),
  checkpoints: makeCheckpointStore(db),
  threads: makeThreadStore(db),
  webhooks: makeWebhookStore(db),
  webhookEvents: makeWebhookEventStore(db),
  deliveries: makeDeliveryStore(db),
})

export type Stores = ReturnType<typeof makeStores>

/**
 * The stores for the tests of the surrounding describe block, on a database of its own. It is filled in before
 * the first test. The tests keep out of each other's way by each using a tenant of its own.
 */
export const useStores = (engine: EngineName): Stores => {
  const stores = {} as Stores
  let close: (() => Promise<void>) | undefined
  beforeAll(async () => {
    const opened = await openStore(engine)
    close = opened.close
    Object.assign(stores, makeStores(opened.db))
  })
  afterAll(() => close?.())
  return stores
}
