/** Schemas and descriptions that several routes of the LangGraph API share. */
import { Type } from 'typebox'
import { Nullable } from '../../schema/common.js'

export const AssistantOrGraphId = Type.String({ description: 'The ID of an assistant or of a graph.' })

/** The fields of a search that select a page. */
export const pageFields = {
  limit: Type.Optional(
    Nullable(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'The size of the page; 10 by default.' }),
    ),
  ),
  offset: Type.Optional(
    Nullable(Type.Integer({ minimum: 0, description: 'The number of matches to skip.' })),
  ),
}
export const selectField = Type.Optional(
  Nullable(Type.Array(Type.String(), { description: 'The fields to return; all by default.' })),
)

export const Count = Type.Integer({ minimum: 0, description: 'The number of matches.', examples: [3] })

export const PAGE_HEADERS = {
  'X-Pagination-Total': 'A lower bound of the number of matches; exact on the last page.',
  'X-Pagination-Next': 'The `offset` of the next page. Absent on the last page.',
}

export const LOCATION = 'The path at which a client that was disconnected continues.'
export const CONTENT_LOCATION = 'The path of the run.'
export const RUN_HEADERS = { 'Content-Location': CONTENT_LOCATION, Location: LOCATION }

export const LAST_EVENT_ID = 'The `id` of the last event that the client has received; `-` for all events.'
