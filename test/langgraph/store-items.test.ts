import { Client } from '@langchain/langgraph-sdk'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { dumpDatabase } from '../support/dump-database.js'
import { makeProject } from '../support/graph-project.js'

const SECRET = 'a secret of more than thirty-two bytes'
const MINUTE = 60_000

/** Writes and reads store items in a node, in a conditional edge and in a subgraph. */
const REMEMBERS = `
import { Annotation, END, getStore, START, StateGraph } from '@langchain/langgraph'
const State = Annotation.Root({
  note: Annotation(),
  known: Annotation(),
  nested: Annotation(),
  namespaces: Annotation(),
  failed: Annotation(),
})
const inner = new StateGraph(State)
  .addNode('look', async (_, { store }) => {
    const item = await store.get(['notes', 'ada'], 'last')
    return { nested: item?.value.text }
  })
  .addEdge(START, 'look')
  .compile()
export const graph = new StateGraph(State)
  .addNode('write', async ({ note }, config) => {
    const { store } = config
    if (note === undefined) return { namespaces: await store.listNamespaces({ prefix: ['notes'] }) }
    try {
      // The input contains the text split by '|', so that guardrails only find it here.
      const [text, key = 'last'] = [note.text, note.key].map((one) => one?.replace('|', ''))
      await store.put(['notes', 'ada'], key, { text })
      return {}
    } catch (error) {
      return { failed: error.message }
    }
  })
  .addNode('read', async () => {
    const store = getStore()
    const [item] = await store.search(['notes'], { query: 'word', filter: { text: { $ne: 'x' } } })
    return { known: item.value.text + ' ' + item.createdAt.constructor.name }
  })
  .addNode('deeper', inner)
  .addEdge(START, 'write')
  .addConditionalEdges('write', async (_, { store }) => ((await store.get(['notes', 'ada'], 'last')) ? 'read' : END))
  .addEdge('read', 'deeper')
  .compile()
`
const FUNCTIONAL = `
import { entrypoint, getStore, task } from '@langchain/langgraph'
const count = task('count', async (by) => {
  const store = getStore()
  const value = ((await store.get(['counts'], 'all'))?.value.count ?? 0) + by
  await store.put(['counts'], 'all', { count: value })
  return value
})
export const graph = entrypoint('functional', async ({ by }) => ({ count: await count(by) }))
`

