/** Hostile JSON Schemas in tools, human nodes and scorers, on default settings: other runs go on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { evaluate, listResults, makeDataset } from '../support/evaluations.js'
import { summarizeDurations } from '../support/measurements.js'
import { createAssistant, executeRun, waitForRun } from '../support/runs.js'
import { EVIL_SCHEMAS } from './evil-schemas.js'

const HOSTILE_RUNS = 20
const ORDINARY_RUNS = 10
/** A run ends within a second on an idle machine; without the limits, no run ended for 60 s. */
const MAX_ORDINARY_MS = 20_000

/** References start at the root of the parameters. */
const nestSchema = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('"#/', '"#/properties/value/')
      .replaceAll('"#"', '"#/properties/value"'),
  ) as object

const toToolGraph = (schema: object) => ({
  nodes: [
    {
      id: 'call',
      type: 'tool',
      tool: { type: 'http', name: 'evil', url: 'http://127.0.0.1:1/', parameters: { type: 'object', properties: { value: nestSchema(schema) } } },
      arguments: { value: '{{ input.value }}' },
      output: 'result',
    },
  ],
}) // prettier-ignore
const toHumanGraph = (schema: object) => ({
  nodes: [{ id: 'ask', type: 'human', prompt: 'Value?', schema, output: 'value' }],
})
const ORDINARY_GRAPH = { nodes: [{ id: 'add', type: 'transform', set: { sum: 'input.a + 1' } }] }

const accepted = EVIL_SCHEMAS.filter(({ isRefused }) => isRefused !== true)
/** The largest ones take 1 s of processor time each. */
const selected =
  process.env['HEDDLE_LONG'] === undefined ? accepted.filter((_, index) => index % 4 === 1) : accepted

