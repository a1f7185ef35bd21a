import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { readRunEvents, executeRun, createAssistant, createThread, waitForRun } from '../support/runs.js'

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

describe.each(DATABASE_KINDS)('the built-in agent on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
  })
  afterAll(() => app.stop())

  const messagesOf = async (threadId: string) =>
    (await app.get(`/api/v1/threads/${threadId}/messages`)).body.data.reverse()

  it('a completed run has an output, and its usage names the model', async () => {
    const thread_id = await createThread(app)
    const run = await executeRun(app, { thread_id, input: { message: 'What is 17 * 23?' } })
    expect(run).toMatchObject({
      status: 'completed',
      attempt: 1,
      error: null,
      required_action: null,
      output: { response: '17 * 23 = 391', messages: [{ role: 'assistant', content: '17 * 23 = 391' }] },
      usage: { model: 'demo', calls: 1, estimated: true },
    })
    const { input_tokens, output_tokens, total_tokens } = run.usage as Record<string, number>
    expect(total_tokens).toBe(input_tokens! + output_tokens!)
    expect(Date.parse(run.started_at)).toBeLessThanOrEqual(Date.parse(run.completed_at))
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('idle')
  })

  it('events are numbered without gaps and come in order, with run.completed as the last one', async () => {
    const run = await executeRun(app, {
      thread_id: await createThread(app),
      input: { message: 'What is 2 + 2?' },
    })
    const events = await readRunEvents(app, run.run_id)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    const types = events.map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(['run.queued', 'run.claimed', 'run.started'])
    expect(types.at(-1)).toBe('run.completed')
    const order = [
      'run.started',
      'node.started',
      'llm.token',
      'llm.completion',
      'node.completed',
      'run.completed',
    ]
    expect(order.map((type) => types.indexOf(type))).toEqual(
      order.map((type) => types.indexOf(type)).sort((a, b) => a - b),
    )
    expect(types).toContain('checkpoint.saved')
    const tokens = events.filter(({ type }) => type === 'llm.token').map(({ data }) => data.token as string)
    expect(tokens.length).toBeGreaterThan(1)
    expect(tokens.join('')).toBe(run.output.response)
    const completion = events.find(({ type }) => type === 'llm.completion')
    expect(completion?.data).toMatchObject({ node_id: 'agent', content: run.output.response, model: 'demo' })
    for (const { type, data } of events) {
      expect(data).toMatchObject({ type, run_id: run.run_id, thread_id: run.thread_id })
      expect(new Date(data.timestamp).toISOString()).toBe(data.timestamp)
    }
  })

  it('a run knows the conversation of its own thread and of no other', async () => {
    const thread_id = await createThread(app)
    await executeRun(app, { thread_id, input: { message: 'My name is Ada' } })
    const here = await executeRun(app, { thread_id, input: { message: 'What is my name?' } })
    expect(here.output.response).toContain('Ada')
    // The output contains only the messages of this run, not the whole conversation.
    expect(here.output.messages).toHaveLength(1)
    const elsewhere = await executeRun(app, {
      assistant_id: here.assistant_id,
      input: { message: 'What is my name?' },
    })
    expect(elsewhere.output.response).not.toContain('Ada')
  })

  it('input and output become messages of the thread, in order', async () => {
    const thread_id = await createThread(app)
    const first = await executeRun(app, { thread_id, input: { message: 'My name is Ada' } })
    await app.post('/api/v1/messages', { thread_id, content: 'What is 6 * 7?' })
    const second = await executeRun(app, { thread_id })
    expect(second.output.response).toContain('42')
    const messages = await messagesOf(thread_id)
    expect(messages.map(({ role, run_id }: { role: string; run_id: string }) => [role, run_id])).toEqual([
      ['user', first.run_id],
      ['assistant', first.run_id],
      ['user', second.run_id],
      ['assistant', second.run_id],
    ])
    expect(messages[3].content).toBe(second.output.response)
  })

  it('a run with input also reads the messages that were posted to the thread before it', async () => {
    const thread_id = await createThread(app)
    await app.post('/api/v1/messages', { thread_id, content: 'My name is Grace' })
    const run = await executeRun(app, { thread_id, input: { message: 'What is my name?' } })
    expect(run.output.response).toContain('Grace')
    expect((await messagesOf(thread_id)).map(({ content }: { content: string }) => content)).toEqual([
      'My name is Grace',
      'What is my name?',
      run.output.response,
    ])
  })

  it('input messages may have the format of LangChain or of OpenAI', async () => {
    const messages = [
      { role: 'user', content: 'My name is Alan' },
      { type: 'ai', content: 'Nice to meet you, Alan.' },
      { type: 'human', content: 'What is my name?' },
    ]
    const assistant_id = await createAssistant(app, {})
    const run = await executeRun(app, { assistant_id, input: { messages } })
    expect(run.output.response).toContain('Alan')
    const bad = await executeRun(app, { assistant_id, input: { messages: [{ role: 'nobody', content: 7 }] } })
    expect(bad).toMatchObject({ status: 'failed', error: { code: 'graph_error' } })
  })

  it('the agent follows the instructions of its assistant', async () => {
    const instructions = 'Classify the message as one of: refund, shipping, other'
    const assistant_id = await createAssistant(app, { config: { instructions } })
    const run = await executeRun(app, { assistant_id, input: { message: 'I want a refund for my order' } })
    expect(run.output.response).toBe('refund')
  })

  it('the agent calls a server-side tool and uses its result', async () => {
    const assistant_id = await createAssistant(app, { config: { tools: ['calculator'] } })
    const run = await executeRun(app, { assistant_id, input: { message: 'What is 12 * 12?' } })
    const events = await readRunEvents(app, run.run_id)
    const call = events.find(({ type }) => type === 'tool.call')?.data
    const result = events.find(({ type }) => type === 'tool.result')?.data
    expect(run).toMatchObject({ status: 'completed', usage: { calls: 2 } })
    expect(run.output.response).toContain('144')
    expect(call).toMatchObject({ tool_name: 'calculator', node_id: 'tools' })
    expect(result).toMatchObject({ tool_call_id: call.tool_call_id, tool_name: 'calculator', output: '144' })
    expect(run.output.messages.map(({ role }: { role: string }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ])
  })

  it('a run waits for the outputs of a client-side tool and continues with them', async () => {
    const assistant_id = await createAssistant(app, { config: { tools: [weather] } })
    const thread_id = await createThread(app)
    const waiting = await executeRun(app, {
      assistant_id,
      thread_id,
      input: { message: 'The weather in "Paris"?' },
    })
    expect(waiting).toMatchObject({
      status: 'requires_action',
      completed_at: null,
      required_action: {
        type: 'submit_tool_outputs',
        tool_calls: [{ name: 'get_weather', arguments: { city: 'Paris' } }],
      },
    })
    expect((await app.get(`/api/v1/threads/${thread_id}`)).body.status).toBe('interrupted')
    const tool_call_id = waiting.required_action.tool_calls[0].id as string
    const outputs = { tool_outputs: [{ tool_call_id, output: { sky: 'clear' } }] }
    const url = `/api/v1/runs/${waiting.run_id}/submit_tool_outputs`
    const wrong = await app.post(url, { tool_outputs: [{ tool_call_id: 'other', output: 1 }] })
    expect(wrong.status).toBe(400)
    expect((await app.post(`/api/v1/runs/${waiting.run_id}/resume`, { input: 'x' })).status).toBe(409)
    const resumed = await app.post(url, outputs)
    expect(resumed).toMatchObject({ status: 200, body: { run_id: waiting.run_id, status: 'queued' } })
    const run = await waitForRun(app, waiting.run_id)
    expect(run).toMatchObject({ status: 'completed', usage: { calls: 2 } })
    expect(run.output.response).toContain('clear')
    expect(run.output.messages.map(({ role }: { role: string }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
    ])
    expect((await app.post(url, outputs)).status).toBe(409)
    const types = (await readRunEvents(app, run.run_id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'run.requires_action')).toHaveLength(1)
    expect(types.indexOf('tool.call')).toBeLessThan(types.indexOf('run.requires_action'))
  })

  it('a run with server-side and client-side tools continues once the client submits its outputs', async () => {
    const tools = ['calculator', weather]
    const assistant_id = await createAssistant(app, { config: { tools } })
    const waiting = await executeRun(app, { assistant_id, input: { message: 'The weather in "Rome"?' } })
    expect(waiting.status).toBe('requires_action')
    const tool_call_id = waiting.required_action.tool_calls[0].id as string
    await app.post(`/api/v1/runs/${waiting.run_id}/submit_tool_outputs`, {
      tool_outputs: [{ tool_call_id, output: 'rain' }],
    })
    expect((await waitForRun(app, waiting.run_id)).output.response).toContain('rain')
  })

  it('creating an assistant with invalid tools is refused, and the response names the fields', async () => {
    const config = { tools: [{ type: 'http', name: 'x y', url: 'ftp://example.com' }, { type: 'magic' }] }
    const { status, body } = await app.post('/api/v1/assistants', { name: 'A', config })
    expect(status).toBe(400)
    expect(Object.keys(body.details).some((field) => field.startsWith('config/tools/0'))).toBe(true)
    expect(Object.keys(body.details).some((field) => field.startsWith('config/tools/1'))).toBe(true)
  })
})
