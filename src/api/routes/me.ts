import { toIsoOrNull } from '../../domain/row-mappers.js'
import { Me } from '../../schema/me.js'
import type { Info } from '../../schema/system.js'
import { Type } from 'typebox'
import type { Principal } from '../http/auth.js'
import { route, type Route } from '../http/route.js'

export const meRoutes = (limits: Info['limits']): Route[] => [
  route({
    method: 'GET',
    path: '/me',
    operationId: 'getMe',
    summary: 'Read the tenant, the scopes and the limits of the caller',
    tag: 'System',
    query: Type.Object({}, { additionalProperties: false }),
    response: Me,
    handle: async ({ principal }) => toMe(principal, limits),
  }),
]

const toMe = ({ tenant_id, id, name, scopes, credential, user }: Principal, limits: Info['limits']): Me => ({
  tenant: tenant_id,
  id,
  name: credential?.name ?? name,
  credential: credential?.type ?? (user === undefined ? 'none' : 'user'),
  key_id: credential?.key_id ?? null,
  scopes: [...scopes],
  expires_at: toIsoOrNull(credential?.expires_at ?? null),
  limits,
})
