import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, Text, Timestamp, Uuid } from './common.js'

export const SCOPES = ['read', 'write', 'admin'] as const
export type Scope = (typeof SCOPES)[number]

const scopes = Type.Array(OneOf(SCOPES, 'An operation that the key may perform.'), {
  minItems: 1,
  uniqueItems: true,
  maxItems: 3,
})

export const ApiKeyCreate = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 256, description: 'The purpose of the key.' }),
    scopes: Type.Optional(scopes),
    expires_at: Type.Optional(Nullable(Timestamp)),
  },
  {
    title: 'ApiKeyCreate',
    description: 'An API key to create. Default `scopes`: read and write.',
    examples: [{ name: 'ci', scopes: ['read', 'write'] }],
  },
)
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyUpdate = Type.Object(
  { name: Text({ minLength: 1, maxLength: 256, description: 'The purpose of the key.' }) },
  { title: 'ApiKeyUpdate', description: 'The new name of a key.', examples: [{ name: 'ci of the shop' }] },
)
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>

const fields = {
  id: Uuid,
  key_id: Uuid,
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to recognize it by.' }),
  scopes,
  created_at: Timestamp,
  created_by: Nullable(
    Type.String({ description: 'The name of the key or user that created it; null if it is unknown.' }),
  ),
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  revoked_at: Nullable(Timestamp),
}

const example = {
  id: '0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50',
  key_id: '0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50',
  name: 'ci',
  prefix: 'hdl_Zk3v9q',
  scopes: ['read', 'write'],
  created_at: '2026-01-31T09:30:00.000Z',
  created_by: 'first key',
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
}

export const ApiKey = Type.Object(fields, {
  title: 'ApiKey',
  description: 'The stored record of an API key. Only a hash of the key itself is stored.',
  examples: [example],
})
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyCreated = Type.Object(
  { ...fields, key: Type.String({ description: 'The key. It is shown only in this response.' }) },
  { title: 'ApiKeyCreated', examples: [{ ...example, key: 'hdl_Zk3v9q…' }] },
)
export type ApiKeyCreated = Static<typeof ApiKeyCreated>

export const ApiKeyPage = Page(ApiKey, 'ApiKeyPage')
