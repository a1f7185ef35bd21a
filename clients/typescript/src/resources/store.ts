import type { Body, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'

/** The long-term memory of graphs: JSON objects with a key, in a namespace of labels. */
export const makeStore = (http: Http) => ({
  /** Creates or replaces an item. */
  put: async (body: Body<'put', '/store/items'>, options?: RequestOptions): Promise<void> => {
    await http.send('put', '/store/items', { body }, options)
  },

  /** Reads an item; null if it does not exist. */
  get: (
    namespace: string[],
    key: string,
    options?: RequestOptions,
  ): Promise<Schemas['LangGraphItem'] | null> =>
    http.send('get', '/store/items', { query: { namespace: namespace.join('.'), key } }, options),

  /** Deletes an item, if it exists. */
  delete: async (namespace: string[], key: string, options?: RequestOptions): Promise<void> => {
    await http.send('delete', '/store/items', { body: { namespace, key } }, options)
  },

  /** Searches items under a namespace prefix, by words and by fields of their values. */
  search: async (body: Body<'post', '/store/items/search'> = {}, options?: RequestOptions) =>
    (await http.send('post', '/store/items/search', { body, isRead: true }, options)).items,

  /** Lists the namespaces that contain items. */
  listNamespaces: async (body: Body<'post', '/store/namespaces'> = {}, options?: RequestOptions) =>
    (await http.send('post', '/store/namespaces', { body, isRead: true }, options)).namespaces,
})
