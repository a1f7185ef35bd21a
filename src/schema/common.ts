/** Pieces that every resource uses. An object with a `title` becomes a named component of openapi.json. */
import { Type, type TSchema } from 'typebox'

export const Uuid = Type.String({ format: 'uuid', description: 'A UUID.' })

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601 in UTC with milliseconds.',
  examples: ['2026-01-31T09:30:00.000Z'],
})

/** A free-form object whose content the service keeps as it is. */
export const JsonObject = Type.Record(Type.String(), Type.Unknown())
export type JsonObject = Record<string, unknown>

/**
 * Free-form key/value pairs that can be searched. `storable` is our own keyword: U+0000 and unpaired surrogates
 * are refused, because PostgreSQL's text and jsonb cannot hold them. (Payloads are kept as JSON text and can.)
 */
export const Metadata = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Free-form key/value pairs of your own. Text in it cannot hold U+0000 or unpaired surrogates.',
  storable: true,
})

/** Text that has a column of its own. */
export const Text = (options: {
  maxLength: number
  minLength?: number
  description: string
  examples?: string[]
}) => Type.String({ ...options, storable: true })

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether both engines can keep every string and key in the value as it is. */
export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item))
}

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const OneOf = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, description })

export const Page = <T extends TSchema>(item: T, title: string) =>
  Type.Object(
    {
      data: Type.Array(item, { description: 'The items, newest first.' }),
      has_more: Type.Boolean({ description: 'Whether another page follows.' }),
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
    Type.String({ minLength: 1, maxLength: 500, description: 'The `next_cursor` of the page before.' }),
  ),
}

export const PageQuery = Type.Object(pageQuery)
