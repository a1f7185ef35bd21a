/** Records the end of a run in the metrics and as a span. */
import type { Metrics } from '../../platform/metrics.js'
import type { RunEndStatus } from '../../platform/run-metrics.js'
import type { SpanAttributes, Tracing } from '../../platform/telemetry/tracing.js'
import type { Row } from '../../store/sql/tables.js'
import { readTokens } from '../costs/usage.js'
import { parseResumes, toRunTraceContext } from './run-trace-context.js'

interface Deps {
  metrics: Pick<Metrics, 'runs'>
  /** Undefined: traces are off. */
  tracing: Tracing | undefined
}

interface RunEnd {
  status: RunEndStatus
  at: number
  error?: { code: string; message: string } | undefined
  /** The graph of the assistant, if it is known. */
  graph?: string
  /** The JSON of the usage of all executions. */
  usage?: string | null
}

type RunRow = Row<'runs'>

export const makeRunTelemetry = ({ metrics, tracing }: Deps) => ({
  recordEnd(run: RunRow, end: RunEnd): void {
    const { status, at, error } = end
    metrics.runs.recordEnd(run, status, at)
    if (error !== undefined) metrics.runs.recordFailure(error.code)
    if (tracing !== undefined) recordRunSpan(tracing, run, end)
  },
})

export type RunTelemetry = ReturnType<typeof makeRunTelemetry>

/** The span lasts from the first claim to the end and includes the time in which the run waited for input. */
const recordRunSpan = (tracing: Tracing, run: RunRow, end: RunEnd): void => {
  const { context, parent } = toRunTraceContext(tracing, run)
  const { error, graph } = end
  const operation = tracing.usesGenAiConventions ? 'invoke_agent' : 'run'
  tracing.record({
    name: graph === undefined ? operation : `${operation} ${graph}`,
    kind: 'internal',
    context,
    parent,
    startMs: run.started_at ?? run.created_at,
    endMs: end.at,
    attributes: {
      ...toAttributes(run, end),
      ...(tracing.usesGenAiConventions && toGenAiAttributes(run, end)),
    },
    links: parseResumes(run.resume_traceparents),
    error: error && { type: error.code, message: error.message },
  })
}

const toAttributes = (run: RunRow, { status, graph }: RunEnd): SpanAttributes => ({
  'heddle.tenant.id': run.tenant_id,
  'heddle.run.id': run.run_id,
  'heddle.thread.id': run.thread_id,
  'heddle.assistant.id': run.assistant_id,
  'heddle.graph': graph,
  'heddle.run.status': status,
  'heddle.run.attempt': run.attempt,
  'heddle.run.queue_ms':
    run.started_at === null
      ? undefined
      : Math.max(0, run.started_at - Math.max(run.created_at, run.available_at)),
})

const toGenAiAttributes = (run: RunRow, { graph, usage = run.usage }: RunEnd): SpanAttributes => {
  const tokens = readTokens(usage)
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': 'heddle',
    'gen_ai.agent.id': run.assistant_id,
    'gen_ai.agent.name': graph,
    'gen_ai.conversation.id': run.thread_id,
    'gen_ai.usage.input_tokens': tokens?.input,
    'gen_ai.usage.output_tokens': tokens?.output,
  }
}
