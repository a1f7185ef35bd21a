import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const AGENT = 'fe096781-5601-53d2-b2f6-0d3403f7e9ca'

describe.each(DATABASE_KINDS)('assistants on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())

  const create = async (body: object = { name: 'Support' }) => {
    const { status, body: created } = await app.post('/api/v1/assistants', body)
    expect(status).toBe(201)
    return created
  }

  it('a new assistant has the fields of the request and defaults for the others', async () => {
    const created = await create({
      name: 'A',
      description: 'd',
      config: { model: 'm', temperature: 0.5, own: [1] },
    })
    expect(created).toMatchObject({
      name: 'A',
      description: 'd',
      config: { model: 'm', temperature: 0.5, own: [1] },
      graph_schema: {},
      metadata: {},
      graph_id: 'agent',
      version: 1,
    })
    expect(created.id).toBe(created.assistant_id)
    expect(created.assistant_id).toMatch(/^[0-9a-f-]{14}7/)
    expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect((await app.get(`/api/v1/assistants/${created.assistant_id}`)).body).toEqual(created)
  })

  it('an empty graph_schema is accepted', async () => {
    expect(await create({ name: 'A', description: '', graph_schema: {}, config: {} })).toMatchObject({
      description: '',
    })
  })

  it('a name is required unless graph_id is set', async () => {
    const refused = await app.post('/api/v1/assistants', { config: {} })
    expect(refused).toMatchObject({ status: 400, body: { error: 'validation_error' } })
    expect(Object.keys(refused.body.details)).toEqual(['name'])
    expect(await create({ graph_id: 'agent' })).toMatchObject({ name: 'agent' })
  })

  it('a check reports every problem by its path and draws the graph, and stores nothing', async () => {
    const before = (await app.get('/api/v1/assistants')).body.data.length
    const graph_schema = {
      nodes: [
        { id: 'ask', type: 'human', prompt: 'Refund {{ input.message }?' },
        { id: 'call', type: 'http' },
      ],
    }
    const { status, body } = await app.post('/api/v1/assistants/check', { graph_schema, graph_id: 'nope' })
    expect(status).toBe(200)
    expect(Object.keys(body.problems).sort()).toEqual([
      'graph_id',
      'graph_schema/nodes/0/prompt',
      'graph_schema/nodes/1/url',
    ])
    expect(body.graph.nodes.map(({ id }: { id: string }) => id)).toEqual([
      '__start__',
      'ask',
      'call',
      '__end__',
    ])
    const valid = { graph_schema: { nodes: [{ id: 'a', type: 'llm' }] } }
    expect((await app.post('/api/v1/assistants/check', valid)).body.problems).toEqual({})
    expect((await app.post('/api/v1/assistants/check', {})).body).toEqual({ problems: {}, graph: null })
    expect((await app.get('/api/v1/assistants')).body.data).toHaveLength(before)
  })

  it('the types of nodes of a declarative graph are listed with their schemas', async () => {
    const { body } = await app.get('/api/v1/graph_node_types')
    expect(body.types).toContainEqual({
      type: 'human',
      node_schema: expect.objectContaining({ required: ['id', 'type', 'prompt'] }),
    })
  })

  it('an unknown graph_id is rejected with a list of the hosted graphs', async () => {
    const refused = await app.post('/api/v1/assistants', { name: 'A', graph_id: 'nope' })
    expect(refused).toMatchObject({
      status: 400,
      body: { details: { graph_id: expect.stringContaining('agent') } },
    })
  })

  it('the client can choose the id of an assistant, but not reuse it', async () => {
    const assistant_id = '3F2504E0-4F89-41D3-9A0C-0305E82C3301'
    const created = await create({ name: 'Mine', assistant_id })
    expect(created.assistant_id).toBe(assistant_id.toLowerCase())
    const again = await app.post('/api/v1/assistants', { name: 'Other', assistant_id })
    expect(again).toMatchObject({ status: 409, body: { error: 'resource_conflict' } })
    const existing = await app.post('/api/v1/assistants', {
      name: 'Other',
      assistant_id,
      if_exists: 'do_nothing',
    })
    expect(existing).toMatchObject({ status: 201, body: { name: 'Mine' } })
    expect((await app.get(`/api/v1/assistants/${assistant_id}`)).status).toBe(200)
  })

  it('every hosted graph has a built-in assistant', async () => {
    expect((await app.get(`/api/v1/assistants/${AGENT}`)).body).toMatchObject({
      name: 'agent',
      graph_id: 'agent',
    })
  })

  it('an update creates a version and keeps the fields that the request omits', async () => {
    const { assistant_id } = await create({ name: 'V1', config: { model: 'a' }, metadata: { a: 1, b: 2 } })
    app.clock.advance(1_000)
    const changed = await app.patch(`/api/v1/assistants/${assistant_id}`, { name: 'V2', metadata: { b: 3 } })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'V2', version: 2, config: { model: 'a' }, metadata: { a: 1, b: 3 } },
    })
    expect(changed.body.updated_at > changed.body.created_at).toBe(true)
    const versions = await app.get(`/api/v1/assistants/${assistant_id}/versions`)
    expect(
      versions.body.data.map(({ version, name }: { version: number; name: string }) => [version, name]),
    ).toEqual([
      [2, 'V2'],
      [1, 'V1'],
    ])
  })

  it('versions are listed in pages', async () => {
    const { assistant_id } = await create()
    for (let n = 0; n < 4; n++) await app.patch(`/api/v1/assistants/${assistant_id}`, { name: `n${n}` })
    const first = await app.get(`/api/v1/assistants/${assistant_id}/versions?limit=3`)
    const second = await app.get(
      `/api/v1/assistants/${assistant_id}/versions?limit=3&cursor=${first.body.next_cursor}`,
    )
    const numbers = [...first.body.data, ...second.body.data].map(({ version }) => version as number)
    expect(numbers).toEqual([5, 4, 3, 2, 1])
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
  })

  it('after an older version was made current, the next update still gets the next version number', async () => {
    const { assistant_id } = await create({ name: 'one' })
    await app.patch(`/api/v1/assistants/${assistant_id}`, { name: 'two' })
    const back = await app.post(`/api/v1/assistants/${assistant_id}/latest`, { version: 1 })
    expect(back).toMatchObject({ status: 200, body: { name: 'one', version: 1 } })
    expect((await app.patch(`/api/v1/assistants/${assistant_id}`, { description: 'x' })).body).toMatchObject({
      name: 'one',
      version: 3,
    })
    expect((await app.post(`/api/v1/assistants/${assistant_id}/latest`, { version: 9 })).status).toBe(404)
  })

  it('concurrent updates are all applied', async () => {
    const { assistant_id } = await create()
    const keys = Array.from({ length: 8 }, (_, index) => `k${index}`)
    await Promise.all(
      keys.map((key) => app.patch(`/api/v1/assistants/${assistant_id}`, { metadata: { [key]: true } })),
    )
    const { body } = await app.get(`/api/v1/assistants/${assistant_id}`)
    expect(body.version).toBe(9)
    expect(Object.keys(body.metadata as object).sort()).toEqual(keys)
  })

  it('null clears the description', async () => {
    const { assistant_id } = await create({ name: 'A', description: 'd' })
    expect(
      (await app.patch(`/api/v1/assistants/${assistant_id}`, { description: null })).body.description,
    ).toBeNull()
  })

  it('deleting an assistant cancels its queued runs', async () => {
    const { assistant_id } = await create()
    const run = await app.post('/api/v1/runs', { assistant_id })
    expect(await app.remove(`/api/v1/assistants/${assistant_id}`)).toMatchObject({
      status: 200,
      body: { deleted: true, assistant_id },
    })
    expect((await app.get(`/api/v1/assistants/${assistant_id}`)).status).toBe(404)
    expect((await app.get(`/api/v1/runs/${run.body.run_id}`)).body.status).toBe('cancelled')
    expect((await app.remove(`/api/v1/assistants/${assistant_id}`)).status).toBe(404)
  })

  it.each([
    ['get', ''],
    ['patch', ''],
    ['remove', ''],
    ['get', '/versions'],
  ] as const)('%s %s of an unknown assistant responds with 404', async (verb, suffix) => {
    for (const id of [MISSING_ID, 'not-a-uuid', '%00']) {
      const { status, body } = await app[verb](`/api/v1/assistants/${id}${suffix}`, {} as never)
      expect([status, body.error]).toEqual([404, 'resource_not_found'])
    }
  })
})
