/** The long-term store, as LangGraph's clients use it. Graphs have the same one as `config.store`. */
import { Type } from 'typebox'
import { isWithin, type Only } from '../../langgraph/auth-filters.js'
import { MOST_ITEMS, type Items } from '../../domain/store-items/store-items.js'
import { AppError, notFound } from '../../errors.js'
import { JsonObject, Nullable } from '../../schema/common.js'
import type { ItemIndex, NamespaceMatch, StoredItem } from '../../schema/store-item.js'
import { dialectRoute, type DialectRoute } from './route.js'
import { flag, isSet, type Flag } from './flags.js'

export interface ItemRouteParts {
  items: Items
}

const MOST_PATHS = 100
const MOST_MINUTES = 1e9

const labels = Type.Array(Type.String(), { maxItems: 500 })
const key = Type.String()
const page = (limit: number) => ({
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MOST_ITEMS, default: limit }))),
  offset: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
})

export const itemRoutes = ({ items }: ItemRouteParts): DialectRoute[] => [
  dialectRoute({
    method: 'PUT',
    path: '/store/items',
    operationId: 'lgPutItem',
    summary: 'Store an item; one with this namespace and key is replaced. `ttl` is in minutes',
    body: Type.Object({
      namespace: labels,
      key,
      value: JsonObject,
      index: Type.Optional(
        Type.Unsafe<ItemIndex>({
          description: 'What a query looks at: false nothing, a list of paths only these, otherwise all.',
          anyOf: [
            { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: MOST_PATHS },
            { enum: [false, null] },
          ],
        }),
      ),
      ttl: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MOST_MINUTES }))),
    }),
    status: 204,
    // A value of the largest size must fit with what is around it, and with what JSON escapes.
    bodyFactor: 2,
    auth: { resource: 'store', action: 'put', value: ({ body }) => ({ ...body }) },
    handle: async ({ tenant, body, granted }) => {
      const put = { ...body, ...(granted.value as Partial<typeof body>) }
      if (await mayTouch(items, tenant, put, granted.only)) await items.put(tenant, put)
      else throw notFound('Item', put.key)
    },
  }),
  dialectRoute({
    method: 'GET',
    path: '/store/items',
    operationId: 'lgGetItem',
    summary: 'Read an item; null when there is none',
    query: Type.Object({
      namespace: Type.Optional(
        Type.Unsafe<string | string[]>({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
      ),
      key,
      refresh_ttl: flag,
    }),
    auth: {
      resource: 'store',
      action: 'get',
      value: ({ query }) => ({ namespace: labelsOf(query.namespace), key: query.key }),
    },
    handle: async ({ tenant, query, reply, granted }) => {
      const place = {
        namespace: labelsOf(query.namespace),
        key: query.key,
        ...(granted.value as Partial<Place>),
      }
      const item = await items.get(tenant, place.namespace, place.key, refreshes(query.refresh_ttl))
      const found = item !== null && isSeen(item, granted.only) ? item : null
      // Sent as text: a reply of null would have no body at all, which the SDKs cannot read.
      return reply.type('application/json').send(JSON.stringify(found && toRecord(found)))
    },
  }),
  dialectRoute({
    method: 'DELETE',
    path: '/store/items',
    operationId: 'lgDeleteItem',
    summary: 'Delete an item, if there is one',
    body: Type.Object({ namespace: Type.Optional(Nullable(labels)), key }),
    status: 204,
    auth: {
      resource: 'store',
      action: 'delete',
      value: ({ body }) => ({ namespace: body.namespace ?? [], key: body.key }),
    },
    handle: async ({ tenant, body, granted }) => {
      const place = { namespace: body.namespace ?? [], key: body.key, ...(granted.value as Partial<Place>) }
      if (await mayTouch(items, tenant, place, granted.only))
        await items.remove(tenant, place.namespace, place.key)
    },
  }),
  dialectRoute({
    method: 'POST',
    path: '/store/items/search',
    operationId: 'lgSearchItems',
    summary:
      'Find items under a namespace. A `query` ranks them by the words that they share with it (no embedding model is asked), with a ' +
      '`score` from 0 to 1; it looks at no more than 10,000 items. Without one, what was put last comes first',
    scope: 'read',
    body: Type.Object({
      namespace_prefix: Type.Optional(Nullable(labels)),
      filter: Type.Optional(Nullable(JsonObject)),
      query: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
      ...page(10),
      refresh_ttl: Type.Optional(Nullable(Type.Boolean())),
    }),
    auth: {
      resource: 'store',
      action: 'search',
      value: ({ body: { namespace_prefix, ...rest } }) => ({ ...rest, namespace: namespace_prefix ?? [] }),
    },
    handle: async ({ tenant, body, granted }) => {
      const changed = granted.value as Partial<typeof body> & { namespace?: string[] }
      const { filter, query, limit, offset, refresh_ttl } = { ...body, ...changed }
      const found = await items.search(
        tenant,
        {
          prefix: changed.namespace ?? body.namespace_prefix ?? [],
          filter: filter ?? null,
          query: query ?? null,
          limit: limit ?? 10,
          offset: offset ?? 0,
        },
        refreshes(refresh_ttl),
        granted.only === null ? undefined : (item) => isSeen(item, granted.only),
      )
      return { items: found.map(toRecord) }
    },
  }),
  dialectRoute({
    method: 'POST',
    path: '/store/namespaces',
    operationId: 'lgListNamespaces',
    summary: 'List namespaces that hold items; `*` in a prefix or suffix is any one label',
    scope: 'read',
    body: Type.Object({
      prefix: Type.Optional(Nullable(labels)),
      suffix: Type.Optional(Nullable(labels)),
      max_depth: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
      ...page(100),
    }),
    auth: {
      resource: 'store',
      action: 'list_namespaces',
      value: ({ body: { prefix, ...rest } }) => ({ ...rest, namespace: prefix ?? [] }),
    },
    handle: async ({ tenant, body: { prefix, suffix, max_depth, limit, offset }, granted }) => {
      // Their names would tell of items that are not to be seen.
      if (granted.only !== null)
        throw new AppError('forbidden', "a filter of the project's auth does not reach namespaces")
      const matches = [
        ...matchOf('prefix', (granted.value as { namespace?: string[] }).namespace ?? prefix),
        ...matchOf('suffix', suffix),
      ]
      const asked = { max_depth: max_depth ?? null, limit: limit ?? 100, offset: offset ?? 0 }
      return { namespaces: await items.namespaces(tenant, { matches, ...asked }) }
    },
  }),
]

interface Place {
  namespace: string[]
  key: string
}

/** Filters of a project's auth are about what an item holds. */
const isSeen = ({ namespace, key: name, value }: Place & { value: string }, only: Only): boolean =>
  only === null ||
  isWithin(JSON.stringify({ ...(JSON.parse(value) as JsonObject), namespace, key: name }), only)

/** What another user stored is neither replaced nor removed. */
const mayTouch = async (items: Items, tenant: string, place: Place, only: Only): Promise<boolean> => {
  if (only === null) return true
  const item = await items.get(tenant, place.namespace, place.key, false)
  return item === null || isSeen(item, only)
}

const matchOf = (end: NamespaceMatch['end'], path: string[] | null | undefined): NamespaceMatch[] =>
  path == null ? [] : [{ end, path }]

/** The SDKs join the labels by dots; the parameter may be repeated as well. */
const labelsOf = (given: string | string[] | undefined): string[] => {
  if (given === undefined || given === '') return []
  return Array.isArray(given) ? given : given.split('.')
}

/** Whether reading counts as use, where a client says so. */
const refreshes = (given: Flag | null | undefined): boolean | undefined =>
  given == null ? undefined : isSet(given)

const toRecord = ({ value, created_at, updated_at, ...item }: StoredItem) => ({
  ...item,
  value: JSON.parse(value) as JsonObject,
  created_at: new Date(created_at).toISOString(),
  updated_at: new Date(updated_at).toISOString(),
})
