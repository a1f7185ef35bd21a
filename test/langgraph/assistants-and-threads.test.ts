import { Client } from '@langchain/langgraph-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

describe.each(DATABASE_KINDS)('on %s', (databaseKind) => {
  let app: TestApp
  let client: Client

  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
    client = new Client({ apiUrl: await app.listen(), callerOptions: { maxRetries: 0 } })
  })
  afterAll(() => app.stop())

  it('assistants can be created, searched, counted, updated, reverted and deleted', async () => {
    const assistant = await client.assistants.create({
      graphId: 'agent',
      name: 'Weather agent',
      metadata: { team: { name: 'blue', size: 3 }, tags: ['a', 'b'] },
    })
    expect(assistant).toMatchObject({ graph_id: 'agent', version: 1 })
    expect(assistant).not.toHaveProperty('graph_schema')
    const found = await client.assistants.search({ metadata: { team: { name: 'blue' }, tags: ['b'] } })
    expect(found.map(({ assistant_id }) => assistant_id)).toEqual([assistant.assistant_id])
    expect(await client.assistants.search({ metadata: { team: { name: 'red' } } })).toEqual([])
    expect(await client.assistants.count({ name: 'WEATHER' })).toBe(1)
    const changed = await client.assistants.update(assistant.assistant_id, { metadata: { more: 1 } })
    expect(changed).toMatchObject({ version: 2, metadata: { more: 1, team: { name: 'blue' } } })
    const versions = await client.assistants.getVersions(assistant.assistant_id)
    expect(versions.map(({ version }) => version)).toEqual([2, 1])
    expect(await client.assistants.setLatest(assistant.assistant_id, 1)).toMatchObject({ version: 1 })
    await client.assistants.delete(assistant.assistant_id)
    await expect(client.assistants.get(assistant.assistant_id)).rejects.toThrow(/404.*does not exist/s)
    expect(await client.assistants.get('agent')).toMatchObject({ graph_id: 'agent' })
  })

  it('a graph has nodes, schemas and subgraphs', async () => {
    const graph = await client.assistants.getGraph('agent')
    expect(graph.nodes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['__start__', 'agent', 'tools', '__end__']),
    )
    expect(await client.assistants.getSchemas('agent')).toMatchObject({
      graph_id: 'agent',
      state_schema: { type: 'object' },
    })
    expect(await client.assistants.getSubgraphs('agent')).toEqual({})
  })

  it('threads can be searched by metadata, state and ID in pages', async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++)
      ids.push((await client.threads.create({ metadata: { user: 'ada', at: index } })).thread_id)
    await client.runs.wait(ids[1]!, 'agent', { input: { messages: [{ role: 'user', content: 'Hello' }] } })
    const filter = { metadata: { user: 'ada' } }
    expect(await client.threads.count(filter)).toBe(3)
    const page = await client.threads.search({ ...filter, limit: 2, sortBy: 'created_at', sortOrder: 'asc' })
    expect(page.map(({ thread_id }) => thread_id)).toEqual(ids.slice(0, 2))
    const rest = await client.threads.search({
      ...filter,
      limit: 2,
      offset: 2,
      sortBy: 'created_at',
      sortOrder: 'asc',
    })
    expect(rest.map(({ thread_id }) => thread_id)).toEqual(ids.slice(2))
    const byState = await client.threads.search({
      values: { messages: [{ type: 'ai' }] },
      extract: { said: 'values.messages[-1].type' },
    })
    expect(byState).toMatchObject([{ thread_id: ids[1], status: 'idle', extracted: { said: 'ai' } }])
    const selected = await client.threads.search({ ids: [ids[0]!], select: ['thread_id', 'status'] })
    expect(selected).toEqual([{ thread_id: ids[0], status: 'idle' }])
    await client.threads.update(ids[0]!, { metadata: { more: true } })
    expect((await client.threads.get(ids[0]!)).metadata).toEqual({ user: 'ada', at: 0, more: true })
    await client.threads.delete(ids[0]!)
    expect(await client.threads.count(filter)).toBe(2)
    await expect(client.threads.get(ids[0]!)).rejects.toThrow(/404/)
  })
})