describe.each(DATABASE_KINDS)('the long-term store on %s', (databaseKind) => {
  let app: TestApp
  let client: Client
  let other: Client

  beforeAll(async () => {
    app = await startApp({
      databaseKind,
      execute: true,
      env: {
        AUTH_ENABLED: 'true',
        JWT_SECRET: SECRET,
        RATE_LIMIT_PER_MINUTE: '100000',
        RATE_LIMIT_BURST: '100000',
      },
      project: makeProject({ remembers: REMEMBERS, functional: FUNCTIONAL }).folder,
    })
    const apiUrl = await app.listen()
    const clientOf = async (tenant: string) => {
      const jwt = new SignJWT({ sub: 'user', tenant }).setProtectedHeader({ alg: 'HS256' })
      const authorization = `Bearer ${await jwt.sign(new TextEncoder().encode(SECRET))}`
      return new Client({ apiUrl, defaultHeaders: { authorization }, callerOptions: { maxRetries: 0 } })
    }
    client = await clientOf('a')
    other = await clientOf('b')
  })
  afterAll(() => app.stop())

  const keysOf = async (...args: Parameters<Client['store']['searchItems']>) =>
    (await client.store.searchItems(...args)).items.map(({ key }) => key)

  it('items can be written, read, replaced and deleted, and are invisible to other tenants', async () => {
    const place = [['users', 'ada lovelace'], 'profile'] as const
    const { store } = client
    await store.putItem([...place[0]], place[1], { name: 'Ada', nested: { list: [1, 'é', null] } })
    const created = await store.getItem([...place[0]], place[1])
    expect(created).toMatchObject({
      namespace: ['users', 'ada lovelace'],
      key: 'profile',
      value: { name: 'Ada', nested: { list: [1, 'é', null] } },
    })
    await store.putItem([...place[0]], place[1], { name: 'Countess' })
    const changed = await store.getItem([...place[0]], place[1])
    expect(changed).toMatchObject({ value: { name: 'Countess' }, created_at: created?.createdAt })
    expect(await other.store.getItem([...place[0]], place[1])).toBeNull()
    expect((await other.store.searchItems([])).items).toEqual([])
    expect(await other.store.listNamespaces()).toEqual({ namespaces: [] })
    await other.store.deleteItem([...place[0]], place[1])
    expect(await store.getItem([...place[0]], place[1])).not.toBeNull()
    await store.deleteItem([...place[0]], place[1])
    expect(await store.getItem([...place[0]], place[1])).toBeNull()
  })

  it('a search filters items by their values', async () => {
    const put = (key: string, value: Record<string, unknown>) =>
      client.store.putItem(['found', 'in'], key, value)
    await put('a', { size: 1, tag: 'x', at: '2026-01-02', deep: { on: true, more: { n: 5 } } })
    await put('b', { size: 2.5, tag: 'y', at: '2026-03-04', deep: { on: false } })
    await put('c', { size: '3', tag: ['x'], at: null })
    await client.store.putItem(['foundling'], 'd', { size: 1 })
    const found = async (filter: Record<string, unknown>) =>
      (await keysOf(['found'], { filter })).sort().join('')
    expect(await found({})).toBe('abc')
    expect(await found({ tag: 'x' })).toBe('a')
    expect(await found({ tag: ['x'] })).toBe('c')
    expect(await found({ deep: { more: { n: 5 } } })).toBe('a')
    expect(await found({ deep: { more: { n: { $gt: 4 } }, on: true } })).toBe('a')
    expect(await found({ size: { $eq: 2.5 } })).toBe('b')
    expect(await found({ deep: { $eq: { on: false } } })).toBe('b')
    expect(await found({ size: { $ne: 1 } })).toBe('bc')
    expect(await found({ nothing: { $ne: 1 } })).toBe('abc')
    expect(await found({ size: { $gte: 1, $lt: 3 } })).toBe('ab')
    expect(await found({ size: { $lte: 1 } })).toBe('a')
    expect(await found({ at: { $gt: '2026-02' } })).toBe('b')
    expect(await found({ size: { $in: [1, '3'] } })).toBe('ac')
    expect(await found({ size: { $nin: [1, '3'] } })).toBe('b')
    await expect(found({ size: { $near: 1 } })).rejects.toThrow(/422.*operator \$near/s)
  })

  it('a search returns pages with the latest items first', async () => {
    for (const key of ['1', '2', '3']) {
      await client.store.putItem(['paged'], key, {})
      app.clock.advance(10)
    }
    expect(await keysOf(['paged'], { limit: 2 })).toEqual(['3', '2'])
    expect(await keysOf(['paged'], { limit: 2, offset: 2 })).toEqual(['1'])
    await expect(keysOf(['paged'], { limit: 1001 })).rejects.toThrow(/422/)
  })

  it('a query ranks items by the words in their indexed fields', async () => {
    const put = (key: string, value: Record<string, unknown>, index?: false | string[]) =>
      client.store.putItem(['memories'], key, value, index === undefined ? {} : { index })
    await put('pizza', { text: 'Ada likes pizzas with olives' })
    await put('both', { text: 'pizza, olives, and olive oil' })
    await put('trains', { text: 'Ada travels by train' })
    await put('title', { title: 'Trains', text: 'about olives' }, ['title', 'parts[*].name'])
    await put('hidden', { text: 'olives' }, false)
    const { items } = await client.store.searchItems(['memories'], { query: 'Olive PIZZA' })
    expect(items.map(({ key }) => key)).toEqual(['both', 'pizza', 'title', 'trains', 'hidden'])
    const scores = items.map(({ score }) => score)
    expect(scores[0]).toBeGreaterThan(scores[1] ?? 1)
    expect(scores.slice(2)).toEqual([0, 0, undefined])
    expect(await keysOf(['memories'], { query: 'trains', limit: 1, offset: 1 })).toEqual(['trains'])
    expect(await keysOf(['memories'], { query: 'ada', filter: { text: 'Ada travels by train' } })).toEqual([
      'trains',
    ])
  })

  it('namespaces can be listed by prefix, suffix and depth', async () => {
    for (const namespace of [
      ['n', 'ada', 'docs'],
      ['n', 'ada', 'notes'],
      ['n', 'bob', 'notes'],
      ['nn', 'ada'],
    ])
      await client.store.putItem(namespace, 'key', {})
    const list = async (options: object) =>
      (await client.store.listNamespaces(options)).namespaces.map((labels) => labels.join('/'))
    expect(await list({ prefix: ['n'] })).toEqual(['n/ada/docs', 'n/ada/notes', 'n/bob/notes'])
    expect(await list({ prefix: ['n', '*', 'notes'] })).toEqual(['n/ada/notes', 'n/bob/notes'])
    expect(await list({ prefix: ['n'], suffix: ['ada', '*'] })).toEqual(['n/ada/docs', 'n/ada/notes'])
    expect(await list({ prefix: ['n'], maxDepth: 2 })).toEqual(['n/ada', 'n/bob'])
    expect(await list({ prefix: ['n'], maxDepth: 2, limit: 1, offset: 1 })).toEqual(['n/bob'])
    expect(await list({ prefix: ['n', '*'], suffix: ['notes'], maxDepth: 1 })).toEqual(['n'])
  })

  it('an item expires if it is not read within its TTL', async () => {
    const { store } = client
    await store.putItem(['short'], 'used', {}, { ttl: 2 })
    await store.putItem(['short'], 'unused', {}, { ttl: 2 })
    await store.putItem(['short'], 'kept', {})
    app.clock.advance(1.5 * MINUTE)
    expect(await store.getItem(['short'], 'used')).not.toBeNull()
    expect(await store.getItem(['short'], 'unused', { refreshTtl: false })).not.toBeNull()
    app.clock.advance(MINUTE)
    expect(await keysOf(['short'], { refreshTtl: false })).toEqual(['kept', 'used'])
    expect(await store.getItem(['short'], 'unused')).toBeNull()
    app.clock.advance(0.7 * MINUTE)
    expect(await keysOf(['short'])).toEqual(['kept', 'used'])
    app.clock.advance(1.5 * MINUTE)
    expect(await keysOf(['short'])).toEqual(['kept', 'used'])
    app.clock.advance(3 * MINUTE)
    expect(await keysOf(['short'])).toEqual(['kept'])
    expect((await store.listNamespaces({ prefix: ['short'] })).namespaces).toEqual([['short']])
  })

  it('items that cannot be stored are rejected with a reason', async () => {
    const put = (namespace: string[], key: string, value: unknown = {}) =>
      client.store.putItem(namespace, key, value as Record<string, unknown>)
    await expect(put([], 'key')).rejects.toThrow(/422.*namespace cannot be empty/s)
    await expect(put(['a', ''], 'key')).rejects.toThrow(/422.*empty label/s)
    await expect(put(['langgraph'], 'key')).rejects.toThrow(/422.*reserved/s)
    await expect(put(['a'], '')).rejects.toThrow(/422.*key cannot be empty/s)
    await expect(put(['a'], 'k'.repeat(1001))).rejects.toThrow(/422.*key is longer than 1000 bytes/s)
    await expect(put(['é'.repeat(600)], 'k')).rejects.toThrow(/422.*namespace is longer than 1000 bytes/s)
    await expect(put(['a'], 'key', { text: 'a\u0000b' })).rejects.toThrow(/422.*U\+0000/s)
    await expect(put(['a'], 'key', [])).rejects.toThrow(/422.*value must be object/s)
    const text = 'x'.repeat(1_048_570)
    await expect(put(['a'], 'key', { text })).rejects.toThrow(/422.*value is larger than 1 MB/s)
    await expect(client.store.searchItems(['a.b'])).rejects.toThrow(/422.*periods/s)
    await expect(client.store.getItem(['a', ''], 'key')).rejects.toThrow(/422.*empty label/s)
    expect(await client.store.getItem([], 'key')).toBeNull()
  })

  it('concurrent writers do not fail', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.store.putItem(['busy'], String(n % 2), { n }, { ttl: 5 })),
    )
    const found = await Promise.all(Array.from({ length: 5 }, () => client.store.searchItems(['busy'])))
    expect(found.map(({ items }) => items.length)).toEqual([2, 2, 2, 2, 2])
  })

  it('graphs share items across threads of one tenant', async () => {
    const run = (tenantClient: Client, input: Record<string, unknown>) =>
      tenantClient.runs.wait(null, 'remembers', { input })
    const known = { known: 'the word Date', nested: 'the word' }
    expect(await run(client, {})).toEqual({ namespaces: [] })
    expect(await run(client, { note: { text: 'the word' } })).toMatchObject(known)
    expect(await run(client, {})).toEqual({ namespaces: [['notes', 'ada']], ...known })
    expect(await client.store.getItem(['notes', 'ada'], 'last')).toMatchObject({
      value: { text: 'the word' },
    })
    expect(await run(other, {})).toEqual({ namespaces: [] })
    const large = await run(client, { note: { text: 'x'.repeat(1_100_000) } })
    expect(large).toMatchObject({ failed: 'value is larger than 1 MB' })
    const counts = []
    for (const by of [1, 2]) counts.push(await client.runs.wait(null, 'functional', { input: { by } }))
    expect(counts).toEqual([{ count: 1 }, { count: 3 }])
  })

  it('text that a guardrail redacts is not stored', async () => {
    const guardrails = [{ name: 'pii', type: 'output_filter', config: { detect_patterns: ['ssn'] } }]
    const { assistant_id } = await client.assistants.create({
      graphId: 'remembers',
      config: { guardrails } as object,
    })
    const writeNote = (note: object) => client.runs.wait(null, assistant_id, { input: { note } })
    await writeNote({ text: 'my number is 078-|05-1120', key: 'number' })
    const item = await client.store.getItem(['notes', 'ada'], 'number')
    expect(item?.value).toEqual({ text: 'my number is [REDACTED]' })
    const named = await writeNote({ text: 'hers', key: '078-|05-1120' })
    expect(named).toMatchObject({ failed: 'a guardrail does not allow this namespace or key to be stored' })
    const stored = (await dumpDatabase(app.databaseUrl)).filter((row) => row.startsWith('store_items'))
    expect(stored.join()).not.toContain('078-05-1120')
  })
})
