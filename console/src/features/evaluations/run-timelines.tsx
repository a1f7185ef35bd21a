import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { runTraceQuery } from '../../api/run-trace.ts'
import { formatDuration, shortId } from '../../model/format.ts'
import type { Span, SpanKind, Trace } from '../../model/spans.ts'
import { ErrorLine, Loading } from '../../ui/states.tsx'

const COLORS: Partial<Record<SpanKind, string>> = {
  node: 'var(--k-node)',
  llm: 'var(--k-llm)',
  tool: 'var(--k-tool)',
  guardrail: 'var(--k-guard)',
}
const WORDS: Partial<Record<SpanKind, string>> = {
  node: 'node',
  llm: 'model',
  tool: 'tool',
  guardrail: 'guardrail',
}

/** Spans that do work. */
const listWork = ({ spans }: Trace): Span[] => spans.filter(({ kind }) => COLORS[kind] !== undefined)

/** The time in the queue depends on the load of the service, so the timeline starts with the first work. */
const startOf = (trace: Trace): number =>
  listWork(trace).reduce((first, { start }) => Math.min(first, start), trace.end)

const durationOf = (trace: Trace): number => trace.end - startOf(trace)

const Timeline = ({ trace, longest }: { trace: Trace; longest: number }) => (
  <ul className="flex flex-col gap-0.5">
    {listWork(trace).map((span) => {
      const duration = (span.end ?? trace.end) - span.start
      return (
        <li key={span.id} className="grid grid-cols-[110px_1fr_60px] items-center gap-2 text-small">
          <span className="truncate" style={{ paddingLeft: `${String(Math.max(0, span.depth - 1) * 8)}px` }}>
            <span className="sr-only">{WORDS[span.kind]} </span>
            {span.name}
          </span>
          <svg
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-2 w-full bg-sunken"
          >
            <rect
              x={((span.start - startOf(trace)) / longest) * 100}
              width={Math.max(0.6, (duration / longest) * 100)}
              height="8"
              fill={span.status === 'failed' ? 'var(--fail)' : COLORS[span.kind]}
            />
          </svg>
          <span className="text-right text-ink-3">{formatDuration(duration)}</span>
        </li>
      )
    })}
  </ul>
)

/** The timelines of runs on the same scale, so that their durations can be compared. */
export const RunTimelines = ({ runs }: { runs: { name: string; runId: string }[] }) => {
  const queries = useQueries({ queries: runs.map(({ runId }) => runTraceQuery(runId)) })
  const longest = Math.max(1, ...queries.map(({ data }) => (data === undefined ? 0 : durationOf(data))))
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-medium">
        {runs.length > 1 ? 'Timelines of the runs' : 'Timeline of the run'}{' '}
        {runs.length > 1 && <span className="text-small font-normal text-ink-3">on the same scale</span>}
      </h3>
      {runs.map(({ name, runId }, index) => {
        const query = queries[index]
        return (
          <div key={runId} role="group" aria-label={`Timeline, ${name}`}>
            <p className="mb-1 flex flex-wrap gap-x-2 text-small text-ink-2">
              {name}
              <Link
                to="/runs/$runId"
                params={{ runId }}
                search={{}}
                className="font-mono text-accent hover:underline"
              >
                {shortId(runId)}
              </Link>
              {query?.data !== undefined && (
                <span className="ml-auto">{formatDuration(durationOf(query.data))} after the queue</span>
              )}
            </p>
            {query?.data !== undefined ? (
              <Timeline trace={query.data} longest={longest} />
            ) : query?.error == null ? (
              <Loading lines={2} />
            ) : (
              <ErrorLine error={query.error} />
            )}
          </div>
        )
      })}
    </section>
  )
}
