import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeCrons = (http: Http) => ({
  /** Creates a cron whose runs each get a new thread. */
  create: (body: Schemas['CronCreate'], options?: RequestOptions) =>
    http.send('post', '/runs/crons', { body }, options),

  /** Creates a cron whose runs use one thread. */
  createForThread: (threadId: string, body: Schemas['CronCreate'], options?: RequestOptions) =>
    http.send('post', '/threads/{thread_id}/runs/crons', { path: { thread_id: threadId }, body }, options),

  /** Lists crons with their next five dates, newest first. */
  list: (query?: Query<'get', '/api/v1/crons'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/crons', { query }, options),

  /** Updates, enables or disables a cron. */
  update: (cronId: string, body: Schemas['CronUpdate'], options?: RequestOptions) =>
    http.send('patch', '/runs/crons/{cron_id}', { path: { cron_id: cronId }, body }, options),

  /** Deletes a cron, but not its runs. */
  delete: (cronId: string, options?: RequestOptions) =>
    http.send('delete', '/runs/crons/{cron_id}', { path: { cron_id: cronId } }, options),

  /** Computes the next dates of a schedule that is not stored. */
  preview: (body: Schemas['CronPreview'], options?: RequestOptions) =>
    http.send('post', '/api/v1/crons/preview', { body, isRead: true }, options),

  /** Creates a run of a cron now. */
  run: (cronId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/crons/{cron_id}/run', { path: { cron_id: cronId } }, options),
})
