/** Import and export of datasets. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'

const DATASETS = '/api/v1/datasets'
const JSONL = 'application/x-ndjson'
const CSV = 'text/csv; charset=utf-8'
const MANY = '{"input":{}}\n'.repeat(100_001)

describe.each(DATABASE_KINDS)('dataset files on %s', (databaseKind) => {
  let app: TestApp
  let url: string
  beforeAll(async () => {
    app = await startApp({ databaseKind })
  })
  afterAll(() => app.stop())
  afterEach(() => app.remove(url))

  const createDataset = async (): Promise<string> =>
    (url = `${DATASETS}/${(await app.post(DATASETS, { name: crypto.randomUUID() })).body.id}`)
  const send = (type: string, raw: string | Buffer, headers: Record<string, string> = {}) =>
    app.call('POST', `${url}/import`, undefined, { raw, headers: { 'content-type': type, ...headers } })
  const content = async () =>
    (await app.get(`${url}/examples?limit=100`)).body.data.map(
      ({ input, expected_output, tags, split, metadata }: Record<string, unknown>) => ({
        ...{ input, expected_output, tags, split, metadata },
      }),
    )
  const bare = { expected_output: null, tags: [], split: null, metadata: {} }

  it('imported JSON Lines become examples in one version', async () => {
    await createDataset()
    const lines = [
      '\ufeff{"input":{"message":"a"},"tags":["x"]}\r\n',
      '\n  \n{"input":{"n":1},"expected_output":{"contains":"ü"},"split":"test"}',
    ]
    const { status, body } = await send(JSONL, lines.join(''))
    expect([status, body]).toEqual([201, { dataset_id: url.split('/').at(-1), version: 2, added: 2 }])
    expect(await content()).toEqual([
      { ...bare, input: { message: 'a' }, tags: ['x'] },
      { ...bare, input: { n: 1 }, expected_output: { contains: 'ü' }, split: 'test' },
    ])
  })

  it('imported CSV rows become examples by their columns', async () => {
    await createDataset()
    const csv = [
      'input,expected_output,tags,split,input.lang,expected_output.action',
      'Hi there,Hello,"a, b; c",test,en,greet',
      '"{""n"": 1}","{""contains"": ""x""}","[""a,b""]",,,',
      '"two\nlines",,,,,',
      "'=1+1,,,'-x,,",
    ]
    expect((await send(CSV, `\ufeff${csv.join('\r\n')}\r\n`)).body).toMatchObject({ added: 4 })
    expect(await content()).toEqual([
      {
        ...bare,
        input: { message: 'Hi there', lang: 'en' },
        expected_output: { response: 'Hello', action: 'greet' },
        tags: ['a', 'b', 'c'],
        split: 'test',
      },
      { ...bare, input: { n: 1 }, expected_output: { contains: 'x' }, tags: ['a,b'] },
      { ...bare, input: { message: 'two\nlines' } },
      { ...bare, input: { message: '=1+1' }, split: '-x' },
    ])
  })

  it.each([
    [
      JSONL,
      '{"input":{}}\nnonsense\n\n{"tags":[]}\n[]\n{"input":{},"tags":[1]}\n{"input":{"__proto__":1}}',
      {
        'line 2': /not valid JSON/,
        'line 4': /input is required/,
        'line 5': /must be a JSON object/,
        'line 6': /tags\/0 must be string/,
        'line 7': /not valid JSON/,
      },
    ],
    [JSONL, Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), { 'line 1': /UTF-8/ }],
    [
      CSV,
      'input,tags\nok,a\n"two\nlines",b,c\n,x\n"{""a"":",y\nok,"[1]"\n\nok,a;a\n',
      {
        'line 3': /3 cells/,
        'line 5': /input is required/,
        'line 6': /input is not valid JSON/,
        'line 7': /tags\/0 must be string/,
        'line 9': /tags must NOT have duplicate/,
      },
    ],
    [CSV, 'input,ouput\na,b\n', { 'line 1': /column ouput must be one of/ }],
    [CSV, 'input,input\na,b\n', { 'line 1': /input is duplicated/ }],
    [CSV, 'input,split\na,b\n"c,d\n', { 'line 3': /[Qq]uote/ }],
  ])(
    'errors of an import of %s are reported by line, and nothing is stored: %#',
    async (type, raw, details) => {
      await createDataset()
      const { status, body } = await send(type, raw)
      expect([status, body.error]).toEqual([400, 'validation_error'])
      const expected = Object.entries(details).map(([line, text]) => [line, expect.stringMatching(text)])
      expect(body.details).toEqual(Object.fromEntries(expected))
      expect((await app.get(url)).body).toMatchObject({ version: 1, examples: 0 })
    },
  )

  it('an import reports at most a hundred errors', async () => {
    await createDataset()
    const { body } = await send(JSONL, '{}\n'.repeat(1_000))
    expect(Object.keys(body.details)).toHaveLength(100)
    expect(body.message).toMatch(/^line 1: input is required \(and 999 more\)$/)
  })

  it.each([
    ['application/json', '{"input":{}}'],
    ['text/plain', '{"input":{}}'],
    [JSONL, '\n\n'],
    [CSV, 'input\n'],
    [CSV, Buffer.from([0x69, 0xff])],
    [JSONL, MANY],
  ])(
    'an import of %s that is malformed, empty or too large is refused as invalid_request: %#',
    async (type, raw) => {
      await createDataset()
      const { status, body } = await send(type, raw)
      expect([status, body.error]).toEqual([400, 'invalid_request'])
    },
  )

  it('an import requires an existing dataset and happens once per idempotency key', async () => {
    await createDataset()
    const key = { 'idempotency-key': 'i1' }
    const first = await send(JSONL, '{"input":{}}', key)
    expect((await send(JSONL, '{"input":{}}', key)).body).toEqual(first.body)
    expect((await send(JSONL, '{"input":{"a":1}}', key)).status).toBe(409)
    expect((await app.get(url)).body.examples).toBe(1)
    const missing = `${DATASETS}/${MISSING_ID}`
    const options = { raw: '{"input":{}}', headers: { 'content-type': JSONL } }
    expect((await app.call('POST', `${missing}/import`, undefined, options)).status).toBe(404)
    expect((await app.get(`${missing}/export?format=csv`)).status).toBe(404)
    expect((await app.get(`${url}/export?format=xml`)).status).toBe(400)
    expect((await app.get(`${url}/export?format=csv&version=3`)).status).toBe(404)
  })

  it('an export of any version can be imported again unchanged', async () => {
    await createDataset()
    const examples = [
      { ...bare, input: { message: '=1+1\n"x"' }, tags: ['a,b', '=c'], split: '=SUM(A1)' },
      { ...bare, input: { n: 1 }, expected_output: { contains: 'x' }, metadata: { a: 1 } },
      // More than one page of an export.
      ...Array.from({ length: 1_100 }, (_, n) => ({ ...bare, input: { n } })),
    ]
    const { body } = await app.post(`${url}/examples`, { examples })
    await app.remove(`${url}/examples/${body.examples[0].id}`)
    const original = url
    for (const [format, type] of [
      ['jsonl', JSONL],
      ['csv', 'text/csv'],
    ] as const) {
      const { headers, text } = await app.get(`${original}/export?format=${format}&version=2`)
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
      if (format === 'csv') expect(text).toContain(",'=SUM(A1),")
      await createDataset()
      expect((await send(type, text)).body).toMatchObject({ added: 1_102 })
      expect(await content()).toEqual(examples.slice(0, 100))
      await app.remove(url)
    }
    const now = await app.get(`/datasets/${original.split('/').at(-1)}/export?format=jsonl`)
    expect(now.text.split('\n')).toHaveLength(1_102)
    url = original
  })
})

it('a body that is too large is refused while it is received, and the connection stays open', async () => {
  const app = await startApp()
  const address = await app.listen()
  const { body: dataset } = await app.post(DATASETS, { name: 'd' })
  const line = Buffer.from(`{"input":{"a":"${'x'.repeat(1_000_000)}"}}\n`)
  const lines = async function* () {
    for (let index = 0; index < 106; index++) yield line
  }
  const response = await fetch(`${address}${DATASETS}/${dataset.id}/import`, {
    method: 'POST',
    headers: { 'content-type': JSONL },
    body: ReadableStream.from(lines()),
    duplex: 'half',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: 'The body is too large' })
  expect((await app.get(`${DATASETS}/${dataset.id}`)).body).toMatchObject({ version: 1, examples: 0 })
  await app.stop()
})
