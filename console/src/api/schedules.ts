import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from './client.ts'
import type { components } from './schema.d.ts'

type Schemas = components['schemas']
export type CronCreate = Schemas['CronCreate']
export type CronUpdate = Schemas['CronUpdate']
export type CronPreview = Schemas['CronPreview']

export const schedulesKey = ['schedules'] as const
const SCHEDULES_PER_PAGE = 50

export const schedulesQuery = infiniteQueryOptions({
  queryKey: [...schedulesKey, 'list'],
  queryFn: ({ pageParam, signal }) =>
    unwrap(
      api.GET('/api/v1/crons', {
        params: { query: { limit: SCHEDULES_PER_PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
        signal,
      }),
    ),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  refetchInterval: 60_000,
})

/** The next dates of a schedule as it is typed. An invalid one is an error that names the field. */
export const datesQuery = (preview: CronPreview) =>
  queryOptions({
    queryKey: [...schedulesKey, 'preview', preview],
    queryFn: async ({ signal }) =>
      (await unwrap(api.POST('/api/v1/crons/preview', { body: preview, signal }))).next_run_dates,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 30_000,
  })

const onCron = (id: string) => ({ params: { path: { cron_id: id } } })

export const createSchedule = (body: CronCreate, threadId?: string) =>
  threadId === undefined
    ? unwrap(api.POST('/runs/crons', { body }))
    : unwrap(api.POST('/threads/{thread_id}/runs/crons', { params: { path: { thread_id: threadId } }, body }))

export const updateSchedule = (id: string, body: CronUpdate) =>
  unwrap(api.PATCH('/runs/crons/{cron_id}', { ...onCron(id), body }))

export const deleteSchedule = (id: string): Promise<unknown> =>
  unwrap(api.DELETE('/runs/crons/{cron_id}', onCron(id)))

export const runScheduleNow = (id: string) => unwrap(api.POST('/api/v1/crons/{cron_id}/run', onCron(id)))
