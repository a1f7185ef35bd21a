/**
 * Traces. They are off unless OTEL_EXPORTER_OTLP_ENDPOINT is set; then the OpenTelemetry packages are loaded. Spans are recorded when they have
 * ended, by the main thread, from times that other parts measure anyway.
 */
import type { TraceContext } from './trace-context.js'

export type SpanAttributes = Record<string, string | number | boolean | string[] | undefined>

export interface SpanRecord {
  name: string
  kind: 'internal' | 'server' | 'client'
  context: TraceContext
  /** Undefined: the span is the root of its trace. */
  parent: TraceContext | undefined
  /** Milliseconds since the Unix epoch, with fractions. */
  startMs: number
  endMs: number
  attributes: SpanAttributes
  /** Spans of other requests that this one belongs to as well. */
  links?: TraceContext[]
  /** The type of the error, and what a person reads. */
  error?: { type: string; message: string } | undefined
}

export interface Tracing {
  /** True: names and attributes of spans are those of the GenAI conventions, which are not stable yet. */
  readonly usesGenAiConventions: boolean
  /** True: outputs of models, and arguments and results of tools, are attributes of spans. */
  readonly capturesContent: boolean
  /** Decides whether a trace is exported, as OTEL_TRACES_SAMPLER says. */
  shouldSample(parent: TraceContext | undefined, traceId: string): boolean
  /** Has no effect if the trace is not sampled. Never throws and never waits. */
  record(span: SpanRecord): void
  /** Exports what is pending, for at most two seconds. */
  stop(): Promise<void>
}
