import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeViews = (http: Http) => ({
  /** Saves a view of a screen of the console. */
  create: (body: Schemas['ViewCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/views', { body }, options),

  /** Lists saved views, newest first: those of the caller and those that are shared. */
  list: (query?: Query<'get', '/api/v1/views'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/views', { query }, options),

  /** Reads a saved view. */
  get: (viewId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/views/{view_id}', { path: { view_id: viewId } }, options),

  /** Changes the name, the query or the visibility of a saved view. */
  update: (viewId: string, body: Schemas['ViewUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/views/{view_id}', { path: { view_id: viewId }, body }, options),

  /** Deletes a saved view. */
  delete: (viewId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/views/{view_id}', { path: { view_id: viewId } }, options),
})
