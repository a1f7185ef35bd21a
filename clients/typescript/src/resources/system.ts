import type { Query } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'

export const makeStatistics = (http: Http) => ({
  /** Reads figures of runs, models, guardrails and webhooks over time. */
  get: (query?: Query<'get', '/api/v1/stats'>, options?: RequestOptions) =>
    http.send('get', '/api/v1/stats', { query }, options),

  /** Reads how much the service stores. */
  getStorage: (options?: RequestOptions) => http.send('get', '/api/v1/stats/storage', {}, options),
})

export const makeNodes = (http: Http) => ({
  /** Lists the nodes of the service. */
  list: (options?: RequestOptions) => http.send('get', '/api/v1/nodes', {}, options),

  /** Lets a node take no more runs. */
  drain: (nodeId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/nodes/{node_id}/drain', { path: { node_id: nodeId } }, options),

  /** Lets a drained node take runs again. */
  resume: (nodeId: string, options?: RequestOptions) =>
    http.send('post', '/api/v1/nodes/{node_id}/resume', { path: { node_id: nodeId } }, options),
})

export const makeSystem = (http: Http) => ({
  /** Reads the tenant, the scopes and the limits of the caller. */
  getMe: (options?: RequestOptions) => http.send('get', '/api/v1/me', {}, options),

  /** Searches resources by ID or name. */
  search: (query: Query<'get', '/api/v1/search'>, options?: RequestOptions) =>
    http.send('get', '/api/v1/search', { query }, options),

  /** Reads the OpenAPI document of the server. */
  getOpenapi: (options?: RequestOptions) => http.send('get', '/api/v1/openapi.json', {}, options),
})
