/** Schemas that all resources share. An object with a `title` becomes a named component of openapi.json. */
import { Type, type TSchema } from 'typebox'

export const Uuid = Type.String({ format: 'uuid', description: 'A UUID.' })

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds.',
  examples: ['2026-01-31T09:30:00.000Z'],
})

/** A free-form object that the service stores unchanged. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())
export type JsonObject = Record<string, unknown>

/**
 * Free-form key/value pairs that can be searched. `storable` is our own keyword: it rejects U+0000 and unpaired
 * surrogates, because PostgreSQL's text and jsonb cannot store them. (Payloads are stored as JSON text, which can.)
 */
export const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Free-form key/value pairs. Text must not contain U+0000 or unpaired surrogates.',
  storable: true,
})

/** Text that is stored in its own column. */
export const Text = (options: {
  maxLength: number
  minLength?: number
  description: string
  examples?: string[]
}) => Type.String({ ...options, storable: true })

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True if both databases can store every string and key in the value unchanged. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const OneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description })

export const RetentionDays = Nullable(
  Type.Number({
    minimum: 0.001,
    maximum: 36_500,
    description:
      'How many days ended runs are kept. The period of a thread takes precedence over that of an assistant, and that over RETENTION_DAYS. Null: no period of its own.',
  }),
)

export const Page = <T extends TSchema>(item: T, title: string) =>
  Type.Object(
    {
      data: Type.Array(item, { description: 'The items, newest first.' }),
      has_more: Type.Boolean({ description: 'True if another page follows.' }),
      next_cursor: Nullable(
        Type.String({ description: 'The `cursor` of the next page; null on the last one.' }),
      ),
    },
    { title },
  )

export interface Page<T> {
  data: T[]
  has_more: boolean
  next_cursor: string | null
}

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Items per page.' }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, description: 'The `next_cursor` of the previous page.' }),
  ),
}

export const PageQuery = Type.Object(pageQuery)
