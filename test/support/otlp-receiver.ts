/** Receives traces over OTLP/HTTP and decodes them with the official protobuf definitions. */
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

export interface ReceivedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  /** Empty for the root of a trace. */
  parentSpanId: string
  /** Milliseconds since the Unix epoch. */
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  /** 2 is an error. */
  statusCode: number
  statusMessage: string
  /** The attributes of the service. */
  resource: Record<string, unknown>
}

interface KeyValue {
  key: string
  value: Record<string, unknown> & { arrayValue?: { values: Record<string, unknown>[] } }
}

interface WireSpan {
  name: string
  kind: number
  traceId: Uint8Array
  spanId: Uint8Array
  parentSpanId: Uint8Array | null
  startTimeUnixNano: unknown
  endTimeUnixNano: unknown
  attributes: KeyValue[]
  links: { traceId: Uint8Array; spanId: Uint8Array }[]
  status?: { code: number; message: string } | null
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: KeyValue[] }; scopeSpans: { spans: WireSpan[] }[] }[]
}

// The generated definitions are a CommonJS module that its package does not export as a type.
const definitions = createRequire(import.meta.url)('otlp-definitions/build/src/generated/root') as {
  opentelemetry: {
    proto: {
      collector: { trace: { v1: { ExportTraceServiceRequest: { decode(body: Buffer): ExportRequest } } } }
    }
  }
}
const { ExportTraceServiceRequest } = definitions.opentelemetry.proto.collector.trace.v1

const toHex = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('hex')
const toMs = (nanoseconds: unknown): number => Number(String(nanoseconds)) / 1e6

const toValue = ({ arrayValue, ...value }: KeyValue['value']): unknown => {
  if (arrayValue != null) return arrayValue.values.map((item) => toValue(item as KeyValue['value']))
  const [item] = Object.values(value)
  // A 64-bit integer is an object of the library `long`.
  return typeof item === 'object' ? Number((item as { toString(): string }).toString()) : item
}

const toAttributes = (attributes: KeyValue[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]))

const toSpan = (span: WireSpan, resource: Record<string, unknown>): ReceivedSpan => ({
  name: span.name,
  kind: span.kind,
  traceId: toHex(span.traceId),
  spanId: toHex(span.spanId),
  parentSpanId: toHex(span.parentSpanId),
  startMs: toMs(span.startTimeUnixNano),
  endMs: toMs(span.endTimeUnixNano),
  attributes: toAttributes(span.attributes),
  links: span.links.map((link) => ({ traceId: toHex(link.traceId), spanId: toHex(link.spanId) })),
  statusCode: span.status?.code ?? 0,
  statusMessage: span.status?.message ?? '',
  resource,
})

export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers })
      const { resourceSpans } = ExportTraceServiceRequest.decode(Buffer.concat(chunks))
      for (const { resource, scopeSpans } of resourceSpans)
        for (const scope of scopeSpans)
          spans.push(...scope.spans.map((span) => toSpan(span, toAttributes(resource.attributes))))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    spans,
    requests,
    /** Waits until a span of the trace has this name, and returns it. */
    waitFor: (traceId: string, name: string | RegExp): Promise<ReceivedSpan> =>
      vi.waitFor(
        () => {
          const found = spans.find(
            (span) =>
              span.traceId === traceId &&
              (typeof name === 'string' ? span.name === name : name.test(span.name)),
          )
          if (found === undefined)
            throw new Error(`no span ${String(name)} among: ${spans.map((span) => span.name).join(', ')}`)
          return found
        },
        { timeout: 20_000, interval: 50 },
      ),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

export type OtlpReceiver = Awaited<ReturnType<typeof startOtlpReceiver>>
