/** What both engines must do alike. */
import { describe } from 'vitest'
import type { EngineName } from '../support/databases.js'
import { useStores } from '../support/stores.js'
import { describeAllTenants } from './all-tenants.suite.js'
import { describeApiKeys } from './api-keys.suite.js'
import { describeAssistants } from './assistants.suite.js'
import { describeBatches } from './batches.suite.js'
import { describeCalibrations } from './calibrations.suite.js'
import { describeClosing } from './closing.suite.js'
import { describeCrons } from './crons.suite.js'
import { describeDatasets } from './datasets.suite.js'
import { describeEvaluations } from './evaluations.suite.js'
import { describeGuardrails } from './guardrails.suite.js'
import { describeEvalResults } from './evaluation-results.suite.js'
import { describeIdempotency } from './idempotency.suite.js'
import { describeItems } from './store-items.suite.js'
import { describeMessages } from './messages.suite.js'
import { describeMigrations } from './migrations.suite.js'
import { describeRateBuckets } from './rate-buckets.suite.js'
import { describeRunEvents } from './run-events.suite.js'
import { describeRunLists } from './run-lists.suite.js'
import { describeRunQueue } from './run-queue.suite.js'
import { describeRuns } from './runs.suite.js'
import { describeSchema } from './schema.suite.js'
import { describeTenants } from './tenants.suite.js'
import { describeThreads } from './threads.suite.js'
import { describeValues } from './values.suite.js'
import { describeWebhookDeliveries } from './webhook-deliveries.suite.js'
import { describeWebhooks } from './webhooks.suite.js'

const ON_DATABASES_OF_THEIR_OWN = [
  describeSchema,
  describeMigrations,
  describeBatches,
  describeClosing,
  describeAllTenants,
]

const ON_ONE_DATABASE = [
  describeValues,
  describeTenants,
  describeAssistants,
  describeThreads,
  describeMessages,
  describeRuns,
  describeRunLists,
  describeRunEvents,
  describeApiKeys,
  describeIdempotency,
  describeRateBuckets,
  describeItems,
  describeGuardrails,
  describeDatasets,
  describeCalibrations,
  describeEvalResults,
]

export const describeStore = (engine: EngineName): void => {
  for (const describeSuite of ON_DATABASES_OF_THEIR_OWN) describeSuite(engine)
  const stores = useStores(engine)
  for (const describeSuite of ON_ONE_DATABASE) describeSuite(stores)
  describe('alone', () => {
    const alone = useStores(engine)
    describeRunQueue(alone)
    describeEvaluations(alone)
    describeCrons(alone)
    describeWebhooks(alone)
    describeWebhookDeliveries(alone)
  })
}
