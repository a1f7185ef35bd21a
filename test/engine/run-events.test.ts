/** The events of a run show when each task ran, to which task everything belongs, and what ended each attempt. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInAssistantId } from '../../src/domain/built-in-graph.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { makeProject } from '../support/graph-project.js'
import { createAssistant, executeRun, readRunEvents } from '../support/runs.js'

const SLEEP_MS = 30

const GRAPHS = {
  loop: `
    import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph'
    const State = Annotation.Root({ count: Annotation(), seen: Annotation({ reducer: (a, b) => [...a, ...b], default: () => [] }) })
    const inner = new StateGraph(State)
      .addNode('leaf', () => ({ seen: ['leaf'] }))
      .addEdge(START, 'leaf').compile()
    export const graph = new StateGraph(State)
      .addNode('add', async ({ count }) => {
        await new Promise((resolve) => setTimeout(resolve, ${SLEEP_MS}))
        return { count: (count ?? 0) + 1 }
      })
      .addNode('mapped', ({ count }) => ({ seen: [count] }))
      .addNode('nested', inner)
      .addEdge(START, 'add')
      .addConditionalEdges('add', ({ count }) => count < 2 ? 'add' : [new Send('mapped', { count: 1 }), new Send('mapped', { count: 2 })], ['add', 'mapped'])
      .addEdge('mapped', 'nested')
      .addEdge('nested', END)
      .compile()`,
  retried: `
    import { Annotation, START, StateGraph } from '@langchain/langgraph'
    const State = Annotation.Root({ done: Annotation() })
    const failures = new Map()
    export const graph = new StateGraph(State)
      .addNode('flaky', (_, { configurable: { run_id } }) => {
        const count = (failures.get(run_id) ?? 0) + 1
        failures.set(run_id, count)
        if (count < 3) throw new Error('failure ' + count)
        return { done: true }
      }, { retryPolicy: { maxAttempts: 3, initialInterval: 1, jitter: false, logWarning: false } })
      .addEdge(START, 'flaky').compile()`,
  hopeless: `
    import { Annotation, START, StateGraph } from '@langchain/langgraph'
    export const graph = new StateGraph(Annotation.Root({ done: Annotation() }))
      .addNode('breaks', () => { throw new TypeError('broken on purpose') })
      .addEdge(START, 'breaks').compile()`,
  exits: `
    import { existsSync, writeFileSync } from 'node:fs'
    import { join } from 'node:path'
    import { Annotation, START, StateGraph } from '@langchain/langgraph'
    export const graph = new StateGraph(Annotation.Root({ done: Annotation() }))
      .addNode('exit', (_, { configurable: { run_id } }) => {
        const file = join(import.meta.dirname, run_id)
        if (existsSync(file)) return { done: true }
        writeFileSync(file, '')
        process.exit(1)
      })
      .addEdge(START, 'exit').compile()`,
  asks: `
    import { Annotation, START, StateGraph, interrupt } from '@langchain/langgraph'
    export const graph = new StateGraph(Annotation.Root({ done: Annotation() }))
      .addNode('ask', () => ({ done: interrupt('?') }))
      .addEdge(START, 'ask').compile()`,
}

describe.each(DATABASE_KINDS)('the events of runs on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true, project: makeProject(GRAPHS).folder })
  })
  afterAll(() => app.stop())

  const run = (graph: string, input: object = {}) =>
    executeRun(app, { assistant_id: builtInAssistantId(graph), input })
  const readEvents = async (runId: string, types?: string) => {
    const query = types === undefined ? '' : `&types=${types}`
    const { status, body } = await app.get(`/api/v1/runs/${runId}/events?limit=1000${query}`)
    expect(status).toBe(200)
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read events whose shape they know
    return body.data as Record<string, any>[]
  }

  it('the times are those at which the events happened, and never go back', async () => {
    const { run_id, created_at, completed_at } = await run('loop')
    const events = await readEvents(run_id)
    const times = events.map(({ at }) => at as number)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(times[0]).toBe(Date.parse(created_at))
    expect(times.at(-1)).toBeGreaterThanOrEqual(Date.parse(completed_at))
    for (const { at, timestamp } of events) expect(new Date(at as number).toISOString()).toBe(timestamp)
    const [start, end] = events.filter(({ node_id }) => node_id === 'add')
    expect([start!['type'], end!['type']]).toEqual(['node.started', 'node.completed'])
    // A timer can fire a millisecond early.
    expect(end!['at'] - start!['at']).toBeGreaterThanOrEqual(SLEEP_MS - 1)
    expect(end!['duration_ms']).toBeGreaterThanOrEqual(SLEEP_MS - 1)
    expect(events.some(({ at }) => !Number.isInteger(at))).toBe(true)
  })

  it('tasks of loops, map nodes and nested graphs have different ids', async () => {
    const { run_id } = await run('loop')
    const starts = await readEvents(run_id, 'node.started')
    const ends = await readEvents(run_id, 'node.completed')
    const toId = ({ node_id, task_id, parent }: Record<string, unknown>) => ({ node_id, task_id, parent })
    expect(starts.map(({ node_id, step }) => [node_id, step])).toEqual([
      ['add', 1],
      ['add', 2],
      ['mapped', 3],
      ['mapped', 3],
      ['nested', 4],
      ['nested/leaf', null],
    ])
    expect(new Set(starts.map(({ task_id }) => task_id)).size).toBe(starts.length)
    expect(starts.map(toId)).toEqual(expect.arrayContaining(ends.map(toId)))
    expect(ends).toHaveLength(starts.length)
    const nested = starts.find(({ node_id }) => node_id === 'nested')
    expect(starts.map(({ parent }) => parent)).toEqual([null, null, null, null, null, nested!['task_id']])
  })

  it('a node that is retried fails, then completes', async () => {
    const { run_id, status } = await run('retried')
    expect(status).toBe('completed')
    const events = await readEvents(run_id, 'node.started,node.failed,node.completed')
    expect(events).toMatchObject([
      { type: 'node.started', node_id: 'flaky' },
      { type: 'node.failed', attempt: 1, will_retry: true, error: { message: 'failure 1' } },
      { type: 'node.failed', attempt: 2, will_retry: true, error: { message: 'failure 2' } },
      { type: 'node.completed', node_id: 'flaky', output: { done: true } },
    ])
    expect(new Set(events.map(({ task_id }) => task_id)).size).toBe(1)
  })

  it('a node without a retry policy fails once, and an interrupt is not a failure', async () => {
    const failed = await run('hopeless')
    expect(await readEvents(failed.run_id, 'node.failed')).toMatchObject([
      {
        node_id: 'breaks',
        step: 1,
        attempt: 1,
        will_retry: false,
        error: { code: 'graph_error', message: 'broken on purpose' },
      },
    ])
    const waiting = await run('asks')
    expect(await readEvents(waiting.run_id, 'node.failed,node.completed')).toEqual([])
    await app.post(`/api/v1/runs/${waiting.run_id}/resume`, { input: 'yes' })
    await expect
      .poll(async () => (await readEvents(waiting.run_id)).map(({ type }) => type as string))
      .toContain('run.completed')
    const claims = await readEvents(waiting.run_id, 'run.queued,run.claimed,run.released,run.started')
    expect(claims.map(({ type }) => type as string)).toEqual([
      'run.queued',
      'run.claimed',
      'run.started',
      'run.claimed',
    ])
    expect(claims[1]).toMatchObject({ attempt: 1, checkpoint_id: null, queue_ms: expect.any(Number) })
    expect(claims[3]).toMatchObject({ checkpoint_id: expect.any(String) })
  })

  it('model and tool calls have durations and belong to a task', async () => {
    const assistant_id = await createAssistant(app, { config: { tools: ['calculator'], temperature: 0.2 } })
    const { run_id } = await executeRun(app, { assistant_id, input: { message: 'What is 17 * 23?' } })
    const events = await readEvents(run_id)
    const find = (type: string) => events.filter((event) => event['type'] === type)
    const [start] = find('llm.started')
    const [end] = find('llm.completion')
    const task = { node_id: 'agent', task_id: expect.any(String), step: 1, parent: null }
    expect(start).toMatchObject({
      ...task,
      call_id: expect.any(String),
      tools: ['calculator'],
    })
    expect(end).toMatchObject({ task_id: start!['task_id'], call_id: start!['call_id'] })
    expect(end!['first_token_ms']).toBeLessThanOrEqual(end!['duration_ms'])
    const callIds = find('llm.started').map(({ call_id }) => call_id as string)
    expect(new Set(callIds).size).toBe(2)
    expect(callIds).toEqual(expect.arrayContaining(find('llm.token').map(({ call_id }) => call_id)))
    const [call] = find('tool.call')
    const [result] = find('tool.result')
    const { task_id, tool_call_id } = call!
    expect(call).toMatchObject({ ...task, node_id: 'tools', step: 2, tool_name: 'calculator' })
    expect(result).toMatchObject({ task_id, tool_call_id, node_id: 'tools', output: '391' })
    expect(result!['duration_ms']).toBeGreaterThanOrEqual(0)
  })

  it('calls of tools of the client belong to the task that waits for them', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const tools = [
      {
        type: 'function',
        function: { name: 'get_weather', description: 'The weather of a city', parameters },
      },
    ]
    const assistant_id = await createAssistant(app, { config: { tools } })
    const { run_id, status } = await executeRun(app, {
      assistant_id,
      input: { message: 'The weather in "Paris"?' },
    })
    expect(status).toBe('requires_action')
    const starts = await readEvents(run_id, 'node.started')
    const calls = await readEvents(run_id, 'tool.call')
    expect(calls).toMatchObject([
      { tool_name: 'get_weather', node_id: 'client_tools', step: 2, parent: null },
    ])
    expect(starts.map(({ task_id }) => task_id)).toContain(calls[0]!['task_id'])
  })

  it('a run whose executor thread exits is released, and claimed again', async () => {
    const { run_id, status } = await run('exits')
    expect(status).toBe('completed')
    expect(await readEvents(run_id, 'run.claimed,run.released,run.started')).toMatchObject([
      { type: 'run.claimed', attempt: 1, checkpoint_id: null },
      { type: 'run.started' },
      { type: 'run.released', reason: 'executor_crashed' },
      { type: 'run.claimed', attempt: 2 },
    ])
  })

  it('a text that guardrails pass has an event with the task that wrote it, and times are not redacted', async () => {
    const guardrails = [
      { name: 'cards', type: 'output_filter', enabled: true, config: { detect_patterns: ['credit_card'] } },
      { name: 'length', type: 'output_integrity', enabled: true, config: { max_length: 5_000 } },
    ]
    const assistant_id = await createAssistant(app, { config: { guardrails } })
    const { run_id } = await executeRun(app, { assistant_id, input: { message: 'Hello' } })
    const events = await readEvents(run_id)
    for (const { at } of events) expect(at).toBeTypeOf('number')
    const checks = events.filter(({ type }) => type === 'guardrail.checked')
    const start = events.find(({ type }) => type === 'node.started')
    const passed = (guardrail: string) =>
      expect.objectContaining({ guardrail, latency_us: expect.any(Number) })
    expect(checks).toContainEqual(
      expect.objectContaining({
        stage: 'output',
        node_id: 'agent',
        task_id: start!['task_id'],
        passed: expect.arrayContaining([passed('cards'), passed('length')]),
      }),
    )
  })

  it('the pages of events contain what the stream sends', async () => {
    const { run_id } = await run('loop')
    const events = await readEvents(run_id)
    expect(events.map(({ seq }) => seq as number)).toEqual(events.map((_, index) => index + 1))
    const streamed = await readRunEvents(app, run_id)
    expect(events).toEqual(streamed.map(({ seq, data }) => ({ seq, ...data })))
  })
})
