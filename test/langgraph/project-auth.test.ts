/** Access of project users to the long-term store and to crons, with typical auth handlers. */
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { startApp, type TestApp } from '../support/app.js'
import { makeTempFolder } from '../support/heddle-process.js'

/** `homes` prefixes the namespace with the user, `gates` rejects other users' namespaces, `marks` filters by an owner field. */
const AUTH = `
import { Auth, HTTPException } from '@langchain/langgraph-sdk/auth'
export const auth = new Auth()
  .authenticate((request) => {
    const [, identity, way] = /^Bearer (\\w+)-(\\w+)$/.exec(request.headers.get('authorization') ?? '') ?? []
    if (identity === undefined) throw new HTTPException(401, { message: 'who is it?' })
    return { identity, permissions: [way] }
  })
  .on('store', ({ value, user, permissions: [way] }) => {
    const { namespace = [] } = value
    if (way === 'homes') value.namespace = [user.identity, ...namespace]
    if (way === 'gates' && namespace[0] !== user.identity) throw new HTTPException(403, { message: 'not yours' })
    if (way === 'marks') {
      if (value.value !== undefined) value.value = { ...value.value, owner: user.identity }
      return { owner: user.identity }
    }
  })
  .on('crons', ({ value, user }) => {
    if ('metadata' in value) value.metadata = { ...value.metadata, owner: user.identity }
    return { owner: user.identity }
  })
`
const GRAPH = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({ said: Annotation() })
export const graph = new StateGraph(State).addNode('say', () => ({ said: 'hm' })).addEdge(START, 'say').compile()
`

let app: TestApp
let as: (user: string, way?: string) => Client

beforeAll(async () => {
  const folder = makeTempFolder()
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'auth.mjs'), AUTH)
  writeFileSync(join(folder, 'graph.mjs'), GRAPH)
  const settings = { graphs: { say: './graph.mjs:graph' }, auth: { path: './auth.mjs:auth' } }
  writeFileSync(join(folder, 'langgraph.json'), JSON.stringify(settings))
  app = await startApp({
    execute: true,
    project: folder,
    env: { AUTH_ENABLED: 'true', API_KEYS: 'operator-of-the-service' },
  })
  const apiUrl = await app.listen()
  as = (user, way = 'homes') =>
    new Client({
      apiUrl,
      defaultHeaders: { authorization: `Bearer ${user}-${way}` },
      callerOptions: { maxRetries: 0 },
    })
})
afterAll(() => app.stop())

const keysOf = ({ items }: { items: { key: string }[] }): string[] => items.map(({ key }) => key).sort()

describe('the store of project users', () => {
  it('a handler that prefixes namespaces separates the items of users', async () => {
    const [ada, bob] = [as('ada').store, as('bob').store]
    await ada.putItem(['notes'], 'milk', { text: 'buy milk' })
    await bob.putItem(['notes'], 'milk', { text: 'no milk' })
    expect(await ada.getItem(['notes'], 'milk')).toMatchObject({ value: { text: 'buy milk' } })
    expect(await bob.getItem(['notes'], 'milk')).toMatchObject({ value: { text: 'no milk' } })
    expect(keysOf(await ada.searchItems([], { query: 'milk' }))).toEqual(['milk'])
    expect(await ada.listNamespaces()).toEqual({ namespaces: [['ada', 'notes']] })
    await bob.deleteItem(['notes'], 'milk')
    expect(await bob.getItem(['notes'], 'milk')).toBeNull()
    expect(await ada.getItem(['notes'], 'milk')).not.toBeNull()
  })

  it('a handler that checks namespaces rejects access to items of other users', async () => {
    const { store } = as('cleo', 'gates')
    await store.putItem(['cleo', 'plans'], 'one', { text: 'sail' })
    expect(keysOf(await store.searchItems(['cleo']))).toEqual(['one'])
    for (const call of [
      () => store.putItem(['ada', 'notes'], 'milk', {}),
      () => store.getItem(['ada', 'notes'], 'milk'),
      () => store.deleteItem(['ada', 'notes'], 'milk'),
      () => store.searchItems(['ada']),
      () => store.searchItems([]),
      () => store.listNamespaces({ prefix: ['ada'] }),
    ])
      await expect(call()).rejects.toThrow(/403.*not yours/s)
  })

  it('a handler that returns a filter limits searches to items of the user', async () => {
    const [dora, egon] = [as('dora', 'marks').store, as('egon', 'marks').store]
    await dora.putItem(['shared'], 'hers', { text: 'a red boat' })
    for (let n = 0; n < 12; n++) await egon.putItem(['shared'], `his-${n}`, { text: 'a red boat' })
    await dora.putItem(['shared'], 'hers too', { text: 'a boat' })
    expect(keysOf(await dora.searchItems(['shared'], { limit: 2 }))).toEqual(['hers', 'hers too'])
    expect(keysOf(await dora.searchItems(['shared'], { limit: 1, offset: 1 }))).toEqual(['hers'])
    expect(keysOf(await dora.searchItems(['shared'], { query: 'red', limit: 2 }))).toEqual([
      'hers',
      'hers too',
    ])
    expect(keysOf(await egon.searchItems(['shared'], { limit: 100 }))).toHaveLength(12)
    await expect(dora.getItem(['shared'], 'his-1')).rejects.toThrow(/404/)
    await expect(dora.putItem(['shared'], 'his-1', { text: 'mine' })).rejects.toThrow(/404/)
    await expect(dora.deleteItem(['shared'], 'his-1')).rejects.toThrow(/404/)
    expect(await egon.getItem(['shared'], 'his-1')).toMatchObject({
      value: { text: 'a red boat', owner: 'egon' },
    })
    // The filter is about a field of the value, which namespaces do not have.
    expect(await dora.listNamespaces()).toEqual({ namespaces: [] })
  })
})

it('users only see and change their own crons', async () => {
  const [ada, bob] = [as('ada').crons, as('bob').crons]
  const { cron_id } = (await ada.create('say', { schedule: '0 9 * * *', input: {} })) as { cron_id: string }
  await bob.create('say', { schedule: '0 8 * * *', input: {} })
  expect((await ada.search()).map(({ cron_id: id }) => id)).toEqual([cron_id])
  expect([await ada.count(), await bob.count()]).toEqual([1, 1])
  await expect(bob.update(cron_id, { schedule: '0 7 * * *' })).rejects.toThrow(/404.*Cron/s)
  await expect(bob.delete(cron_id)).rejects.toThrow(/404.*Cron/s)
  await ada.update(cron_id, { schedule: '0 10 * * *', metadata: { owner: 'bob', team: 'x' } })
  const [changed] = await ada.search()
  expect(changed).toMatchObject({ schedule: '0 10 * * *', metadata: { owner: 'ada', team: 'x' } })
  await ada.delete(cron_id)
  expect([await ada.count(), await bob.count()]).toEqual([0, 1])
})
