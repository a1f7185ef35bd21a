/**
 * The place of a run in its trace. All nodes derive the same IDs, so a run that is continued by another node, after a crash or after a wait
 * stays one span of one trace.
 */
import type { Row } from '../../store/sql/tables.js'
import {
  deriveSpanId,
  deriveTraceId,
  getActiveTraceparent,
  parseTraceparent,
  type TraceContext,
} from '../../platform/telemetry/trace-context.js'
import type { Tracing } from '../../platform/telemetry/tracing.js'

type TracedRun = Pick<Row<'runs'>, 'run_id' | 'traceparent'>

export interface RunTraceContext {
  context: TraceContext
  /** The request that created the run. Undefined: no request did, or it was not traced. */
  parent: TraceContext | undefined
}

export const toRunTraceContext = (tracing: Tracing, { run_id, traceparent }: TracedRun): RunTraceContext => {
  const parent = parseTraceparent(traceparent)
  const traceId = parent?.traceId ?? deriveTraceId(run_id)
  const isSampled = parent?.isSampled ?? tracing.shouldSample(undefined, traceId)
  return { context: { traceId, spanId: deriveSpanId(run_id), isSampled }, parent }
}

/** A span has no more links than this. */
const MAX_RESUMES = 20

/** Returns the trace contexts of the requests that resumed the run, with the current one. */
export const addActiveTraceparent = ({
  resume_traceparents,
}: Pick<Row<'runs'>, 'resume_traceparents'>): string | null => {
  const active = getActiveTraceparent()
  if (active === null) return resume_traceparents
  return [...(resume_traceparents?.split(' ') ?? []), active].slice(-MAX_RESUMES).join(' ')
}

export const parseResumes = (resume_traceparents: string | null): TraceContext[] =>
  (resume_traceparents?.split(' ') ?? []).flatMap((header) => parseTraceparent(header) ?? [])
