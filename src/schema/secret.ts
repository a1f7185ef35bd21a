import { Type, type Static } from 'typebox'
import { Nullable, Page, Text, Timestamp } from './common.js'

export const SECRET_NAME = '^[A-Za-z][A-Za-z0-9_-]{0,63}$'

const name = Type.String({
  pattern: SECRET_NAME,
  description: 'The name of the secret: letters, digits, `_` and `-`, starting with a letter.',
  examples: ['GITHUB_TOKEN'],
})
const value = Text({
  minLength: 8,
  maxLength: 16_384,
  description:
    'The value. It is stored encrypted and never returned. At least 8 characters: shorter values could not be removed from the outputs ' +
    'of runs without removing other text.',
})
const description = Nullable(Text({ maxLength: 1_000, description: 'The purpose of the secret.' }))

export const SecretCreate = Type.Object(
  { name, value, description: Type.Optional(description) },
  {
    title: 'SecretCreate',
    additionalProperties: false,
    examples: [{ name: 'GITHUB_TOKEN', value: 'ghp_example_value' }],
  },
)
export type SecretCreate = Static<typeof SecretCreate>

export const SecretPut = Type.Object(
  { value, description: Type.Optional(description) },
  { title: 'SecretPut', additionalProperties: false, examples: [{ value: 'ghp_another_value' }] },
)
export type SecretPut = Static<typeof SecretPut>

export const Secret = Type.Object(
  { name, description, created_at: Timestamp, updated_at: Timestamp },
  {
    title: 'Secret',
    description: 'A named secret, without its value. Assistants refer to it as `${secret:NAME}`.',
    examples: [
      {
        name: 'GITHUB_TOKEN',
        description: null,
        created_at: '2026-01-31T09:30:00.000Z',
        updated_at: '2026-01-31T09:30:00.000Z',
      },
    ],
  },
)
export type Secret = Static<typeof Secret>

export const SecretPage = Page(Secret, 'SecretPage')

export const SecretParams = Type.Object({ name: Type.String({ description: 'The name of the secret.' }) })

export const SecretDeleted = Type.Object(
  { deleted: Type.Literal(true), name },
  { title: 'SecretDeleted', examples: [{ deleted: true, name: 'GITHUB_TOKEN' }] },
)
