/** W3C trace context: which span of which trace is active. It needs no OpenTelemetry package, so that every thread can use it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'

export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** False: the spans of the trace are not exported, but the context is still passed on. */
  isSampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED_FLAG = 1

/** Returns undefined for a header that the specification tells to ignore. */
export const parseTraceparent = (header: unknown): TraceContext | undefined => {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED_FLAG) === SAMPLED_FLAG }
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

/** The context of another span of the same trace. */
export const replaceSpanId = (traceparent: string, spanId: string): string => {
  const [version, traceId, , flags] = traceparent.split('-')
  return [version, traceId, spanId, flags].join('-')
}

export const newTraceId = (): string => randomBytes(16).toString('hex')
export const newSpanId = (): string => randomBytes(8).toString('hex')

/**
 * IDs that every node and thread derives from the same names: the parent of a span may be exported by another thread or node, later, or after
 * a crash.
 */
export const deriveTraceId = (...names: string[]): string => hash(names).slice(0, 32)
export const deriveSpanId = (...names: string[]): string => hash(names).slice(0, 16)

const hash = (names: string[]): string => createHash('sha256').update(names.join('\n')).digest('hex')

/** The span that the current request or execution belongs to. Empty if tracing is off. */
export const activeTrace = new AsyncLocalStorage<TraceContext | undefined>()

export const getActiveTraceparent = (): string | null => {
  const context = activeTrace.getStore()
  return context === undefined ? null : formatTraceparent(context)
}
