/** The long-term store, as LangGraph's clients use it. Graphs have the same one as `config.store`. */
import { Type } from 'typebox'
import { matchesAuthFilter, type AuthFilter } from '../../langgraph/auth-filters.js'
import { MAX_PAGE_SIZE, type StoreItems } from '../../domain/store-items/store-items.js'
import { AppError, notFound } from '../../errors.js'
import { JsonObject, Nullable } from '../../schema/common.js'
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
    operationId: 'lgPutItem',
    summary: 'Store an item; one with this namespace and key is replaced. `ttl` is in minutes',
    body: Type.Object({
      namespace: namespaceField,
      key: keyField,
      value: JsonObject,
      index: Type.Optional(
        Type.Unsafe<StoreItemIndex>({
          description: 'What a query looks at: false nothing, a list of paths only these, otherwise all.',
          anyOf: [
            { type: 'array', items: { type: 'string', maxLength: 500 }, maxItems: MAX_INDEX_PATHS },
            { enum: [false, null] },
          ],
        }),
      ),
      ttl: Type.Optional(Nullable(Type.Number({ exclusiveMinimum: 0, maximum: MAX_TTL_MINUTES }))),
    }),
    status: 204,
    // A value of the largest size must fit with what is around it, and with what JSON escapes.
    bodyFactor: 2,
    auth: { resource: 'store', action: 'put', value: ({ body }) => ({ ...body }) },
    handle: async ({ tenant, body, granted }) => {
      const item = { ...body, ...(granted.value as Partial<typeof body>) }
      if (await mayModify(storeItems, tenant, item, granted.authFilter)) await storeItems.put(tenant, item)
      else throw notFound('Item', item.key)
    },
  }),
  langGraphRoute({
    method: 'GET',
    path: '/store/items',
    operationId: 'lgGetItem',
    summary: 'Read an item; null when there is none',
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
      const found = item !== null && isVisible(item, granted.authFilter) ? item : null
      // Sent as text: a reply of null would have no body at all, which the SDKs cannot read.
      return reply.type('application/json').send(JSON.stringify(found && toStoreItem(found)))
    },
  }),
  langGraphRoute({
    method: 'DELETE',
    path: '/store/items',
    operationId: 'lgDeleteItem',
    summary: 'Delete an item, if there is one',
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
      if (await mayModify(storeItems, tenant, address, granted.authFilter))
        await storeItems.remove(tenant, address.namespace, address.key)
    },
  }),
  langGraphRoute({
    method: 'POST',
    path: '/store/items/search',
    operationId: 'lgSearchItems',
    summary:
      'Find items under a namespace. A `query` ranks them by the words that they share with it (no embedding model is asked), with a ' +
      '`score` from 0 to 1; it looks at no more than 10,000 items. Without one, what was put last comes first',
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
    operationId: 'lgListNamespaces',
    summary: 'List namespaces that hold items; `*` in a prefix or suffix is any one label',
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
      // Their names would tell of items that are not to be seen.
      if (granted.authFilter !== null)
        throw new AppError('forbidden', "a filter of the project's auth does not reach namespaces")
      const matches = [
        ...toMatches('prefix', (granted.value as { namespace?: string[] }).namespace ?? prefix),
        ...toMatches('suffix', suffix),
      ]
      const options = { max_depth: max_depth ?? null, limit: limit ?? 100, offset: offset ?? 0 }
      return { namespaces: await storeItems.namespaces(tenant, { matches, ...options }) }
    },
  }),
]

interface ItemAddress {
  namespace: string[]
  key: string
}

/** Filters of a project's auth are about what an item holds. */
const isVisible = (
  { namespace, key: name, value }: ItemAddress & { value: string },
  authFilter: AuthFilter,
): boolean =>
  authFilter === null ||
  matchesAuthFilter(
    JSON.stringify({ ...(JSON.parse(value) as JsonObject), namespace, key: name }),
    authFilter,
  )

/** What another user stored is neither replaced nor removed. */
const mayModify = async (
  storeItems: StoreItems,
  tenant: string,
  address: ItemAddress,
  authFilter: AuthFilter,
): Promise<boolean> => {
  if (authFilter === null) return true
  const item = await storeItems.get(tenant, address.namespace, address.key, false)
  return item === null || isVisible(item, authFilter)
}

const toMatches = (end: NamespaceMatch['end'], path: string[] | null | undefined): NamespaceMatch[] =>
  path == null ? [] : [{ end, path }]

/** The SDKs join the labels by dots; the parameter may be repeated as well. */
const parseNamespace = (value: string | string[] | undefined): string[] => {
  if (value === undefined || value === '') return []
  return Array.isArray(value) ? value : value.split('.')
}

/** Whether reading counts as use, where a client says so. */
const parseRefreshFlag = (value: Flag | null | undefined): boolean | undefined =>
  value == null ? undefined : isSet(value)

const toStoreItem = ({ value, created_at, updated_at, ...item }: StoreItem) => ({
  ...item,
  value: JSON.parse(value) as JsonObject,
  created_at: new Date(created_at).toISOString(),
  updated_at: new Date(updated_at).toISOString(),
})
