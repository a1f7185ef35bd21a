/** A run stays one trace if its worker is killed. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { callServer } from '../support/call-server.js'
import { makeProject } from '../support/graph-project.js'
import { startHeddle } from '../support/heddle-process.js'
import { startOtlpReceiver } from '../support/otlp-receiver.js'

/** `second` waits for a file, so that the worker is killed while it runs. */
const makeGraph = (file: string): string => `
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Annotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(Annotation.Root({ value: Annotation() }))
  .addNode('first', () => ({ value: 1 }))
  .addNode('second', async () => {
    while (!existsSync(${JSON.stringify(file)})) await sleep(20)
    throw new Error('this graph fails')
  })
  .addEdge(START, 'first')
  .addEdge('first', 'second')
  .compile()
`

it(
  'a run that another process finishes after a kill -9 is one span, and its nodes are below it',
  { timeout: 120_000 },
  async () => {
    const otlp = await startOtlpReceiver()
    const { folder, env: project } = makeProject({ steps: '' })
    const file = join(folder, 'continue')
    writeFileSync(join(folder, 'steps.mjs'), makeGraph(file))
    const env = { ...project, OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url, LOG_FORMAT: 'json' }
    const databaseUrl = `sqlite:${join(folder, 'heddle.db')}`
    const first = await startHeddle({ databaseUrl, env })
    const traceId = randomBytes(16).toString('hex')
    const { body: assistants } = await callServer(first, 'GET', '/api/v1/assistants')
    const { assistant_id } = assistants.data.find(
      ({ graph_id }: { graph_id: string }) => graph_id === 'steps',
    )
    const { body: run } = await callServer(first, 'POST', '/api/v1/runs', {
      body: { assistant_id, input: {} },
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    })
    const firstNode = await otlp.waitFor(traceId, 'node first')
    const request = await otlp.waitFor(traceId, 'POST /api/v1/runs')
    first.kill('SIGKILL')
    await first.exited
    expect(otlp.spans.map(({ name }) => name)).not.toContain('run steps')

    const second = await startHeddle({ databaseUrl, env })
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    const runSpan = await otlp.waitFor(traceId, 'run steps')
    const secondNode = await otlp.waitFor(traceId, 'node second')
    expect(runSpan).toMatchObject({
      parentSpanId: request.spanId,
      statusCode: 2,
      attributes: { 'heddle.run.id': run.run_id, 'heddle.run.attempt': 2, 'error.type': 'graph_error' },
    })
    expect(firstNode.parentSpanId).toBe(runSpan.spanId)
    expect(secondNode.parentSpanId).toBe(runSpan.spanId)
    expect(runSpan.startMs).toBeLessThanOrEqual(firstNode.startMs)
    expect(otlp.spans.filter(({ name }) => name === 'run steps')).toHaveLength(1)
    const failure = second
      .output()
      .split('\n')
      .find((line) => line.includes('run failed'))
    expect(JSON.parse(failure!)).toMatchObject({ run_id: run.run_id, trace_id: traceId })
    await second.stop()
    await otlp.stop()
  },
)
