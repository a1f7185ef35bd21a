/** LangGraph API: endpoints for items of the long-term store. Graphs use the same store as `config.store`. */
import { Type } from 'typebox'
import { matchesAuthFilter, type AuthFilter } from '../../langgraph/auth-filters.js'
import { MAX_PAGE_SIZE, type StoreItems } from '../../domain/store-items/store-items.js'
import { AppError, notFound } from '../../errors.js'
import { JsonObject, Nullable } from '../../schema/common.js'
import { LangGraphItem, LangGraphItems, LangGraphNamespaces } from '../../schema/langgraph-store-item.js'
import type { StoreItemIndex, NamespaceMatch, StoreItem } from '../../schema/store-item.js'
import { langGraphRoute, type LangGraphRoute } from './route.js'
import { flag, isSet, type Flag } from './flags.js'

export interface StoreItemRouteDeps {
  storeItems: StoreItems
}

const MAX_INDEX_PATHS = 100
const MAX_TTL_MINUTES = 1e9

const namespaceField = Type.Array(Type.String(), { maxItems: 500 })
const keyField = Type.String()
const pageFields = (limit: number) => ({
  limit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: limit }))),
  offset: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
})

export const storeItemRoutes = ({ storeItems }: StoreItemRouteDeps): LangGraphRoute[] => [
  langGraphRoute({
    method: 'PUT',
    path: '/store/items',
    operationId: 'langGraphPutItem',
    summary: 'Create or replace an item',
    description:
      '`namespace` and `key` identify the item. `index` names the fields that a search covers. `ttl` is in minutes.',
    tag: 'LangGraph store',
    body: Type.Object({
      namespace: namespaceField,
      key: keyField,
      value: JsonObject,
      index: Type.Optional(
        Type.Unsafe<StoreItemIndex>({
          description:
            'The fields that a query searches: false for none, a list of paths for only these, otherwise all.',
          anyOf: [
            { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: MAX_INDEX_PATHS },
            { enum: [false, null] },
          ],
        }),
      ),
      ttl: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_TTL_MINUTES }))),
    }),
    status: 204,
    // The body must have room for a value of the maximum size plus the other fields and JSON escapes.
    bodyLimitFactor: 2,
    auth: { resource: 'store', action: 'put', value: ({ body }) => ({ ...body }) },
    handle: async ({ tenant, body, granted }) => {
      const item = { ...body, ...(granted.value as Partial<typeof body>) }
      await checkExistingItem(storeItems, tenant, item, granted.authFilter)
      // Otherwise the user could create an item that only other users see.
      if (!matchesItem(item, item.value, granted.authFilter)) throw toForbiddenError()
      await storeItems.put(tenant, item)
    },
  }),
  langGraphRoute({
    method: 'GET',
    path: '/store/items',
    operationId: 'langGraphGetItem',
    summary: 'Get an item; null if it does not exist',
    description:
      'The labels of `namespace` are joined with dots, or the parameter is repeated. Reading extends the TTL of the item, unless `refresh_ttl` is false.',
    tag: 'LangGraph store',
    response: Nullable(LangGraphItem),
    query: Type.Object({
      namespace: Type.Optional(
        Type.Unsafe<string | string[]>({ anyOf: [{ type: 'string' }, { type: 'array' }] }),
      ),
      key: keyField,
      refresh_ttl: flag,
    }),
    auth: {
      resource: 'store',
      action: 'get',
      value: ({ query }) => ({ namespace: parseNamespace(query.namespace), key: query.key }),
    },
    handle: async ({ tenant, query, reply, granted }) => {
      const address = {
        namespace: parseNamespace(query.namespace),
        key: query.key,
        ...(granted.value as Partial<ItemAddress>),
      }
      const item = await storeItems.get(
        tenant,
        address.namespace,
        address.key,
        parseRefreshFlag(query.refresh_ttl),
      )
      if (item !== null && !isVisible(item, granted.authFilter)) throw notFound('Item', address.key)
      // Sent as text: Fastify sends no body for null, which the SDKs cannot parse.
      return reply.type('application/json').send(JSON.stringify(item && toStoreItem(item)))
    },
  }),
  langGraphRoute({
    method: 'DELETE',
    path: '/store/items',
    operationId: 'langGraphDeleteItem',
    summary: 'Delete an item, if it exists',
    description: 'An item that does not exist is no error.',
    tag: 'LangGraph store',
    body: Type.Object({ namespace: Type.Optional(Nullable(namespaceField)), key: keyField }),
    status: 204,
    auth: {
      resource: 'store',
      action: 'delete',
      value: ({ body }) => ({ namespace: body.namespace ?? [], key: body.key }),
    },
    handle: async ({ tenant, body, granted }) => {
      const address = {
        namespace: body.namespace ?? [],
        key: body.key,
        ...(granted.value as Partial<ItemAddress>),
      }
      const isFound = await checkExistingItem(storeItems, tenant, address, granted.authFilter)
      if (!isFound && !matchesItem(address, {}, granted.authFilter)) throw toForbiddenError()
      await storeItems.remove(tenant, address.namespace, address.key)
    },
  }),
  langGraphRoute({
    method: 'POST',
    path: '/store/items/search',
    operationId: 'langGraphSearchItems',
    summary: 'Search items under a namespace prefix',
    description:
      'A `query` ranks at most 10,000 items by the words that they share with it (BM25, no embedding model), with a `score` from 0 to 1. ' +
      'Without a query, the items written last come first. `filter` compares fields of the value, also with `$eq`, `$ne`, `$gt`, `$gte`, ' +
      '`$lt`, `$lte`, `$in` and `$nin`.',
    tag: 'LangGraph store',
    response: LangGraphItems,
    scope: 'read',
    body: Type.Object({
      namespace_prefix: Type.Optional(Nullable(namespaceField)),
      filter: Type.Optional(Nullable(JsonObject)),
      query: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }))),
      ...pageFields(10),
      refresh_ttl: Type.Optional(Nullable(Type.Boolean())),
    }),
    auth: {
      resource: 'store',
      action: 'search',
      value: ({ body: { namespace_prefix, ...rest } }) => ({ ...rest, namespace: namespace_prefix ?? [] }),
    },
    handle: async ({ tenant, body, granted }) => {
      const authorized = granted.value as Partial<typeof body> & { namespace?: string[] }
      const { filter, query, limit, offset, refresh_ttl } = { ...body, ...authorized }
      const found = await storeItems.search(
        tenant,
        {
          prefix: authorized.namespace ?? body.namespace_prefix ?? [],
          filter: filter ?? null,
          query: query ?? null,
          limit: limit ?? 10,
          offset: offset ?? 0,
        },
        parseRefreshFlag(refresh_ttl),
        granted.authFilter === null ? undefined : (item) => isVisible(item, granted.authFilter),
      )
      return { items: found.map(toStoreItem) }
    },
  }),
  langGraphRoute({
    method: 'POST',
    path: '/store/namespaces',
    operationId: 'langGraphListNamespaces',
    summary: 'List namespaces that contain items; `*` in a prefix or suffix matches any one label',
    description: '`max_depth` cuts namespaces to this number of labels; each result is listed once.',
    tag: 'LangGraph store',
    response: LangGraphNamespaces,
    scope: 'read',
    body: Type.Object({
      prefix: Type.Optional(Nullable(namespaceField)),
      suffix: Type.Optional(Nullable(namespaceField)),
      max_depth: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
      ...pageFields(100),
    }),
    auth: {
      resource: 'store',
      action: 'list_namespaces',
      value: ({ body: { prefix, ...rest } }) => ({ ...rest, namespace: prefix ?? [] }),
    },
    handle: async ({ tenant, body: { prefix, suffix, max_depth, limit, offset }, granted }) => {
      const matches = [
        ...toMatches('prefix', (granted.value as { namespace?: string[] }).namespace ?? prefix),
        ...toMatches('suffix', suffix),
      ]
      const options = { max_depth: max_depth ?? null, limit: limit ?? 100, offset: offset ?? 0 }
      const isVisible = (namespace: string[]) =>
        matchesAuthFilter(JSON.stringify({ namespace }), granted.authFilter)
      return { namespaces: await storeItems.namespaces(tenant, { matches, ...options }, isVisible) }
    },
  }),
]

