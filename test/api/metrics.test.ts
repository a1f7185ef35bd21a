import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { createAssistant, createThread, executeRun } from '../support/runs.js'

const TOKENS = { prompt_tokens: 1_000_000, completion_tokens: 100_000, total_tokens: 1_100_000 }

describe('the metrics of runs', () => {
  let app: TestApp
  let models: OpenAiServer
  beforeAll(async () => {
    models = await startOpenAiServer({
      reply: ({ body }) =>
        body.messages.some(({ role }) => role === 'tool') || body['tools'] === undefined
          ? { text: 'Done.', usage: TOKENS }
          : { toolCalls: [{ id: 'c1', name: 'calculator', args: { expression: '1/' } }], usage: TOKENS },
    })
    app = await startApp({
      execute: true,
      env: { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'test-key', ALLOW_PRIVATE_TARGETS: 'true' },
    })
  })
  afterAll(async () => {
    await app.stop()
    await models.stop()
  })

  /** The series of one metric, by their labels as Prometheus writes them. */
  const scrape = async (name: string): Promise<Record<string, number>> => {
    const { text } = await app.get('/metrics')
    const lines = text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    return Object.fromEntries(
      lines.map((line) => [line.slice(name.length, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
    )
  }

  it('a completed run is counted with its assistant, tokens, cost, tool calls and the time to the first token', async () => {
    const config = { model: 'openai:gpt-4.1', tools: ['calculator'] }
    const assistant_id = await createAssistant(app, { config })
    const run = await executeRun(app, { assistant_id, input: { message: 'Calculate' } })
    expect(run).toMatchObject({ status: 'completed', usage: { calls: 2 } })
    expect(await scrape('heddle_runs_ended_total')).toEqual({
      [`{status="completed",assistant_id="${assistant_id}"}`]: 1,
    })
    expect(await scrape('heddle_model_tokens_total')).toEqual({
      '{model="gpt-4.1",type="input"}': 2_000_000,
      '{model="gpt-4.1",type="output"}': 200_000,
    })
    expect(await scrape('heddle_model_cost_usd_total')).toEqual({ '{model="gpt-4.1"}': Number(run.cost.usd) })
    expect(await scrape('heddle_model_calls_total')).toEqual({ '{model="gpt-4.1"}': 2 })
    expect(await scrape('heddle_model_call_duration_seconds_count')).toEqual({ '{model="gpt-4.1"}': 2 })
    expect(await scrape('heddle_model_first_token_seconds_count')).toEqual({ '{model="gpt-4.1"}': 2 })
    expect(await scrape('heddle_tool_calls_total')).toEqual({ '{tool="calculator",result="error"}': 1 })
    expect(await scrape('heddle_run_duration_seconds_count')).toEqual({ '{status="completed"}': 1 })
  })

  it('failed and cancelled runs are counted by their status, and failures by their code', async () => {
    const failing = await createAssistant(app, { config: { model: 'openai:gpt-4.1' } })
    const input = { messages: [{ role: 'nobody', content: 7 }] }
    expect(await executeRun(app, { assistant_id: failing, input })).toMatchObject({ status: 'failed' })
    expect((await scrape('heddle_run_failures_total'))['{code="graph_error"}']).toBe(1)
    const delayed = await app.post('/api/v1/runs', {
      thread_id: await createThread(app),
      input: { message: 'x' },
      after_seconds: 600,
    })
    await app.post(`/api/v1/runs/${delayed.body.run_id}/cancel`)
    const ended = await scrape('heddle_runs_ended_total')
    expect(ended[`{status="failed",assistant_id="${failing}"}`]).toBe(1)
    expect(ended[`{status="cancelled",assistant_id="${delayed.body.assistant_id}"}`]).toBe(1)
  })

  it('a run with guardrails is counted by their outcome', async () => {
    for (const phrase of ['done', 'something else']) {
      const guardrails = [{ name: 'filter', type: 'output_filter', config: { block_patterns: [phrase] } }]
      const assistant_id = await createAssistant(app, { config: { model: 'openai:gpt-4.1', guardrails } })
      await executeRun(app, { assistant_id, input: { message: 'Hello' } })
    }
    expect(await scrape('heddle_guardrail_run_outcomes_total')).toEqual({
      '{outcome="blocked"}': 1,
      '{outcome="flagged"}': 0,
      '{outcome="passed"}': 1,
    })
  })

  it('at most 50 assistants get a series of their own', async () => {
    for (let index = 0; index < 60; index++) {
      const assistant_id = await createAssistant(app, {})
      const { body: run } = await app.post('/api/v1/runs', { assistant_id, after_seconds: 600 })
      await app.post(`/api/v1/runs/${run.run_id}/cancel`)
    }
    const ended = Object.entries(await scrape('heddle_runs_ended_total'))
    const assistants = new Set(ended.map(([labels]) => /assistant_id="([^"]+)"/.exec(labels)?.[1]))
    expect(assistants.size).toBe(51)
    const others = ended.find(([labels]) => labels.includes('assistant_id="other"'))
    expect(others?.[1]).toBeGreaterThanOrEqual(10)
  })

  it('the event loop delay of every thread and the time of database operations are reported', async () => {
    const threads = ['main', 'database_writer', 'database_reader', 'executor_1']
    const delays = await scrape('heddle_event_loop_delay_seconds')
    expect(Object.keys(delays).sort()).toEqual(
      threads.flatMap((thread) => ['max', 'p99'].map((stat) => `{thread="${thread}",stat="${stat}"}`)).sort(),
    )
    const operations = await scrape('heddle_database_operation_duration_seconds_count')
    expect(operations['{operation="read"}']).toBeGreaterThan(0)
    expect(operations['{operation="write"}']).toBeGreaterThan(0)
  })
})

describe('the metrics of a service with several tenants', () => {
  it.each([
    [{}, false],
    [{ METRICS_DETAILS: 'true' }, true],
  ])('name assistants only if they are asked to (%j)', async (settings, isNamed) => {
    const key = 'a-key-of-the-first-administrator'
    const app = await startApp({
      execute: true,
      env: { AUTH_ENABLED: 'true', API_KEYS: key, ...settings },
      headers: { authorization: `Bearer ${key}` },
    })
    try {
      const assistant_id = await createAssistant(app, {})
      expect(await executeRun(app, { assistant_id, input: { message: 'Hello' } })).toMatchObject({
        status: 'completed',
      })
      const { text } = await app.get('/metrics')
      const label = isNamed ? assistant_id : 'other'
      expect(text).toContain(`heddle_runs_ended_total{status="completed",assistant_id="${label}"} 1`)
    } finally {
      await app.stop()
    }
  })
})
