import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { makeRunMetrics, type RunMetricsOptions } from './run-metrics.js'

const makeInstruments = (options: RunMetricsOptions) => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    runs: makeRunMetrics(registers, options),
    requests: new Counter({
      name: 'heddle_http_requests_total',
      help: 'HTTP requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'heddle_http_request_duration_seconds',
      help: 'Time from the request to the end of the response.',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    batches: new Counter({
      name: 'heddle_database_batches_total',
      help: 'Committed write batches.',
      registers,
    }),
    commitSize: new Histogram({
      name: 'heddle_database_commit_batches',
      help: 'Write batches per commit.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    commitDuration: new Histogram({
      name: 'heddle_database_commit_duration_seconds',
      help: 'Duration of a commit, including the disk sync.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    databaseOperations: new Histogram({
      name: 'heddle_database_operation_duration_seconds',
      help: 'Time from a request to the database to its response, by operation: read, write.',
      labelNames: ['operation'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    eventLoopDelay: new Gauge({
      name: 'heddle_event_loop_delay_seconds',
      help: 'How late the event loop of a thread was in the last five seconds, by thread and statistic: p99, max.',
      labelNames: ['thread', 'stat'],
      registers,
    }),
    queuedRuns: new Gauge({ name: 'heddle_runs_queued', help: 'Queued runs.', registers }),
    pickupTime: new Histogram({
      name: 'heddle_run_pickup_seconds',
      help: 'Time from the creation of a run to its first claim.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    executions: new Counter({
      name: 'heddle_run_executions_total',
      help: 'Executions of runs by outcome: completed, failed, cancelled, requires_action, lease_lost, requeued, crashed.',
      labelNames: ['outcome'],
      registers,
    }),
    executingRuns: new Gauge({
      name: 'heddle_runs_executing',
      help: 'Runs that this node is executing.',
      registers,
    }),
    executorThreads: new Gauge({
      name: 'heddle_executor_threads',
      help: 'Executor threads, which run graphs.',
      registers,
    }),
    guardrailChecks: new Counter({
      name: 'heddle_guardrail_checks_total',
      help: 'Guardrail checks by type and action: pass, warn, redact, append, redirect, review, block.',
      labelNames: ['type', 'action'],
      registers,
    }),
    guardrailSeconds: new Counter({
      name: 'heddle_guardrail_seconds_total',
      help: 'Time spent in guardrail checks, by type.',
      labelNames: ['type'],
      registers,
    }),
    runningEvaluations: new Gauge({
      name: 'heddle_evaluations_running',
      help: 'Evaluations that this node is running.',
      registers,
    }),
    evaluationResults: new Counter({
      name: 'heddle_evaluation_results_total',
      help: 'Evaluation results by status: scored, error.',
      labelNames: ['status'],
      registers,
    }),
    openStreams: new Gauge({ name: 'heddle_streams_open', help: 'Open event streams.', registers }),
    streamsDropped: new Counter({
      name: 'heddle_streams_dropped_total',
      help: 'Event streams closed because the client did not read.',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'heddle_webhook_attempts_total',
      help: 'Webhook delivery attempts by result: delivered, failed.',
      labelNames: ['result'],
      registers,
    }),
    webhookLatency: new Histogram({
      name: 'heddle_webhook_attempt_duration_seconds',
      help: 'Duration of a webhook request, to the end of the response.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    webhookOldestPending: new Gauge({
      name: 'heddle_webhook_oldest_pending_seconds',
      help: 'Age of the oldest undelivered event of an enabled webhook.',
      registers,
    }),
    disabledWebhooks: new Gauge({
      name: 'heddle_webhooks_disabled',
      help: 'Disabled webhooks.',
      registers,
    }),
    storedBytes: new Gauge({
      name: 'heddle_storage_bytes',
      help: 'Stored bytes by kind, with indexes. Measured at most once a minute.',
      labelNames: ['kind'],
      registers,
    }),
    storedRows: new Gauge({
      name: 'heddle_storage_rows',
      help: 'Stored rows by kind; estimated on PostgreSQL.',
      labelNames: ['kind'],
      registers,
    }),
    freeBytes: new Gauge({
      name: 'heddle_storage_free_bytes',
      help: 'Space of deleted rows that is still part of the SQLite file.',
      registers,
    }),
    purgedRows: new Counter({
      name: 'heddle_purged_total',
      help: 'What this node has purged because of its age, by kind: runs, events, checkpoints, threads.',
      labelNames: ['kind'],
      registers,
    }),
    lastPurge: new Gauge({
      name: 'heddle_last_purge_timestamp_seconds',
      help: 'The end of the last complete purge by this node.',
      registers,
    }),
    traceSpans: new Counter({
      name: 'heddle_trace_spans_total',
      help: 'Spans by the result of their export: exported, failed.',
      labelNames: ['result'],
      registers,
    }),
    rateLimited: new Counter({
      name: 'heddle_rate_limited_total',
      help: 'Requests rejected by a rate limit, by scope: key, tenant.',
      labelNames: ['scope'],
      registers,
    }),
    shedRequests: new Counter({
      name: 'heddle_requests_shed_total',
      help: 'Requests rejected because too much work was pending, by reason: requests, body_bytes, queued_runs, tenant_queued_runs.',
      labelNames: ['reason'],
      registers,
    }),
    pendingRequests: new Gauge({
      name: 'heddle_http_requests_pending',
      help: 'Requests that are being handled, without streams and requests that wait for a run.',
      registers,
    }),
  }
}

/** The values of labels that have few of them. */
const EXECUTION_OUTCOMES = [
  'completed',
  'failed',
  'cancelled',
  'requires_action',
  'lease_lost',
  'requeued',
  'crashed',
]
const SHED_REASONS = ['requests', 'body_bytes', 'queued_runs', 'tenant_queued_runs']

/** All metrics of the service. Each app has its own registry, so that two apps in one process do not share values. */
export const makeMetrics = (options: RunMetricsOptions = { namesTenantValues: true }) => {
  const metrics = makeInstruments(options)
  // Prometheus cannot compute the rate of a series that begins with its first increment.
  for (const outcome of EXECUTION_OUTCOMES) metrics.executions.inc({ outcome }, 0)
  for (const reason of SHED_REASONS) metrics.shedRequests.inc({ reason }, 0)
  for (const scope of ['key', 'tenant']) metrics.rateLimited.inc({ scope }, 0)
  for (const result of ['delivered', 'failed']) metrics.webhookAttempts.inc({ result }, 0)
  for (const result of ['exported', 'failed']) metrics.traceSpans.inc({ result }, 0)
  for (const status of ['scored', 'error']) metrics.evaluationResults.inc({ status }, 0)
  return metrics
}

export type Metrics = ReturnType<typeof makeMetrics>