interface ItemAddress {
  namespace: string[]
  key: string
}

/** For store items, a filter of the project's auth matches the value, the namespace and the key. */
const matchesItem = ({ namespace, key }: ItemAddress, value: JsonObject, authFilter: AuthFilter): boolean =>
  authFilter === null || matchesAuthFilter(JSON.stringify({ ...value, namespace, key }), authFilter)

const isVisible = (item: ItemAddress & { value: string }, authFilter: AuthFilter): boolean =>
  authFilter === null || matchesItem(item, JSON.parse(item.value) as JsonObject, authFilter)

/** Users may neither replace nor remove items that are not visible to them. Returns whether a visible item exists. */
const checkExistingItem = async (
  storeItems: StoreItems,
  tenant: string,
  address: ItemAddress,
  authFilter: AuthFilter,
): Promise<boolean> => {
  if (authFilter === null) return false
  const item = await storeItems.get(tenant, address.namespace, address.key, false)
  if (item !== null && !isVisible(item, authFilter)) throw notFound('Item', address.key)
  return item !== null
}

const toForbiddenError = (): AppError =>
  new AppError('forbidden', "The item does not match the filter of the project's auth")

const toMatches = (end: NamespaceMatch['end'], path: string[] | null | undefined): NamespaceMatch[] =>
  path == null ? [] : [{ end, path }]

/** The SDKs join the labels with dots; the parameter may also be repeated. */
const parseNamespace = (value: string | string[] | undefined): string[] => {
  if (value === undefined || value === '') return []
  return Array.isArray(value) ? value : value.split('.')
}

/** Whether reading extends the TTL; undefined if the client does not say. */
const parseRefreshFlag = (value: Flag | null | undefined): boolean | undefined =>
  value == null ? undefined : isSet(value)

const toStoreItem = ({ value, created_at, updated_at, ...item }: StoreItem) => ({
  ...item,
  value: JSON.parse(value) as JsonObject,
  created_at: new Date(created_at).toISOString(),
  updated_at: new Date(updated_at).toISOString(),
})
