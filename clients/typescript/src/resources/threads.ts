import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'
import { toQuery, type WaitOptions } from './runs.js'

export const makeThreads = (http: Http) => ({
  /** Creates a thread. */
  create: (body: Schemas['ThreadCreate'] = {}, options?: RequestOptions) =>
    http.send('post', '/api/v1/threads', { body }, options),

  /** Lists threads, newest first. */
  list: (query?: Query<'get', '/api/v1/threads'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/threads', { query }, options),

  /** Reads a thread. */
  get: (threadId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/threads/{thread_id}', { path: { thread_id: threadId } }, options),

  /** Updates a thread. `metadata` is merged. */
  update: (threadId: string, body: Schemas['ThreadUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/threads/{thread_id}', { path: { thread_id: threadId }, body }, options),

  /** Deletes a thread with its messages and runs. */
  delete: (threadId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/threads/{thread_id}', { path: { thread_id: threadId } }, options),

  /** Adds a message. This does not start a run. */
  createMessage: (threadId: string, body: Schemas['ThreadMessageCreate'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/threads/{thread_id}/messages',
      { path: { thread_id: threadId }, body },
      options,
    ),

  /** Lists the messages of a thread, newest first. */
  listMessages: (
    threadId: string,
    query?: Query<'get', '/api/v1/threads/{thread_id}/messages'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/threads/{thread_id}/messages',
      { path: { thread_id: threadId }, query },
      options,
    ),

  /** Creates a run in a thread. */
  createRun: (threadId: string, body: Schemas['ThreadRunCreate'], { wait, ...options }: WaitOptions = {}) =>
    http.send(
      'post',
      '/api/v1/threads/{thread_id}/runs',
      { path: { thread_id: threadId }, body, ...toQuery(wait) },
      options,
    ),

  /** Lists the runs of a thread, newest first. */
  listRuns: (
    threadId: string,
    query?: Query<'get', '/api/v1/threads/{thread_id}/runs'>,
    options?: RequestOptions,
  ) => listPages(http, '/api/v1/threads/{thread_id}/runs', { path: { thread_id: threadId }, query }, options),
})

export const makeMessages = (http: Http) => ({
  /** Adds a message to the thread named in the body. This does not start a run. */
  create: (body: Schemas['MessageCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/messages', { body }, options),

  /** Lists the messages of the thread named in the query, newest first. */
  list: (query: Query<'get', '/api/v1/messages'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/messages', { query }, options),
})
