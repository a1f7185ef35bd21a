/**
 * Describes responses for openapi.json that are more than a JSON body: other content types, headers, no body. A description never
 * changes a response, because responses are serialized with JSON.stringify (docs/adr/0002).
 */
import { Type, type TSchema } from 'typebox'

export interface ResponseDescription {
  content: Record<string, { schema: TSchema }>
  headers?: Record<string, TSchema>
}

/** `headers` maps the name of a header to its meaning. */
export const describeResponse = (
  contentByType: Record<string, TSchema>,
  headers?: Record<string, string>,
): ResponseDescription => ({
  content: Object.fromEntries(Object.entries(contentByType).map(([type, schema]) => [type, { schema }])),
  ...(headers && {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [name, Type.String({ description })]),
    ),
  }),
})

export const describeJson = (schema: TSchema, headers?: Record<string, string>): ResponseDescription =>
  describeResponse({ 'application/json': schema }, headers)

export const describeStream = (schema: TSchema, headers?: Record<string, string>): ResponseDescription =>
  describeResponse({ 'text/event-stream': schema }, headers)

export const NO_BODY = Type.Null()

/** A header of the request, for openapi.json. Headers are read and checked by the handlers. */
export const describeHeaders = (headers: Record<string, string>): TSchema =>
  Type.Object(
    Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        Type.Optional(Type.String({ description })),
      ]),
    ),
  )