describe('hostile schemas', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ execute: true })
  })
  afterAll(() => app.stop())

  const isReplacement = (line: string) => line.includes('executor thread crashed')

  it('20 runs with a pattern that backtracks do not stop other runs, and no thread is replaced', async () => {
    const schema = { type: 'string', pattern: '^(a+)+$' }
    const value = `${'a'.repeat(40)}!`
    const [tool, human, ordinary] = await Promise.all([
      createAssistant(app, { graph_schema: toToolGraph(schema) }),
      createAssistant(app, { graph_schema: toHumanGraph(schema) }),
      createAssistant(app, { graph_schema: ORDINARY_GRAPH }),
    ])
    const createRun = async (assistant_id: string, input: object): Promise<string> => {
      const { status, body } = await app.post('/api/v1/runs', { assistant_id, input })
      expect(status).toBe(201)
      return body.run_id as string
    }
    const waiting = await Promise.all(
      Array.from({ length: HOSTILE_RUNS }, () => executeRun(app, { assistant_id: human, input: {} })),
    )
    const hostile = await Promise.all(waiting.map(() => createRun(tool, { value })))
    for (const { run_id } of waiting) {
      expect((await app.post(`/api/v1/runs/${run_id}/resume`, { input: value })).status).toBe(200)
      hostile.push(run_id)
    }
    const durations = await Promise.all(
      Array.from({ length: ORDINARY_RUNS }, async () => {
        const started = performance.now()
        const run = await waitForRun(app, await createRun(ordinary, { a: 1 }))
        expect(run).toMatchObject({ status: 'completed', output: { sum: 2 }, attempt: 1 })
        return performance.now() - started
      }),
    )
    const ended = await Promise.all(hostile.map((runId) => waitForRun(app, runId)))
    for (const run of ended.slice(0, HOSTILE_RUNS))
      expect(JSON.stringify(run)).toContain('value must match pattern')
    for (const run of ended.slice(HOSTILE_RUNS)) {
      expect(run.status).toBe('requires_action')
      expect(JSON.stringify(run.required_action)).toContain('must match pattern')
    }
    console.log(
      JSON.stringify({ test: 'hostile-schemas', database: 'sqlite', hostile: hostile.length, ...summarizeDurations('ordinary_run', durations) }),
    ) // prettier-ignore
    expect(Math.max(...durations)).toBeLessThan(MAX_ORDINARY_MS)
    expect(app.logLines.filter(isReplacement)).toEqual([])
  }, 90_000)

  it('a schema that is too large or unsafe is refused at every place, and the place is named', async () => {
    const dataset_id = await makeDataset(app, [{ input: {}, expected_output: {} }])
    const assistant_id = await createAssistant(app, { graph_schema: ORDINARY_GRAPH })
    for (const { name, schema } of EVIL_SCHEMAS.filter(({ isRefused }) => isRefused)) {
      const parameters = { type: 'object', properties: { value: nestSchema(schema) } }
      const tools = [{ type: 'function', function: { name: 'evil', parameters } }]
      const criteria = [{ name: 'evil', scorer: 'json_schema', config: { schema } }]
      const places: [string, Record<string, unknown>, RegExp][] = [
        ['/api/v1/assistants', { name: 'A', config: { tools } }, /config\/tools\/0\/function\/parameters/],
        [
          '/api/v1/assistants',
          { name: 'A', graph_schema: toHumanGraph(schema) },
          /graph_schema\/nodes\/0\/schema/,
        ],
        [
          '/api/v1/assistants',
          { name: 'A', graph_schema: toToolGraph(schema) },
          /graph_schema\/nodes\/0\/tool\/parameters/,
        ],
        ['/api/v1/evals', { name: 'E', criteria, dataset_id, assistant_id }, /criteria\/evil\/schema/],
      ]
      for (const [url, body, place] of places) {
        const response = await app.post(url, body)
        expect(response.status, `${name} at ${url}`).toBe(400)
        if (response.body.code === 'validation_error')
          expect(Object.keys(response.body.details as object).join(), name).toMatch(place)
      }
    }
  }, 60_000)

  it('the validation of a hostile value in a tool call ends at the first attempt', async () => {
    let worst = { ms: 0, schema: '' }
    for (const { name, schema, value } of selected) {
      const assistant_id = await createAssistant(app, { graph_schema: toToolGraph(schema) })
      const started = performance.now()
      const run = await executeRun(app, { assistant_id, input: { value } })
      const ms = Math.round(performance.now() - started)
      if (ms > worst.ms) worst = { ms, schema: name }
      expect(['completed', 'failed'], `${name}: ${JSON.stringify(run).slice(0, 500)}`).toContain(run.status)
      expect(run.attempt, name).toBe(1)
    }
    console.log(
      JSON.stringify({
        test: 'hostile-schemas-tools',
        database: 'sqlite',
        schemas: selected.length,
        ...worst,
      }),
    )
    expect(app.logLines.filter(isReplacement)).toEqual([])
  }, 120_000)

  it('a json_schema or regex scorer with hostile input does not delay requests', async () => {
    const ordinary = await createAssistant(app, {
      graph_schema: {
        nodes: [{ id: 'copy', type: 'transform', set: { value: 'input.value' } }],
        output: { value: 'value' },
      },
    })
    const value = `${'a'.repeat(100_000)}!`
    const dataset_id = await makeDataset(app, [{ input: { value }, expected_output: {} }])
    const schemas = accepted.filter(({ name }) => !/many patterns|names/.test(name)).slice(0, 8)
    const criteria = [
      ...schemas.map(({ schema }, index) => ({
        name: `schema ${String(index)}`,
        scorer: 'json_schema',
        config: { schema, field: 'value' },
      })),
      { name: 'regex', scorer: 'regex', config: { pattern: '^(a+)+$', field: 'value' } },
      { name: 'large regex', scorer: 'regex', config: { pattern: '(a?){64}a{64}b', field: 'value' } },
    ] // prettier-ignore
    const evaluation = evaluate(app, { assistant_id: ordinary, dataset_id, criteria })
    let isRunning = true
    const lags: number[] = []
    const measure = async () => {
      while (isRunning) {
        const started = performance.now()
        expect((await app.get('/ok')).status).toBe(200)
        lags.push(performance.now() - started)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
    const measuring = measure()
    const { id, status } = await evaluation
    isRunning = false
    await measuring
    expect(status).toBe('completed')
    const [result] = await listResults(app, id as string)
    expect(result.scores).toHaveLength(criteria.length)
    console.log(
      JSON.stringify({
        test: 'hostile-scorers',
        database: 'sqlite',
        criteria: criteria.length,
        ...summarizeDurations('ok', lags),
      }),
    )
  }, 60_000)
})
