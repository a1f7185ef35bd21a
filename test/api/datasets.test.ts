/** Datasets and their examples. Import and export are in dataset-files.test.ts. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const DATASETS = '/api/v1/datasets'
const EXAMPLE = {
  input: { message: 'Where is my order?' },
  expected_output: { contains: 'tracking', action: 'lookup_order' },
  tags: ['orders'],
}

describe.each(DATABASE_KINDS)('datasets on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())
  afterEach(async () => {
    for (const { id } of (await app.get(DATASETS)).body.data) await app.remove(`${DATASETS}/${id}`)
  })

  const createDataset = async (request: object = {}): Promise<string> =>
    `${DATASETS}/${(await app.post(DATASETS, { name: 'support', ...request })).body.id}`
  const add = async (url: string, ...examples: object[]) =>
    (await app.post(`${url}/examples`, { examples })).body

  it('a dataset is created as specified, read, changed and deleted', async () => {
    const request = { name: 'support', description: 'What customers ask.' }
    const { status, body } = await app.post(DATASETS, request)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: body.dataset_id,
      dataset_id: body.dataset_id,
      ...request,
      metadata: {},
      held_out_split: null,
      version: 1,
      examples: 0,
      created_at: body.created_at,
      updated_at: body.created_at,
    })
    const url = `${DATASETS}/${body.id}`
    expect((await app.get(`/datasets/${body.id.toUpperCase()}`)).body).toEqual(body)
    expect((await app.get(DATASETS)).body).toEqual({ data: [body], has_more: false, next_cursor: null })
    const changed = await app.patch(url, { description: null, metadata: { a: 1 } })
    expect(changed.body).toEqual({ ...body, description: null, metadata: { a: 1 } })
    expect((await app.remove(url)).body).toEqual({ deleted: true, dataset_id: body.id })
    expect((await app.get(url)).status).toBe(404)
  })

  it('the name of a dataset is unique', async () => {
    await createDataset()
    const other = await createDataset({ name: 'other' })
    for (const refused of [
      await app.post(DATASETS, { name: 'support' }),
      await app.patch(other, { name: 'support' }),
    ])
      expect(refused).toMatchObject({
        status: 409,
        body: { error: 'resource_conflict', message: expect.stringContaining('support') },
      })
  })

  it('examples are added as specified, and one request creates one version', async () => {
    const url = await createDataset()
    const { status, body } = await app.post(`${url}/examples`, { examples: [EXAMPLE, { input: {} }] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ version: 2, added: 2, examples: [EXAMPLE, { input: {}, tags: [] }] })
    const [first, second] = body.examples
    expect(first).toEqual({
      id: first.example_id,
      example_id: first.example_id,
      dataset_id: body.dataset_id,
      ...EXAMPLE,
      split: null,
      metadata: {},
      source_run_id: null,
      version: 2,
      created_at: first.created_at,
      updated_at: first.created_at,
    })
    expect((await app.get(`${url}/examples/${first.id}`)).body).toEqual(first)
    expect((await app.get(`${url}/examples`)).body.data).toEqual([first, second])
    expect((await app.get(url)).body).toMatchObject({ version: 2, examples: 2 })
  })

  it('every version of a dataset can be read', async () => {
    const url = await createDataset()
    const { examples } = await add(url, EXAMPLE, { input: { n: 1 } })
    const [first, second] = examples
    app.clock.advance(1_000)
    const changed = await app.patch(`${url}/examples/${first.id}`, { tags: ['hard'], expected_output: null })
    expect(changed.body).toMatchObject({
      input: EXAMPLE.input,
      tags: ['hard'],
      expected_output: null,
      version: 3,
    })
    expect(changed.body.updated_at > first.updated_at).toBe(true)
    expect((await app.patch(`${url}/examples/${first.id}`, { tags: ['hard'] })).body).toEqual(changed.body)
    const removed = await app.remove(`${url}/examples/${second.id}`)
    expect(removed.body).toEqual({ deleted: true, example_id: second.id, version: 4 })
    const at = async (version: number) => (await app.get(`${url}/examples?version=${version}`)).body.data
    expect(await at(1)).toEqual([])
    expect(await at(2)).toEqual([first, second])
    expect(await at(3)).toEqual([changed.body, second])
    expect(await at(4)).toEqual([changed.body])
    expect((await app.get(`${url}/examples/${second.id}`)).status).toBe(404)
    expect((await app.get(`${url}/examples/${second.id}?version=3`)).body).toEqual(second)
    expect((await app.get(`${url}/examples?version=5`)).status).toBe(404)
    const { data } = (await app.get(`${url}/versions`)).body
    expect(
      data.map((row: Record<string, number>) => [
        row['version'],
        row['examples'],
        row['added'],
        row['changed'],
        row['removed'],
      ]),
    ).toEqual([
      [4, 1, 0, 0, 1],
      [3, 2, 0, 1, 0],
      [2, 2, 2, 0, 0],
      [1, 0, 0, 0, 0],
    ])
  })

  it('all pages of a list read the version of the first page', async () => {
    const url = await createDataset()
    const { examples } = await add(url, ...[0, 1, 2].map((n) => ({ input: { n }, tags: ['t'], split: 's' })))
    const query = `${url}/examples?limit=2&tag=t&split=s`
    const first = (await app.get(query)).body
    await app.remove(`${url}/examples/${examples[2].id}`)
    const second = (await app.get(`${query}&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data]).toEqual(examples)
    expect(second.next_cursor).toBeNull()
    expect((await app.get(`${url}/examples?cursor=${first.next_cursor}`)).status).toBe(400)
    expect((await app.get(`${url}/examples?tag=T`)).body.data).toEqual([])
    expect((await app.get(`${url}/examples?split=other`)).body.data).toEqual([])
  })

  it('concurrent requests each create a version', async () => {
    const url = await createDataset()
    const request = Array.from({ length: 30 }, (_, n) => add(url, { input: { n } }, { input: { n } }))
    const versions = (await Promise.all(request)).map(({ version }) => version)
    expect(new Set(versions).size).toBe(30)
    expect((await app.get(url)).body).toMatchObject({ version: 31, examples: 60 })
    expect((await app.get(`${url}/examples?limit=100`)).body.data).toHaveLength(60)
  })

  it('an idempotency key adds examples once', async () => {
    const url = await createDataset()
    const send = () => app.post(`${url}/examples`, { examples: [EXAMPLE] }, { 'idempotency-key': 'd1' })
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect((await app.get(url)).body.examples).toBe(1)
  })

  it.each([
    ['no list', {}, { examples: /is required/ }],
    ['an empty list', { examples: [] }, { examples: /fewer than 1/ }],
    ['an item that is not an object', { examples: [EXAMPLE, 5] }, { 'examples/1': /must be object/ }],
    ['no input', { examples: [{ tags: [] }] }, { 'examples/0/input': /is required/ }],
    ['an input that is a string', { examples: [{ input: 'Hi' }] }, { 'examples/0/input': /must be object/ }],
    [
      'a tag that is not a string',
      { examples: [{ ...EXAMPLE, tags: [1] }] },
      { 'examples/0/tags/0': /must be string/ },
    ],
    ['an unknown field', { examples: [{ ...EXAMPLE, inptu: 1 }] }, { 'examples/0/inptu': /unknown field/ }],
    ['too many', { examples: Array(10_001).fill({ input: {} }) }, { examples: /more than 10000/ }],
  ])('a request with %s is refused and stores nothing', async (_, request, details) => {
    const url = await createDataset()
    const { status, body } = await app.post(`${url}/examples`, request)
    expect([status, body.error]).toEqual([400, 'validation_error'])
    const expected = Object.entries(details).map(([path, text]) => [path, expect.stringMatching(text)])
    expect(body.details).toEqual(Object.fromEntries(expected))
    expect((await app.get(url)).body).toMatchObject({ version: 1, examples: 0 })
  })

  it('requests for unknown datasets and examples respond with 404', async () => {
    const url = await createDataset()
    for (const missing of [`${DATASETS}/${MISSING_ID}`, `${url}/examples/${MISSING_ID}`, `${DATASETS}/x`])
      for (const call of [app.get(missing), app.patch(missing, {}), app.remove(missing)])
        expect((await call).status).toBe(404)
    const gone = `${DATASETS}/${MISSING_ID}`
    expect((await app.post(`${gone}/examples`, { examples: [EXAMPLE] })).status).toBe(404)
    expect((await app.post(`${gone}/examples/from_run`, { run_id: MISSING_ID })).status).toBe(404)
    expect((await app.get(`${gone}/examples`)).status).toBe(404)
    expect((await app.get(`${gone}/versions`)).status).toBe(404)
  })

  it('a run becomes an example only after it has ended', async () => {
    const url = `${await createDataset()}/examples/from_run`
    const { body: thread } = await app.post('/api/v1/threads')
    const start = async (request: object) =>
      (await app.post('/api/v1/runs', { thread_id: thread.thread_id, ...request })).body.run_id as string
    const run_id = await start({ input: { message: 'Hi' } })
    expect((await app.post(url, { run_id })).status).toBe(409)
    expect((await app.post(url, { run_id: MISSING_ID })).status).toBe(404)
    await app.post(`/api/v1/runs/${run_id}/cancel`)
    const { status, body } = await app.post(url, { run_id, expected_output: { contains: 'x' }, split: 's' })
    expect(status).toBe(201)
    expect(body.examples).toMatchObject([
      { input: { message: 'Hi' }, expected_output: { contains: 'x' }, split: 's', source_run_id: run_id },
    ])
    const bare = await start({})
    await app.post(`/api/v1/runs/${bare}/cancel`)
    expect((await app.post(url, { run_id: bare })).status).toBe(422)
  })
})

it('an example from a run expects the output of the run', async () => {
  const app = await startApp({ execute: true })
  const { body: dataset } = await app.post(DATASETS, { name: 'd' })
  const { body: assistant } = await app.post('/api/v1/assistants', { name: 'A' })
  const request = { assistant_id: assistant.assistant_id, input: { message: 'What is 2 + 3?' } }
  const { run_id } = (await app.post('/api/v1/runs', request)).body
  const read = async () => (await app.get(`/api/v1/runs/${run_id}`)).body
  await expect.poll(async () => (await read()).status, { timeout: 20_000, interval: 20 }).toBe('completed')
  const { body } = await app.post(`${DATASETS}/${dataset.id}/examples/from_run`, { run_id, tags: ['t'] })
  const { output } = await read()
  expect(body.examples).toMatchObject([{ input: request.input, expected_output: output, tags: ['t'] }])
  await app.stop()
})

describe('the held-out split of a dataset', () => {
  it('only admins can see and release the held-out split', async () => {
    const admin = { authorization: 'Bearer an-admin-key-of-tests' }
    const app = await startApp({ env: { AUTH_ENABLED: 'true', API_KEYS: 'an-admin-key-of-tests' } })
    const { key } = (await app.post('/api/v1/api-keys', { name: 'k', scopes: ['read', 'write'] }, admin)).body
    const writer = { authorization: `Bearer ${key}` }
    const created = await app.post(DATASETS, { name: 'd', held_out_split: 'test' }, writer)
    const url = `${DATASETS}/${created.body.id}`
    const examples = [
      { input: { n: 1 }, split: 'test' },
      { input: { n: 2 }, split: 'train' },
      { input: { n: 3 } },
    ]
    const { body } = await app.post(`${url}/examples`, { examples }, writer)
    const heldOut = `${url}/examples/${body.examples[0].id}`

    const readCounts = async (headers: Record<string, string>) => [
      (await app.get(`${url}/examples`, headers)).body.data.map(
        ({ input }: { input: { n: number } }) => input.n,
      ),
      (await app.get(`${url}/examples?split=test`, headers)).body.data.length,
      (await app.get(heldOut, headers)).status,
      (await app.get(`${url}/export?format=jsonl`, headers)).text.split('\n').length - 1,
      (await app.get(`${url}/export?format=csv`, headers)).text.split('\n').length - 2,
    ]
    expect(await readCounts(writer)).toEqual([[2, 3], 0, 404, 2, 2])
    expect(await readCounts(admin)).toEqual([[1, 2, 3], 1, 200, 3, 3])

    const as = (headers: Record<string, string>, method: string, target: string, request?: object) =>
      app.call(method, target, request, { headers }).then(({ status }) => status)
    expect(await as(writer, 'PATCH', heldOut, { split: null })).toBe(404)
    expect(await as(writer, 'DELETE', heldOut)).toBe(404)
    expect(await as(writer, 'PATCH', url, { held_out_split: null })).toBe(403)
    expect(await as(writer, 'PATCH', url, { name: 'e', held_out_split: 'test' })).toBe(200)
    expect(await as(admin, 'PATCH', url, { held_out_split: null })).toBe(200)
    expect((await app.get(heldOut, writer)).status).toBe(200)
    await app.stop()
  })
})
