import { randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { startOpenAiServer, type OpenAiServer } from '../support/openai-server.js'
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js'
import { createAssistant, executeRun, waitForRun } from '../support/runs.js'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.js'

const CLIENT_SPAN = '00f067aa0ba902b7'
const GEN_AI = { OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental' }

/** Asks a person, then sends a request. */
const ASKING_GRAPH = `
import { Annotation, interrupt, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ target: Annotation(), reply: Annotation() }))
  .addNode('ask', async ({ target }) => {
    const reply = interrupt({ question: 'Continue?' })
    await fetch(target)
    return { reply }
  })
  .addEdge(START, 'ask')
  .compile()
`

const newTrace = () => {
  const traceId = randomBytes(16).toString('hex')
  return { traceId, traceparent: `00-${traceId}-${CLIENT_SPAN}-01` }
}

const getSpanId = (headers: IncomingHttpHeaders | Record<string, unknown>): string | undefined =>
  String(headers['traceparent']).split('-')[2]

describe('traces', () => {
  let app: TestApp
  let otlp: OtlpReceiver
  let models: OpenAiServer
  let receiver: WebhookReceiver
  const toolRequests: IncomingHttpHeaders[] = []
  const toolServer = createServer((request, response) => {
    toolRequests.push(request.headers)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
  })
  let toolUrl = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => toolServer.listen(0, '127.0.0.1', resolve))
    toolUrl = `http://127.0.0.1:${String((toolServer.address() as AddressInfo).port)}/lookup`
    otlp = await startOtlpReceiver()
    receiver = await startWebhookReceiver()
    models = await startOpenAiServer({
      reply: ({ body }) =>
        body['tools'] === undefined || body.messages.some(({ role }) => role === 'tool')
          ? { text: 'The secret text.' }
          : { toolCalls: [{ id: 'c1', name: 'lookup', args: {} }] },
    })
    const { folder } = makeProject({ asking: ASKING_GRAPH })
    app = await startApp({
      execute: true,
      project: folder,
      env: {
        OPENAI_BASE_URL: models.url,
        OPENAI_API_KEY: 'test-key',
        OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc%20def',
        OTEL_SERVICE_NAME: 'agents',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        ...GEN_AI,
      },
    })
  })
  afterAll(async () => {
    await app.stop()
    await Promise.all([otlp.stop(), models.stop(), receiver.stop()])
    toolServer.close()
  })

  const startRun = async (body: object) => {
    const { traceId, traceparent } = newTrace()
    const { status, body: run } = await app.post('/api/v1/runs', body, { traceparent })
    expect(status, JSON.stringify(run)).toBe(201)
    return { traceId, run: await waitForRun(app, run.run_id) }
  }
  const createToolAssistant = () =>
    createAssistant(app, {
      config: {
        model: 'openai:gpt-4.1',
        tools: [{ type: 'http', name: 'lookup', url: toolUrl, method: 'GET' }],
      },
    })
  const spansOf = (traceId: string): ReceivedSpan[] => otlp.spans.filter((span) => span.traceId === traceId)

  it('a run, its nodes, model calls, tools and webhooks are spans of the trace of the request', async () => {
    const assistant_id = await createToolAssistant()
    const { traceId, run } = await startRun({
      assistant_id,
      input: { message: 'Hello' },
      webhook: `${receiver.url}/hook`,
    })
    expect(run).toMatchObject({ status: 'completed' })
    const request = await otlp.waitFor(traceId, 'POST /api/v1/runs')
    const runSpan = await otlp.waitFor(traceId, 'invoke_agent agent')
    const webhook = await otlp.waitFor(traceId, 'webhook run.completed')
    const tool = await otlp.waitFor(traceId, 'execute_tool lookup')
    expect(request).toMatchObject({ parentSpanId: CLIENT_SPAN, kind: 2 })
    expect(runSpan).toMatchObject({ parentSpanId: request.spanId, statusCode: 0 })
    expect(webhook).toMatchObject({ parentSpanId: runSpan.spanId, kind: 3 })
    const nodes = spansOf(traceId).filter(({ name }) => name.startsWith('node '))
    expect(nodes.length).toBeGreaterThanOrEqual(2)
    expect(nodes.every(({ parentSpanId }) => parentSpanId === runSpan.spanId)).toBe(true)
    const nodeIds = nodes.map(({ spanId }) => spanId)
    const chats = spansOf(traceId).filter(({ name }) => name === 'chat gpt-4.1')
    expect(chats).toHaveLength(2)
    expect(chats.every(({ parentSpanId }) => nodeIds.includes(parentSpanId))).toBe(true)
    expect(nodeIds).toContain(tool.parentSpanId)
    for (const span of spansOf(traceId)) expect(span.endMs).toBeGreaterThanOrEqual(span.startMs)
    // The requests carry the spans that the service has exported.
    expect(models.requests.map(({ headers }) => getSpanId(headers)).sort()).toEqual(
      chats.map(({ spanId }) => spanId).sort(),
    )
    expect(toolRequests.map(getSpanId)).toEqual([tool.spanId])
    expect(getSpanId(receiver.received[0]!.headers)).toBe(webhook.spanId)
  })

  it('spans follow the GenAI conventions and contain no content', async () => {
    const { traceId, run } = await startRun({
      assistant_id: await createToolAssistant(),
      input: { message: 'A private question' },
    })
    const runSpan = await otlp.waitFor(traceId, 'invoke_agent agent')
    expect(runSpan.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.id': run.assistant_id,
      'gen_ai.conversation.id': run.thread_id,
      'gen_ai.usage.output_tokens': run.usage.output_tokens,
      'heddle.run.id': run.run_id,
      'heddle.run.status': 'completed',
    })
    expect((await otlp.waitFor(traceId, 'chat gpt-4.1')).attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4.1',
      'gen_ai.response.model': 'gpt-4.1',
    })
    expect((await otlp.waitFor(traceId, 'execute_tool lookup')).attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'lookup',
      'gen_ai.tool.call.id': 'c1',
    })
    expect(runSpan.resource).toMatchObject({
      'service.name': 'agents',
      'deployment.environment.name': 'test',
    })
    expect(otlp.requests[0]).toMatchObject({ path: '/v1/traces', headers: { 'x-collector-key': 'abc def' } })
    const text = JSON.stringify(spansOf(traceId))
    expect(text).not.toContain('secret text')
    expect(text).not.toContain('private question')
  })

  it('a run that is resumed stays in its trace and links to the request that resumed it', async () => {
    const { body: thread } = await app.post('/api/v1/threads')
    const assistants = (await app.get('/api/v1/assistants')).body.data as {
      assistant_id: string
      graph_id: string
    }[]
    const { assistant_id } = assistants.find(({ graph_id }) => graph_id === 'asking')!
    const { traceId, run } = await startRun({
      assistant_id,
      thread_id: thread.thread_id,
      input: { target: toolUrl },
    })
    expect(run).toMatchObject({ status: 'requires_action' })
    const resume = newTrace()
    await app.post(`/api/v1/runs/${run.run_id}/resume`, { input: 'yes' }, { traceparent: resume.traceparent })
    expect(await waitForRun(app, run.run_id, ['completed'])).toMatchObject({ status: 'completed' })
    const runSpan = await otlp.waitFor(traceId, 'invoke_agent asking')
    const node = await otlp.waitFor(traceId, 'node ask')
    const resumeRequest = await otlp.waitFor(resume.traceId, /\/resume$/)
    expect(node.parentSpanId).toBe(runSpan.spanId)
    expect(runSpan.links).toEqual([{ traceId: resume.traceId, spanId: resumeRequest.spanId }])
    // A request of the project's own code carries the span of its node.
    expect(getSpanId(toolRequests.at(-1)!)).toBe(node.spanId)
  })

  it('a request that is not sampled exports nothing, and the context is still passed on', async () => {
    const traceId = randomBytes(16).toString('hex')
    const { body: run } = await app.post(
      '/api/v1/runs',
      { assistant_id: await createToolAssistant(), input: { message: 'Hello' } },
      { traceparent: `00-${traceId}-${CLIENT_SPAN}-00` },
    )
    await waitForRun(app, run.run_id)
    expect(models.requests.at(-1)?.headers['traceparent']).toMatch(new RegExp(`^00-${traceId}-.*-00$`))
    // A later trace is complete, so an earlier one would have arrived.
    const later = await startRun({ assistant_id: run.assistant_id, input: { message: 'Hello' } })
    await otlp.waitFor(later.traceId, 'invoke_agent agent')
    expect(spansOf(traceId)).toEqual([])
  })
})

describe('a collector that does not respond', () => {
  it('disturbs no run and is logged once', async () => {
    const otlp = await startOtlpReceiver()
    const { url } = otlp
    await otlp.stop()
    const app = await startApp({ execute: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } })
    const assistant_id = await createAssistant(app, {})
    const findLines = () => app.logLines.filter((line) => line.includes('traces cannot be exported'))
    expect(await executeRun(app, { assistant_id, input: { message: 'Hello' } })).toMatchObject({
      status: 'completed',
    })
    await expect.poll(() => findLines().length, { timeout: 60_000 }).toBe(1)
    expect(await executeRun(app, { assistant_id, input: { message: 'Hello' } })).toMatchObject({
      status: 'completed',
    })
    await app.stop()
    expect(findLines()).toHaveLength(1)
  })
})
