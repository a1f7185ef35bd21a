import { Type } from 'typebox'
import type { CronRuns } from '../../domain/crons/cron-runs.js'
import type { Crons } from '../../domain/crons/crons.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import { CronDates, CronPreview, CronRun, ScheduledCronPage } from '../../schema/cron.js'
import { route, type Route } from '../http/route.js'

const tag = 'Crons'

/** What the LangGraph API of crons lacks; it creates, changes and deletes them. */
export const scheduleRoutes = ({ crons, cronRuns }: { crons: Crons; cronRuns: CronRuns }): Route[] => [
  route({
    method: 'GET',
    path: '/crons',
    operationId: 'listCrons',
    summary: 'List crons with their next five dates, newest first',
    tag,
    query: PageQuery,
    response: ScheduledCronPage,
    handle: ({ tenant, query }) => crons.list(tenant, query),
  }),
  route({
    method: 'POST',
    path: '/crons/preview',
    operationId: 'previewCron',
    summary: 'Compute the next dates of a schedule that is not stored',
    description: 'Nothing is stored. An invalid schedule or time zone is a validation error.',
    tag,
    scope: 'read',
    body: CronPreview,
    response: CronDates,
    handle: async ({ body }) => crons.preview(body),
  }),
  route({
    method: 'POST',
    path: '/crons/{cron_id}/run',
    operationId: 'runCron',
    audit: 'cron.run',
    summary: 'Create a run of a cron now',
    description: 'It also works for a disabled cron. The next date of the schedule stays as it is.',
    tag,
    params: Type.Object({ cron_id: Uuid }),
    response: CronRun,
    status: 201,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { cron_id }, idempotencyStatements }) =>
      cronRuns.runNow(tenant, cron_id, idempotencyStatements),
  }),
]
