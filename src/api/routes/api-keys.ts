import { Type } from 'typebox'
import type { ApiKeys } from '../../domain/api-keys.js'
import { ApiKey, ApiKeyCreate, ApiKeyCreated, ApiKeyPage, ApiKeyUpdate } from '../../schema/api-key.js'
import { PageQuery, Uuid } from '../../schema/common.js'
import { route, type Route } from '../http/route.js'

const tag = 'API keys'
const scope = 'admin'
const params = Type.Object({ key_id: Uuid })

export const apiKeyRoutes = (apiKeys: ApiKeys, onChange: () => void): Route[] => [
  route({
    method: 'POST',
    path: '/api-keys',
    operationId: 'createApiKey',
    audit: 'api_key.create',
    summary: 'Create an API key',
    description: 'This response is the only one that contains the key; the service stores its hash only.',
    tag,
    scope,
    body: ApiKeyCreate,
    findProblems: apiKeys.findProblems,
    response: ApiKeyCreated,
    status: 201,
    // The response that is stored for repeated requests must not contain the key.
    handle: ({ tenant, caller, body, idempotencyStatements }) =>
      apiKeys.create(
        tenant,
        body,
        (created) => idempotencyStatements({ ...created, key: '(shown once, in the first response)' }),
        caller,
      ),
  }),
  route({
    method: 'GET',
    path: '/api-keys',
    operationId: 'listApiKeys',
    summary: 'List API keys, newest first',
    tag,
    scope,
    query: PageQuery,
    response: ApiKeyPage,
    handle: ({ tenant, query }) => apiKeys.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/api-keys/{key_id}',
    operationId: 'getApiKey',
    summary: 'Read an API key',
    tag,
    scope,
    params,
    response: ApiKey,
    handle: ({ tenant, params: { key_id } }) => apiKeys.get(tenant, key_id),
  }),
  route({
    method: 'PATCH',
    path: '/api-keys/{key_id}',
    operationId: 'renameApiKey',
    audit: 'api_key.rename',
    summary: 'Rename an API key',
    description: 'Its scopes and its expiry cannot be changed: create another key instead.',
    tag,
    scope,
    params,
    body: ApiKeyUpdate,
    response: ApiKey,
    handle: async ({ tenant, params: { key_id }, body, auditStatements }) => {
      const renamed = await apiKeys.rename(tenant, key_id, body, auditStatements)
      onChange()
      return renamed
    },
  }),
  route({
    method: 'DELETE',
    path: '/api-keys/{key_id}',
    operationId: 'revokeApiKey',
    audit: 'api_key.revoke',
    summary: 'Revoke an API key',
    description:
      'The key stops working immediately on this node and within five seconds on other nodes. Its record is kept.',
    tag,
    scope,
    params,
    response: ApiKey,
    handle: async ({ tenant, params: { key_id }, auditStatements }) => {
      const revoked = await apiKeys.revoke(tenant, key_id, auditStatements)
      onChange()
      return revoked
    },
  }),
]
