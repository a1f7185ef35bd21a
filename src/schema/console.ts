import { Type, type Static } from 'typebox'
import { SCOPES } from './api-key.js'
import { OneOf, Timestamp, Uuid } from './common.js'

export const ConsoleSignIn = Type.Object(
  {
    credential: Type.String({
      minLength: 1,
      maxLength: 16_384,
      description: 'An API key or a JWT of the service.',
    }),
  },
  { title: 'ConsoleSignIn', examples: [{ credential: 'hdl_Zk3v9q…' }], additionalProperties: false },
)
export type ConsoleSignIn = Static<typeof ConsoleSignIn>

export const ConsoleSession = Type.Object(
  {
    tenant_id: Type.String(),
    name: Type.String({ description: 'The name of the key, or the subject of the token.' }),
    scopes: Type.Array(OneOf(SCOPES, 'An operation that the session may perform.')),
    expires_at: Timestamp,
  },
  {
    title: 'ConsoleSession',
    description:
      'A session of the console. It ends at `expires_at`, and after twelve hours without a request.',
    examples: [
      {
        tenant_id: 'default',
        name: 'key:0198c9a2-b1e2-7f05-8c6d-0a1b2c3d4e50',
        scopes: ['read', 'write'],
        expires_at: '2026-02-07T09:30:00.000Z',
      },
    ],
  },
)
export type ConsoleSession = Static<typeof ConsoleSession>

export const ConsoleCrash = Type.Object(
  { run_id: Type.Optional(Uuid) },
  {
    title: 'ConsoleCrash',
    description: 'With `run_id`, the service is killed only if this run is in progress.',
    examples: [{ run_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11' }],
    additionalProperties: false,
  },
)
export type ConsoleCrash = Static<typeof ConsoleCrash>
