/** Composes the resources of the native API: API keys, assistants, threads, messages, runs, store items and webhooks. */
import { allowsPrivateTargets, type Config } from '../config.js'
import { DEFAULT_TENANT, makeApiKeys } from '../domain/api-keys.js'
import { makeAssistants } from '../domain/assistants.js'
import { makeAuditLog } from '../domain/audit/audit-log.js'
import { makeMessages } from '../domain/messages.js'
import { makeQueueLimits } from '../domain/runs/queue-limits.js'
import { makeRunCancellation } from '../domain/runs/run-cancellation.js'
import { makeRunTelemetry } from '../domain/runs/run-telemetry.js'
import type { Tracing } from '../platform/telemetry/tracing.js'
import { makeRunLists } from '../domain/runs/run-lists.js'
import { makeRunOperations } from '../domain/runs/run-operations.js'
import { makeRunRemoval } from '../domain/runs/run-removal.js'
import { makeRunReruns } from '../domain/runs/run-reruns.js'
import { makeRunReservations } from '../domain/runs/run-reservations.js'
import { makeRunResumption } from '../domain/runs/run-resumption.js'
import { makeRuns } from '../domain/runs/runs.js'
import { makeStoreItems } from '../domain/store-items/store-items.js'
import { makeThreads } from '../domain/threads.js'
import { makeRunWebhookCheck } from '../domain/webhooks/check-run-webhook.js'
import { makeDeliveries } from '../domain/webhooks/deliveries.js'
import { makeDeliveryFigures } from '../domain/webhooks/delivery-figures.js'
import { makeOutbox } from '../domain/webhooks/outbox.js'
import { makeWebhooks } from '../domain/webhooks/webhooks.js'
import type { Secrets } from '../domain/secrets/secrets.js'
import type { Vault } from '../domain/secrets/vault.js'
import type { ProjectHost } from '../engine/threads/project-host.js'
import { checkTools } from '../engine/tools/check-tools.js'
import type { Bus } from '../events/bus.js'
import type { GuardrailResolver } from '../guardrails/policy/guardrail-resolver.js'
import type { Clock } from '../platform/clock.js'
import type { Metrics } from '../platform/metrics.js'
import { parseAssistantDefaults } from '../schema/assistant-defaults.js'
import type { Database } from '../store/sql/database.js'
import { makeStoreItemStore } from '../store/store-items/store-items.js'
import type { Stores } from './database.js'

interface Deps {
  config: Config
  db: Database
  stores: Stores
  bus: Bus
  clock: Clock
  host: ProjectHost
  guardrailResolver: GuardrailResolver
  metrics: Metrics
  tracing: Tracing | undefined
  vault: Vault
  namedSecrets: Secrets
  /** Names of the graphs that assistants may use. A reload of the project changes this array in place. */
  graphs: string[]
  /** Names of the graphs that have a built-in assistant; also changed in place. */
  builtInAssistants: string[]
}

export const wireResources = (deps: Deps) => {
  const { config, db, stores, bus, clock, host, guardrailResolver, graphs, builtInAssistants } = deps
  const { vault, namedSecrets } = deps
  const assistantDefaults = parseAssistantDefaults(config.LANGGRAPH_CONFIG)
  const allowPrivate = allowsPrivateTargets(config)
  const outbox = makeOutbox({ ...stores, clock })
  const telemetry = makeRunTelemetry(deps)
  const cancellation = makeRunCancellation({ ...stores, outbox, bus, clock, telemetry })
  const checkWebhook = makeRunWebhookCheck(() => ({
    allowPrivate,
    rules: host.current?.webhooks.rules ?? {},
    hasApp: host.app !== undefined,
  }))
  const queueLimits = makeQueueLimits({
    ...stores,
    clock,
    metrics: deps.metrics,
    maxQueued: config.MAX_QUEUED_RUNS,
    maxQueuedPerTenant: config.TENANT_MAX_QUEUED_RUNS,
  })
  const runs = makeRuns({
    ...stores,
    cancellation,
    bus,
    clock,
    checkWebhook,
    queueLimits,
    builtInAssistants,
    maxStateBytes: config.MAX_STATE_BYTES,
  })
  const runLists = makeRunLists({ ...stores, clock })
  return {
    outbox,
    telemetry,
    cancellation,
    checkWebhook,
    namedSecrets,
    auditLog: makeAuditLog({ ...stores, clock }),
    apiKeys: makeApiKeys({ apiKeys: stores.apiKeys, clock }),
    assistants: makeAssistants({
      ...stores,
      cancellation,
      clock,
      graphs,
      builtInAssistants,
      getDefaults: (graph_id: string) => assistantDefaults?.get(graph_id),
      checkTools,
      checkGuardrails: guardrailResolver.validate,
      maxRecursionLimit: config.RUN_MAX_RECURSION_LIMIT,
      namedSecrets,
      vault,
      describeGraph: (graph_id: string) => host.current?.descriptions[graph_id],
    }),
    threads: makeThreads({
      ...stores,
      cancellation,
      bus,
      clock,
      getDefaultTtlMinutes: () => host.current?.threadTtl.default_ttl,
    }),
    messages: makeMessages({ ...stores, clock }),
    runs,
    runLists,
    reruns: makeRunReruns({ ...stores, runs, clock }),
    removal: makeRunRemoval({ ...stores, bus, clock }),
    reservations: makeRunReservations({ ...stores, bus, clock }),
    runOperations: makeRunOperations({ ...stores, runListStore: stores.runLists, runLists, bus, clock }),
    resumption: makeRunResumption({ ...stores, bus, clock }),
    storeItems: makeStoreItems({
      itemStore: makeStoreItemStore(db),
      clock,
      ttl: () => host.current?.storeTtl ?? {},
    }),
    webhooks: makeWebhooks({ ...stores, vault, bus, clock, outbox, allowPrivate }),
    deliveries: makeDeliveries({ ...stores, bus, clock }),
    deliveryFigures: makeDeliveryFigures({ ...stores, clock }),
  }
}

export type Resources = ReturnType<typeof wireResources>

interface PreparationDeps {
  config: Config
  stores: Stores
  resources: Resources
  isClustered: boolean
}

/** Runs before the service listens. Returns the first admin key, if this start has created one. */
export const prepareResources = async ({
  config,
  stores,
  resources,
  isClustered,
}: PreparationDeps): Promise<string | undefined> => {
  // On a database that no other node uses, an unfinished request can only be one that a crash interrupted.
  if (!isClustered) await stores.idempotency.removeUnfinished()
  await resources.assistants.ensureBuiltIn(DEFAULT_TENANT)
  return needsFirstKey(config) ? resources.apiKeys.createFirst() : undefined
}

const needsFirstKey = ({ AUTH_ENABLED, API_KEYS, JWT_SECRET, JWT_JWKS_URL }: Config): boolean =>
  AUTH_ENABLED && API_KEYS.length === 0 && JWT_SECRET === undefined && JWT_JWKS_URL === undefined
