import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'

/** What people said about a run, newest first. */
export const feedbackQuery = (runId: string) =>
  queryOptions({
    queryKey: ['feedback', runId],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/feedback', { params: { query: { run_id: runId } }, signal }))).data,
  })

export const rateRun = (runId: string, rating: 'positive' | 'negative', comment: string) =>
  unwrap(
    api.POST('/api/v1/feedback', { body: { run_id: runId, rating, ...(comment !== '' && { comment }) } }),
  )
