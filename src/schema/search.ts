import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Text, Timestamp } from './common.js'

export const SEARCH_TYPES = ['run', 'thread', 'assistant', 'dataset', 'evaluation', 'webhook'] as const

export const SearchResult = Type.Object(
  {
    type: OneOf(SEARCH_TYPES, 'The kind of resource.'),
    id: Type.String(),
    title: Type.String({
      description: 'The name, title or URL; the ID of a run, and of a thread without a title.',
    }),
    subtitle: Nullable(Type.String({ description: 'More about it, such as the status of a run.' })),
    updated_at: Timestamp,
  },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

export const SearchResults = Type.Object(
  { data: Type.Array(SearchResult, { maxItems: 20, description: 'At most 20 results, best first.' }) },
  {
    title: 'SearchResults',
    examples: [
      {
        data: [
          {
            type: 'assistant',
            id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
            title: 'refund-desk',
            subtitle: 'agent',
            updated_at: '2026-01-31T09:30:00.000Z',
          },
        ],
      },
    ],
  },
)
export type SearchResults = Static<typeof SearchResults>

export const SearchQuery = Type.Object(
  {
    q: Text({
      minLength: 1,
      maxLength: 200,
      description:
        'The start of the ID of a run or a thread (at least four characters), or a part of a name, title or URL. Case is ignored.',
    }),
  },
  { additionalProperties: false },
)
