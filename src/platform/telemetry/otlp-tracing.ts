/** Exports spans with the OpenTelemetry SDK, as protobuf over HTTP. Imported only if tracing is on. */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Context,
  type HrTime,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  SamplingDecision,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../../config.js'
import type { Logger } from '../log.js'
import type { Metrics } from '../metrics.js'
import { version } from '../version.js'
import { makeSampler } from './sampler.js'
import type { TraceContext } from './trace-context.js'
import type { SpanRecord, Tracing } from './tracing.js'

interface Deps {
  config: Config
  endpoint: string
  log: Logger
  metrics: Pick<Metrics, 'traceSpans'>
}

/** Further spans are dropped until the collector accepts some. About 20 MB. */
const MAX_QUEUED_SPANS = 8_192
const EXPORT_DELAY_MS = 1_000
const EXPORT_TIMEOUT_MS = 10_000
const STOP_TIMEOUT_MS = 2_000
const MAX_ATTRIBUTE_CHARS = 16_384
const GEN_AI_OPT_IN = 'gen_ai_latest_experimental'

/** ExportResultCode.SUCCESS of @opentelemetry/core, which is not a dependency of its own. */
const EXPORT_SUCCESS = 0

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

export const makeOtlpTracing = ({ config, endpoint, log, metrics }: Deps): Tracing => {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parsePairs(config.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  // The ID of the next span; startSpan() reads it at once.
  const nextIds = { traceId: '', spanId: '' }
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      ...parsePairs(config.OTEL_RESOURCE_ATTRIBUTES),
      'service.name': config.OTEL_SERVICE_NAME,
    }),
    idGenerator: { generateTraceId: () => nextIds.traceId, generateSpanId: () => nextIds.spanId },
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARS },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportOutages(exporter, endpoint, log, metrics),
        maxQueueSize: MAX_QUEUED_SPANS,
        scheduledDelayMillis: EXPORT_DELAY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('heddle', version)
  const sampler = makeSampler(config.OTEL_TRACES_SAMPLER, config.OTEL_TRACES_SAMPLER_ARG)
  log.info(`traces are exported to ${endpoint}`)
  return {
    usesGenAiConventions: config.OTEL_SEMCONV_STABILITY_OPT_IN.includes(GEN_AI_OPT_IN),
    capturesContent: config.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,

    shouldSample: (parent, traceId) =>
      sampler.shouldSample(toOtelContext(parent), traceId, '', SpanKind.INTERNAL, {}, []).decision ===
      SamplingDecision.RECORD_AND_SAMPLED,

    record({ name, kind, context, parent, startMs, endMs, attributes, links = [], error }: SpanRecord) {
      if (!context.isSampled) return
      Object.assign(nextIds, context)
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          startTime: toHrTime(startMs),
          attributes,
          links: links.map((link) => ({ context: toSpanContext(link) })),
        },
        // The decision about the trace has been made. A parent that is not sampled would drop the span.
        toOtelContext(parent && { ...parent, isSampled: true }),
      )
      if (error !== undefined) {
        span.setAttribute('error.type', error.type)
        span.setStatus({ code: SpanStatusCode.ERROR, message: error.message })
      }
      span.end(toHrTime(Math.max(startMs, endMs)))
    },

    async stop() {
      const timeout = new Promise((resolve) => setTimeout(resolve, STOP_TIMEOUT_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
    },
  }
}

/** The SDK takes a number from before the start of the process as a time since that start. */
const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)]

const toSpanContext = ({ traceId, spanId, isSampled }: TraceContext) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  isRemote: true,
})

const toOtelContext = (parent: TraceContext | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toSpanContext(parent))

/** Logs one line when exports begin to fail and one when they succeed again. Spans that cannot be exported are dropped. */
const reportOutages = (
  exporter: SpanExporter,
  endpoint: string,
  log: Logger,
  { traceSpans }: Pick<Metrics, 'traceSpans'>,
): SpanExporter => {
  let isFailing = false
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        const isExported = (result.code as number) === EXPORT_SUCCESS
        traceSpans.inc({ result: isExported ? 'exported' : 'failed' }, spans.length)
        if (isExported && isFailing) log.info(`traces are exported to ${endpoint} again`)
        if (!isExported && !isFailing)
          log.warn(
            { reason: result.error?.message },
            `traces cannot be exported to ${endpoint}; they are dropped until it responds. Check OTEL_EXPORTER_OTLP_ENDPOINT`,
          )
        isFailing = !isExported
        onResult(result)
      })
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The format of OTEL_RESOURCE_ATTRIBUTES and of OTEL_EXPORTER_OTLP_HEADERS: `name=value,name=value`, with percent-encoded values. */
const parsePairs = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const separator = pair.indexOf('=')
      return [pair.slice(0, separator).trim(), decodeURIComponent(pair.slice(separator + 1).trim())]
    }),
  )
