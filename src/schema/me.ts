import { Type, type Static } from 'typebox'
import { SCOPES } from './api-key.js'
import { Nullable, OneOf, Timestamp, Uuid } from './common.js'
import { Limits } from './system.js'

export const CREDENTIAL_TYPES = ['none', 'configured_key', 'api_key', 'jwt', 'session', 'user'] as const
export type CredentialType = (typeof CREDENTIAL_TYPES)[number]

export const Me = Type.Object(
  {
    tenant: Type.String({ description: 'The tenant of the caller.' }),
    id: Type.String({
      description:
        'Identifies the caller in its tenant: `key:<key_id>`, `jwt:<subject>`, or `config:<position>` for a key of `API_KEYS`. A session of the console has the ID of the credential that signed in.',
    }),
    name: Type.String({ description: 'The name of the API key, or the subject of the token.' }),
    credential: OneOf(
      CREDENTIAL_TYPES,
      'How the request was authenticated. `none`: authentication is off. `configured_key`: a key of `API_KEYS`. `session`: a session of the console. `user`: a user of the project.',
    ),
    key_id: Nullable(Uuid),
    scopes: Type.Array(OneOf(SCOPES, 'A scope.'), { description: 'The scopes of the caller.' }),
    expires_at: Nullable(Timestamp),
    limits: Limits,
  },
  {
    title: 'Me',
    description: 'The caller of the API.',
    examples: [
      {
        tenant: 'default',
        id: 'key:0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        name: 'ci',
        credential: 'api_key',
        key_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        scopes: ['read', 'write'],
        expires_at: null,
        limits: {
          requests_per_minute: 100,
          request_burst: 200,
          tenant_requests_per_minute: null,
          pending_requests: 1000,
          queued_runs: 1000000,
          tenant_queued_runs: null,
          tenant_running_runs: null,
        },
      },
    ],
  },
)
export type Me = Static<typeof Me>
