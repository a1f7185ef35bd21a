import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISSING_ID, startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { evaluate, makeDataset } from '../support/evaluations.js'
import { createAssistant } from '../support/runs.js'

/** A graph whose output is right for the numbers from `from` to `to`. */
const rightBetween = (from: number, to: number) => ({
  nodes: [
    {
      id: 'n',
      type: 'transform',
      set: {
        response: `input.n >= ${String(from)}.0 && input.n <= ${String(to)}.0 ? 'The heddle lifts the warp.' : 'No idea at all.'`,
      },
    },
  ],
  output: { response: 'response' },
})
const EXAMPLES = Array.from({ length: 8 }, (_, n) => ({
  input: { n: n + 1, message: `What is lifted in row ${String(n + 1)}?` },
  expected_output: { contains: 'warp' },
  tags: n % 2 === 0 ? ['odd'] : ['even'],
  split: n < 4 ? 'train' : 'check',
}))
const criteria = [
  { name: 'right', scorer: 'contains', config: { substring: 'warp' } },
  { name: 'short', scorer: 'length', config: { max: 20 }, weight: 0 },
]

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies that they know
type Body = any

describe.each(DATABASE_KINDS)('results by example on %s', (databaseKind) => {
  let app: TestApp
  let dataset_id: string
  let before: string
  let after: string
  let both: string

  beforeAll(async () => {
    app = await startApp({ execute: true, databaseKind })
    const [low, high] = [
      await createAssistant(app, { name: 'Low', graph_schema: rightBetween(1, 5) }),
      await createAssistant(app, { name: 'High', graph_schema: rightBetween(4, 8) }),
    ]
    dataset_id = await makeDataset(app, EXAMPLES)
    before = (await evaluate(app, { name: 'before', assistant_id: low, dataset_id, criteria })).id
    after = (await evaluate(app, { name: 'after', assistant_id: high, dataset_id, criteria })).id
    const assistants = [{ assistant_id: low }, { assistant_id: high }]
    both = (await evaluate(app, { name: 'both', type: 'comparison', assistants, dataset_id, criteria })).id
  })
  afterAll(() => app.stop())

  const rows = async (path: string): Promise<Body> => {
    const { status, body, text } = await app.get(`/api/v1/evals/${path}`)
    expect(status, text).toBe(200)
    return body
  }
  const numbers = (page: Body): number[] =>
    page.data.map(({ input_text }: Body) => Number(/\d+/.exec(input_text)?.[0]))

  it('rows have the example and the results of each assistant, without whole outputs', async () => {
    const page = await rows(`${both}/examples?limit=3`)
    expect(page).toMatchObject({
      has_more: true,
      counts: { all: 8, failed: 6, passed: 2, different: 6, error: 0 },
    })
    expect(page.data[0]).toMatchObject({
      input_text: 'What is lifted in row 1?',
      expected_text: 'contains: warp',
      tags: ['odd'],
      split: 'train',
      change: null,
      sides: [
        { assistant: 0, passed: true, score: 1, criteria: { right: { score: 1, passed: true } } },
        { assistant: 1, passed: false, output_text: 'No idea at all.', repetitions: 1, varies: false },
      ],
    })
    const rest = await rows(`${both}/examples?limit=100&cursor=${page.next_cursor}`)
    expect([...numbers(page), ...numbers(rest)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(rest).toMatchObject({ has_more: false, next_cursor: null })
  })

  it('rows are filtered by verdict, criterion, tag, split, text and pattern', async () => {
    const list = async (query: string): Promise<number[]> => numbers(await rows(`${after}/examples?${query}`))
    expect(await list('only=failed')).toEqual([1, 2, 3])
    expect(await list('only=passed&tag=odd')).toEqual([5, 7])
    expect(await list('criterion=short&only=passed')).toEqual([1, 2, 3])
    expect(await list('split=check&only=failed')).toEqual([])
    expect(await list('q=NO+IDEA')).toEqual([1, 2, 3])
    expect(await list(`q=${encodeURIComponent('/row [28]/')}`)).toEqual([2, 8])
    expect(await list('sort=score&limit=4')).toEqual([1, 2, 3, 4])
  })

  it('a pattern that RE2 refuses and an unknown criterion are validation errors', async () => {
    for (const [query, field] of [
      [`q=${encodeURIComponent('/(?=x)/')}`, 'q'],
      ['criterion=unknown', 'criterion'],
    ]) {
      const { status, body } = await app.get(`/api/v1/evals/${after}/examples?${query}`)
      expect([status, Object.keys(body.details)]).toEqual([400, [field]])
    }
  })

  it('a comparison lists regressed, fixed, different and equal examples, as its counts say', async () => {
    const list = async (query: string): Promise<Body> =>
      rows(`${after}/comparison/results?against=${before}${query}`)
    const { counts } = await list('')
    expect(counts).toMatchObject({ all: 8, regressed: 3, fixed: 3, different: 6, same: 2, unpaired: 0 })
    expect(numbers(await list('&only=regressed'))).toEqual([1, 2, 3])
    expect(numbers(await list('&only=fixed'))).toEqual([6, 7, 8])
    expect(numbers(await list('&only=same'))).toEqual([4, 5])
    expect(numbers(await list('&sort=change&limit=6'))).toEqual([1, 2, 3, 6, 7, 8])
    const [row] = (await list('&only=regressed')).data
    expect(row).toMatchObject({
      change: 'regressed',
      difference: -1,
      sides: [
        { eval_id: after, passed: false },
        { eval_id: before, passed: true },
      ],
    })
    expect(row.sides[0].run_id).not.toBe(row.sides[1].run_id)
  })

  it('assistants of one evaluation are compared by their index', async () => {
    const page = await rows(`${both}/comparison/results?against=${both}:0&only=regressed`)
    expect(numbers(page)).toEqual([1, 2, 3])
    const reversed = await rows(`${both}/comparison/results?assistant=0&against=${both}:1&only=regressed`)
    expect(numbers(reversed)).toEqual([6, 7, 8])
    const missing = await app.get(`/api/v1/evals/${both}/comparison/results?against=${both}:7`)
    expect(missing.status).toBe(404)
  })

  it('an evaluation is compared with several others, each with the interval of the difference', async () => {
    const { comparison, comparisons } = await rows(`${after}/comparison?against=${before},${after}`)
    expect(comparisons).toMatchObject([
      {
        against: before,
        assistant: 0,
        comparison: { regressed_count: 3, fixed_count: 3, baseline: 'before' },
      },
      { against: after, comparison: { regressed_count: 0, fixed_count: 0, ties: 8 } },
    ])
    expect(comparison).toEqual(comparisons[0].comparison)
    const [low, high] = comparison.pass.interval
    expect(low).toBeCloseTo(-high, 9)
    expect(high).toBeGreaterThan(0)
  })

  it('the distribution has a histogram for each side and the pairs of scores', async () => {
    const alone = await rows(`${after}/distribution`)
    expect(alone).toMatchObject({ bins: 10, points: [], sides: [{ mean: 5 / 8, name: 'after' }] })
    expect(alone.sides[0].counts).toEqual([3, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    const compared = await rows(`${after}/distribution?against=${before}`)
    expect(compared.sides.map(({ name }: Body) => name)).toEqual(['after', 'before'])
    expect(compared.points).toHaveLength(8)
    expect(compared.points[0]).toMatchObject({ before: 1, after: 0, change: 'regressed' })
  })

  it('results are found by example and by score', async () => {
    const { data } = await rows(`${after}/examples?only=failed`)
    const [row] = data
    const results = await rows(`${after}/results?example_id=${row.example_id}`)
    expect(results.data).toMatchObject([{ example_id: row.example_id, input: { n: 1 }, passed: false }])
    expect((await rows(`${after}/results?min_score=0.5`)).data).toHaveLength(5)
    expect((await rows(`${after}/results?max_score=0.5`)).data).toHaveLength(3)
  })

  it('failed results are exported as CSV with a column for each criterion, and as JSON Lines', async () => {
    const csv = await app.get(`/api/v1/evals/${after}/results/export?format=csv&passed=false`)
    const lines = csv.text.trim().split('\n')
    expect(lines[0]).toMatch(
      /^example_id,assistant,.*right\.score,right\.passed,right\.explanation,short\.score/,
    )
    expect(lines).toHaveLength(4)
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${after}.csv"`)
    const jsonl = await app.get(`/api/v1/evals/${after}/results/export?format=jsonl`)
    expect(
      jsonl.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).input.n),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const missing = await app.get(`/api/v1/evals/${MISSING_ID}/results/export?format=csv`)
    expect(missing.status).toBe(404)
  })

  it('an evaluation is renamed, and nothing else of it can be changed', async () => {
    const renamed = await app.patch(`/api/v1/evals/${both}`, { name: 'renamed' })
    expect([renamed.status, renamed.body.name]).toEqual([200, 'renamed'])
    expect((await app.get(`/api/v1/evals/${both}`)).body.name).toBe('renamed')
    expect((await app.patch(`/api/v1/evals/${both}`, { dataset_id })).status).toBe(400)
    expect((await app.patch(`/api/v1/evals/${MISSING_ID}`, { name: 'x' })).status).toBe(404)
  })
})
