import { queryOptions } from '@tanstack/react-query'
import { TraceBuilder } from '../model/build-trace.ts'
import { fetchRunEvents } from './runs.ts'

/** The spans of a run that has ended, from its first thousand events. */
export const runTraceQuery = (runId: string) =>
  queryOptions({
    queryKey: ['runs', 'trace', runId],
    queryFn: async ({ signal }) => {
      const builder = new TraceBuilder()
      for (const event of (await fetchRunEvents(runId, 0, signal)).data) builder.add(event)
      return builder.toTrace()
    },
    staleTime: Infinity,
  })
