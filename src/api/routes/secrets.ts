import type { Secrets } from '../../domain/secrets/secrets.js'
import { PageQuery } from '../../schema/common.js'
import {
  Secret,
  SecretCreate,
  SecretDeleted,
  SecretPage,
  SecretParams,
  SecretPut,
} from '../../schema/secret.js'
import { route, type Route } from '../http/route.js'

const tag = 'Secrets'
const scope = 'admin'
const params = SecretParams
const path = '/secrets/{name}'

export const secretRoutes = (secrets: Secrets): Route[] => [
  route({
    method: 'POST',
    path: '/secrets',
    operationId: 'createSecret',
    audit: 'secret.create',
    summary: 'Create a named secret',
    description:
      'Assistants refer to it as `${secret:NAME}` in the URL, headers, query and body of tools and HTTP nodes, in ' +
      '`config.configurable` and in `context`. No response contains the value.',
    tag,
    scope,
    body: SecretCreate,
    response: Secret,
    status: 201,
    errors: ['unprocessable_entity'],
    handle: ({ tenant, body, idempotencyStatements }) => secrets.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/secrets',
    operationId: 'listSecrets',
    summary: 'List named secrets without their values, newest first',
    tag,
    query: PageQuery,
    response: SecretPage,
    handle: ({ tenant, query }) => secrets.list(tenant, query),
  }),
  route({
    method: 'GET',
    path,
    operationId: 'getSecret',
    summary: 'Read a named secret without its value',
    tag,
    params,
    response: Secret,
    handle: ({ tenant, params: { name } }) => secrets.get(tenant, name),
  }),
  route({
    method: 'PUT',
    path,
    operationId: 'putSecret',
    audit: 'secret.put',
    summary: 'Create a named secret or replace its value',
    description: 'Runs that start afterwards use the new value.',
    tag,
    scope,
    params,
    body: SecretPut,
    response: Secret,
    errors: ['unprocessable_entity'],
    handle: ({ tenant, params: { name }, body }) => secrets.put(tenant, name, body),
  }),
  route({
    method: 'DELETE',
    path,
    operationId: 'deleteSecret',
    audit: 'secret.delete',
    summary: 'Delete a named secret',
    description: 'Runs of assistants that still refer to it fail with `secret_unavailable`.',
    tag,
    scope,
    params,
    response: SecretDeleted,
    handle: ({ tenant, params: { name } }) => secrets.remove(tenant, name),
  }),
]
