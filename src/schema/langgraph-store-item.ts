/** Items of the long-term store in the format of the LangGraph SDKs. */
import { Type } from 'typebox'
import { JsonObject, Timestamp } from './common.js'

const namespace = Type.Array(Type.String(), { description: 'The labels of the namespace, outermost first.' })

const ITEM_EXAMPLE = {
  namespace: ['users', 'user-42'],
  key: 'preferences',
  value: { language: 'en' },
  created_at: '2026-01-31T09:30:00.000Z',
  updated_at: '2026-01-31T09:30:00.000Z',
}

export const LangGraphItem = Type.Object(
  {
    namespace,
    key: Type.String({ description: 'Identifies the item in its namespace.' }),
    value: JsonObject,
    created_at: Timestamp,
    updated_at: Timestamp,
    score: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The relevance of the item; only in a search with `query`.',
      }),
    ),
  },
  { title: 'LangGraphItem', description: 'An item of the long-term store.', examples: [ITEM_EXAMPLE] },
)

export const LangGraphItems = Type.Object(
  { items: Type.Array(LangGraphItem) },
  { title: 'LangGraphItems', examples: [{ items: [ITEM_EXAMPLE] }] },
)

export const LangGraphNamespaces = Type.Object(
  { namespaces: Type.Array(namespace) },
  { title: 'LangGraphNamespaces', examples: [{ namespaces: [['users', 'user-42']] }] },
)
