import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeApiKeys = (http: Http) => ({
  /** Creates an API key. Only this response contains the key. */
  create: (body: Schemas['ApiKeyCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/api-keys', { body }, options),

  /** Lists API keys, newest first. */
  list: (query?: Query<'get', '/api/v1/api-keys'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/api-keys', { query }, options),

  /** Reads an API key. */
  get: (keyId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/api-keys/{key_id}', { path: { key_id: keyId } }, options),

  /** Renames an API key. */
  rename: (keyId: string, body: Schemas['ApiKeyUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/api-keys/{key_id}', { path: { key_id: keyId }, body }, options),

  /** Revokes an API key. */
  revoke: (keyId: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/api-keys/{key_id}', { path: { key_id: keyId } }, options),
})

export const makeSecrets = (http: Http) => ({
  /** Creates a named secret. */
  create: (body: Schemas['SecretCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/secrets', { body }, options),

  /** Lists named secrets without their values, newest first. */
  list: (query?: Query<'get', '/api/v1/secrets'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/secrets', { query }, options),

  /** Reads a named secret without its value. */
  get: (name: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/secrets/{name}', { path: { name } }, options),

  /** Creates a named secret or replaces its value. */
  put: (name: string, body: Schemas['SecretPut'], options?: RequestOptions) =>
    http.send('put', '/api/v1/secrets/{name}', { path: { name }, body }, options),

  /** Deletes a named secret. */
  delete: (name: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/secrets/{name}', { path: { name } }, options),
})

export const makeAudit = (http: Http) => ({
  /** Lists administrative changes, newest first. */
  list: (query?: Query<'get', '/api/v1/audit'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/audit', { query }, options),

  /** Reads an administrative change. */
  get: (entryId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/audit/{entry_id}', { path: { entry_id: entryId } }, options),
})
