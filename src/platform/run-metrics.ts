/** Metrics of runs, models and tools. Labels whose values users choose are bounded; see bounded-label.ts. */
import { Counter, Histogram, type Registry } from 'prom-client'
import { RUN_FAILURES } from '../schema/run.js'
import { BoundedLabel } from './bounded-label.js'

const MAX_ASSISTANTS = 50
const MAX_MODELS = 30
const MAX_TOOLS = 50
const NANO_PER_USD = 1e9

export type RunEndStatus = 'completed' | 'failed' | 'cancelled'

export interface EndedRun {
  assistant_id: string
  /** The first claim; null if the run was never executed. */
  started_at: number | null
}

export interface ModelTokens {
  input_tokens: number
  cached_input_tokens?: number
  output_tokens: number
}

const makeInstruments = (registers: Registry[]) => ({
  ended: new Counter({
    name: 'heddle_runs_ended_total',
    help: 'Runs that ended, by final status (completed, failed, cancelled) and assistant.',
    labelNames: ['status', 'assistant_id'],
    registers,
  }),
  failures: new Counter({
    name: 'heddle_run_failures_total',
    help: 'Failed runs by error code.',
    labelNames: ['code'],
    registers,
  }),
  duration: new Histogram({
    name: 'heddle_run_duration_seconds',
    help: 'Time from the first claim of a run to its end, including the time it waited for input, by final status.',
    labelNames: ['status'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600],
    registers,
  }),
  guardrailOutcomes: new Counter({
    name: 'heddle_guardrail_run_outcomes_total',
    help: 'Executions of runs with guardrails by the outcome of the run so far: passed, flagged, blocked.',
    labelNames: ['outcome'],
    registers,
  }),
  modelCalls: new Counter({
    name: 'heddle_model_calls_total',
    help: 'Completed model calls of runs.',
    labelNames: ['model'],
    registers,
  }),
  modelTokens: new Counter({
    name: 'heddle_model_tokens_total',
    help: 'Tokens of model calls of runs by type: input, cached_input (a part of input), output.',
    labelNames: ['model', 'type'],
    registers,
  }),
  modelCost: new Counter({
    name: 'heddle_model_cost_usd_total',
    help: 'Cost of model calls of runs in US dollars. Models without a known price are not included.',
    labelNames: ['model'],
    registers,
  }),
  modelDuration: new Histogram({
    name: 'heddle_model_call_duration_seconds',
    help: 'Duration of completed model calls.',
    labelNames: ['model'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  }),
  firstToken: new Histogram({
    name: 'heddle_model_first_token_seconds',
    help: 'Time from the start of a streamed model call to its first token.',
    labelNames: ['model'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  }),
  toolCalls: new Counter({
    name: 'heddle_tool_calls_total',
    help: 'Tool calls by tool and result: ok, error.',
    labelNames: ['tool', 'result'],
    registers,
  }),
})

export interface RunMetricsOptions {
  /** False: assistants and tools are counted as `other`, because tenants could read the values of each other. */
  namesTenantValues: boolean
}

export const makeRunMetrics = (registers: Registry[], { namesTenantValues }: RunMetricsOptions) => {
  const instruments = makeInstruments(registers)
  const { ended, failures, duration, guardrailOutcomes, modelCalls, modelTokens, modelCost } = instruments
  const { modelDuration, firstToken, toolCalls } = instruments
  // Prometheus cannot compute the rate of a series that begins with its first increment.
  for (const code of Object.keys(RUN_FAILURES)) failures.inc({ code }, 0)
  for (const outcome of ['passed', 'flagged', 'blocked']) guardrailOutcomes.inc({ outcome }, 0)
  const assistants = new BoundedLabel(namesTenantValues ? MAX_ASSISTANTS : 0, (assistant_id) => {
    for (const status of ['completed', 'failed', 'cancelled']) ended.remove({ status, assistant_id })
  })
  const models = new BoundedLabel(MAX_MODELS, (model) => {
    for (const metric of [modelCalls, modelCost, modelDuration, firstToken]) metric.remove({ model })
    for (const type of ['input', 'cached_input', 'output']) modelTokens.remove({ model, type })
  })
  const tools = new BoundedLabel(namesTenantValues ? MAX_TOOLS : 0, (tool) => {
    for (const result of ['ok', 'error']) toolCalls.remove({ tool, result })
  })

  return {
    recordEnd(run: EndedRun, status: RunEndStatus, now: number): void {
      ended.inc({ status, assistant_id: assistants.resolve(run.assistant_id) })
      if (run.started_at !== null) duration.observe({ status }, Math.max(0, now - run.started_at) / 1000)
    },

    recordFailure(code: string): void {
      failures.inc({ code })
    },

    recordGuardrailOutcome(outcome: string): void {
      guardrailOutcomes.inc({ outcome })
    },

    /** `nanoUsd`: undefined if the model has no known price. */
    recordUsage(name: string, calls: number, tokens: ModelTokens, nanoUsd: number | undefined): void {
      const model = models.resolve(name)
      modelCalls.inc({ model }, calls)
      modelTokens.inc({ model, type: 'input' }, tokens.input_tokens)
      modelTokens.inc({ model, type: 'output' }, tokens.output_tokens)
      if (tokens.cached_input_tokens !== undefined)
        modelTokens.inc({ model, type: 'cached_input' }, tokens.cached_input_tokens)
      if (nanoUsd !== undefined) modelCost.inc({ model }, nanoUsd / NANO_PER_USD)
    },

    recordModelCall(name: string, seconds: number, firstTokenSeconds: number | undefined): void {
      const model = models.resolve(name)
      modelDuration.observe({ model }, seconds)
      if (firstTokenSeconds !== undefined) firstToken.observe({ model }, firstTokenSeconds)
    },

    recordToolCall(name: string, result: 'ok' | 'error'): void {
      toolCalls.inc({ tool: tools.resolve(name), result })
    },
  }
}

export type RunMetrics = ReturnType<typeof makeRunMetrics>
