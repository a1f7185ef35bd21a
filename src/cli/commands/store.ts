/** `heddle store`: reads and writes items of the long-term store. A namespace is written with slashes: users/user-42. */
import type { Command } from 'commander'
import { formatFields } from '../output/format.js'
import { failed } from '../command-error.js'
import { runWithSession } from '../service-command.js'
import type { Session } from '../service/session.js'
import { addLimitOption, readJsonObject } from './flags.js'

interface StoreItem {
  namespace: string[]
  key: string
  value: Record<string, unknown>
  created_at: string
  updated_at: string
  score?: number
}

interface SearchFlags {
  filter?: string
  limit: number
}

export const addStoreCommand = (program: Command): void => {
  const store = program.command('store').description('read and write the long-term store')
  runWithSession(store.command('get <namespace> <key>').description('show an item'), getItem)
  runWithSession(
    store
      .command('put <namespace> <key> <value>')
      .description('write an item; the value is a JSON object, - or @file'),
    putItem,
  )
  runWithSession(
    addLimitOption(store.command('list [namespace]').description('list items below a namespace')),
    (session, namespace: string | undefined, { limit }: { limit: number }) =>
      searchItems(session, namespace, { limit }),
  )
  runWithSession(store.command('delete <namespace> <key>').description('delete an item'), deleteItem)
  const search = store
    .command('search <namespace> <query>')
    .description('search the items below a namespace; / is the whole store')
    .option('--filter <json>', 'only items whose value has these fields: JSON, - or @file')
  runWithSession(
    addLimitOption(search),
    async (session, namespace: string, query: string, { filter, limit }: SearchFlags) =>
      searchItems(session, namespace, {
        query,
        limit,
        ...(filter !== undefined && { filter: await readJsonObject(filter, '--filter') }),
      }),
  )
}

const parseNamespace = (text: string): string[] => text.split('/').filter((label) => label !== '')

const formatNamespace = (namespace: readonly string[]): string => namespace.join('/')

const formatItem = ({ namespace, ...item }: StoreItem): string =>
  formatFields({ namespace: formatNamespace(namespace), ...item })

const getItem = async ({ client, output }: Session, namespace: string, key: string): Promise<void> => {
  const item = await client.get<StoreItem | null>('/store/items', {
    namespace: parseNamespace(namespace),
    key,
  })
  if (item === null) throw failed(`${namespace}/${key} does not exist; see heddle store list ${namespace}`)
  output.print(item, formatItem)
}

const putItem = async (
  { client, output }: Session,
  namespace: string,
  key: string,
  value: string,
): Promise<void> => {
  const body = { namespace: parseNamespace(namespace), key, value: await readJsonObject(value, 'the value') }
  await client.put('/store/items', body)
  output.print(body, () => `wrote ${namespace}/${key}`)
}

const deleteItem = async ({ client, output }: Session, namespace: string, key: string): Promise<void> => {
  const body = { namespace: parseNamespace(namespace), key }
  await client.remove('/store/items', { body })
  output.print({ deleted: true, ...body }, () => `deleted ${namespace}/${key}`)
}

const searchItems = async (
  { client, output }: Session,
  namespace: string | undefined,
  search: { query?: string; filter?: object; limit: number },
): Promise<void> => {
  const body = { namespace_prefix: parseNamespace(namespace ?? ''), ...search }
  const { items } = await client.post<{ items: StoreItem[] }>('/store/items/search', { body })
  await output.printList(
    items,
    [
      { title: 'NAMESPACE', value: (item) => formatNamespace(item.namespace) },
      { title: 'KEY', value: ({ key }) => key },
      { title: 'SCORE', value: ({ score }) => score?.toFixed(2), align: 'right' },
      { title: 'VALUE', value: ({ value }) => JSON.stringify(value), isFlexible: true },
    ],
    'no items',
  )
}
