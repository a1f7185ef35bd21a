/** The conformance suite that runs on both databases. */
import { describe } from 'vitest'
import type { DatabaseKind } from '../support/databases.js'
import { useStores } from '../support/stores.js'
import { describeAllTenants } from './all-tenants.suite.js'
import { describeApiKeys } from './api-keys.suite.js'
import { describeConsoleSessions } from './console-sessions.suite.js'
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
import { describeStoreItems } from './store-items.suite.js'
import { describeMessages } from './messages.suite.js'
import { describeMigrations } from './migrations.suite.js'
import { describeRateBuckets } from './rate-buckets.suite.js'
import { describeSecrets } from './secrets.suite.js'
import { describeRetention } from './retention.suite.js'
import { describeRunEvents } from './run-events.suite.js'
import { describeThreadValues } from './thread-values.suite.js'
import { describeValuePacking } from './value-packing.suite.js'
import { describeRunLists } from './run-lists.suite.js'
import { describeReservations } from './reservations.suite.js'
import { describeRunQueue } from './run-queue.suite.js'
import { describeRuns } from './runs.suite.js'
import { describeSchema } from './schema.suite.js'
import { describeStatistics } from './statistics.suite.js'
import { describeTenantTurns } from './tenant-turns.suite.js'
import { describeTenants } from './tenants.suite.js'
import { describeThreadStates } from './thread-states.suite.js'
import { describeThreads } from './threads.suite.js'
import { describeValues } from './values.suite.js'
import { describeWebhookDeliveries } from './webhook-deliveries.suite.js'
import { describeWebhooks } from './webhooks.suite.js'

const SUITES_WITH_OWN_DATABASE = [
  describeSchema,
  describeMigrations,
  describeBatches,
  describeClosing,
  describeAllTenants,
  describeStatistics,
  describeRetention,
]

const SUITES_ON_SHARED_DATABASE = [
  describeValues,
  describeTenants,
  describeAssistants,
  describeThreads,
  describeThreadStates,
  describeMessages,
  describeRuns,
  describeRunLists,
  describeReservations,
  describeRunEvents,
  describeThreadValues,
  describeValuePacking,
  describeApiKeys,
  describeConsoleSessions,
  describeIdempotency,
  describeRateBuckets,
  describeSecrets,
  describeStoreItems,
  describeGuardrails,
  describeDatasets,
  describeCalibrations,
  describeEvalResults,
]

export const describeStore = (databaseKind: DatabaseKind): void => {
  for (const describeSuite of SUITES_WITH_OWN_DATABASE) describeSuite(databaseKind)
  const stores = useStores(databaseKind)
  for (const describeSuite of SUITES_ON_SHARED_DATABASE) describeSuite(stores)
  describe('with an isolated database', () => {
    const isolatedStores = useStores(databaseKind)
    describeRunQueue(isolatedStores)
    describeTenantTurns(isolatedStores)
    describeEvaluations(isolatedStores)
    describeCrons(isolatedStores)
    describeWebhooks(isolatedStores)
    describeWebhookDeliveries(isolatedStores)
  })
}
