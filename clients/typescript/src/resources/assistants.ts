import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeAssistants = (http: Http) => ({
  /** Creates an assistant. */
  create: (body: Schemas['AssistantCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/assistants', { body }, options),

  /** Lists assistants, newest first. */
  list: (query?: Query<'get', '/api/v1/assistants'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/assistants', { query }, options),

  /** Reads an assistant. */
  get: (assistantId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/assistants/{assistant_id}', { path: { assistant_id: assistantId } }, options),

  /** Updates an assistant, which makes a new version. */
  update: (assistantId: string, body: Schemas['AssistantUpdate'], options?: RequestOptions) =>
    http.send(
      'patch',
      '/api/v1/assistants/{assistant_id}',
      { path: { assistant_id: assistantId }, body },
      options,
    ),

  /** Deletes an assistant. */
  delete: (assistantId: string, options?: RequestOptions) =>
    http.send(
      'delete',
      '/api/v1/assistants/{assistant_id}',
      { path: { assistant_id: assistantId } },
      options,
    ),

  /** Lists the versions of an assistant, newest first. */
  listVersions: (
    assistantId: string,
    query?: Query<'get', '/api/v1/assistants/{assistant_id}/versions'>,
    options?: RequestOptions,
  ) =>
    listPages(
      http,
      '/api/v1/assistants/{assistant_id}/versions',
      { path: { assistant_id: assistantId }, query },
      options,
    ),

  /** Sets the current version of an assistant. */
  setLatestVersion: (assistantId: string, body: Schemas['AssistantSetLatest'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/assistants/{assistant_id}/latest',
      { path: { assistant_id: assistantId }, body },
      options,
    ),

  /** Checks an assistant without saving it, and draws its graph. */
  check: (body: Schemas['AssistantUpdate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/assistants/check', { body, isRead: true }, options),

  /** Lists the types of nodes of declarative graphs and their schemas. */
  listGraphNodeTypes: (options?: RequestOptions) => http.send('get', '/api/v1/graph_node_types', {}, options),

  /** Reads figures of the nodes of an assistant. */
  getNodeStatistics: (
    assistantId: string,
    query?: Query<'get', '/api/v1/assistants/{assistant_id}/node_stats'>,
    options?: RequestOptions,
  ) =>
    http.send(
      'get',
      '/api/v1/assistants/{assistant_id}/node_stats',
      { path: { assistant_id: assistantId }, query },
      options,
    ),
})
