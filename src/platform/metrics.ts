import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Every metric that the service shows. One registry an app, so that two apps in a process do not mix. */
export const makeMetrics = () => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'heddle_http_requests_total',
      help: 'Requests answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    requestDuration: new Histogram({
      name: 'heddle_http_request_duration_seconds',
      help: 'Time from the request to the end of its answer.',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    batches: new Counter({
      name: 'heddle_database_batches_total',
      help: 'Write batches made durable.',
      registers,
    }),
    commitSize: new Histogram({
      name: 'heddle_database_commit_batches',
      help: 'Batches that shared a commit.',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
      registers,
    }),
    commitDuration: new Histogram({
      name: 'heddle_database_commit_duration_seconds',
      help: 'Time of a commit, sync to disk included.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
      registers,
    }),
    queuedRuns: new Gauge({ name: 'heddle_runs_queued', help: 'Runs that wait for a worker.', registers }),
    pickupTime: new Histogram({
      name: 'heddle_run_pickup_seconds',
      help: 'Time from the creation of a run to its first claim.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 15, 60],
      registers,
    }),
    executions: new Counter({
      name: 'heddle_run_executions_total',
      help: 'Executions of runs, by what became of the run: ended, waiting, lost, handed-back, died.',
      labelNames: ['fate'],
      registers,
    }),
    executingRuns: new Gauge({
      name: 'heddle_runs_executing',
      help: 'Runs that this node executes.',
      registers,
    }),
    executorThreads: new Gauge({
      name: 'heddle_executor_threads',
      help: 'Threads that run graphs.',
      registers,
    }),
    guardrailChecks: new Counter({
      name: 'heddle_guardrail_checks_total',
      help: 'Checks of guardrails, by type and by what was done: pass, warn, redact, append, redirect, review, block.',
      labelNames: ['type', 'action'],
      registers,
    }),
    guardrailSeconds: new Counter({
      name: 'heddle_guardrail_seconds_total',
      help: 'Time that checks of guardrails took, by type.',
      labelNames: ['type'],
      registers,
    }),
    runningEvaluations: new Gauge({
      name: 'heddle_evaluations_running',
      help: 'Evaluations that this node works on.',
      registers,
    }),
    evaluationResults: new Counter({
      name: 'heddle_evaluation_results_total',
      help: 'Results of evaluations, by whether they have their scores: scored, error.',
      labelNames: ['status'],
      registers,
    }),
    openStreams: new Gauge({ name: 'heddle_streams_open', help: 'Open event streams.', registers }),
    streamsDropped: new Counter({
      name: 'heddle_streams_dropped_total',
      help: 'Streams closed because their client did not read.',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'heddle_webhook_attempts_total',
      help: 'Attempts to deliver to webhooks, by result: delivered, failed.',
      labelNames: ['result'],
      registers,
    }),
    webhookLatency: new Histogram({
      name: 'heddle_webhook_attempt_duration_seconds',
      help: 'Time of an attempt, to the end of the answer.',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    webhookOldestPending: new Gauge({
      name: 'heddle_webhook_oldest_pending_seconds',
      help: 'Age of the oldest event that an enabled webhook was not told yet.',
      registers,
    }),
    disabledWebhooks: new Gauge({
      name: 'heddle_webhooks_disabled',
      help: 'Webhooks that are disabled.',
      registers,
    }),
    rateLimited: new Counter({
      name: 'heddle_rate_limited_total',
      help: 'Requests refused by the rate limit.',
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof makeMetrics>
