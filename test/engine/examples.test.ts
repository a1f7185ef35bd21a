/** The five examples of docs/graph-schema.md, read from examples/ and run with the demo model. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageRoot } from '../../src/platform/package-root.js'
import { version } from '../../src/platform/version.js'
import { startApp, type TestApp } from '../support/app.js'
import { DATABASE_KINDS } from '../support/databases.js'
import { readRunEvents, executeRun, createAssistant, waitForRun } from '../support/runs.js'

const example = (name: string): object =>
  JSON.parse(readFileSync(join(packageRoot, 'examples/graphs', `${name}.json`), 'utf8')) as object

describe.each(DATABASE_KINDS)('the examples of declarative graphs on %s', (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ databaseKind, execute: true })
  })
  afterAll(() => app.stop())

  const run = async (name: string, input: object) =>
    executeRun(app, { assistant_id: await createAssistant(app, example(name)), input })

  it('support triage classifies the message and replies for the department', async () => {
    const billing = await run('support-triage', { message: 'My invoice shows that I was charged twice' })
    expect(billing).toMatchObject({
      status: 'completed',
      output: { category: 'billing' },
      usage: { calls: 2 },
    })
    expect(billing.output.answer).toEqual(expect.any(String))
    const other = await run('support-triage', { message: 'Do you like looms?' })
    expect(other.output).toEqual({
      category: 'other',
      answer: 'Thank you for your message. A colleague will answer it today.',
    })
  })

  it('refund approval pays small amounts at once, and waits for one of the options otherwise', async () => {
    const small = await run('refund-approval', { order_id: 'A-17', amount: 40 })
    expect(small.output).toMatchObject({ answer: 'Your refund of 40 is on its way.' })
    const waiting = await run('refund-approval', { order_id: 'A-17', amount: 250 })
    expect(waiting.required_action).toMatchObject({
      type: 'human_input',
      interrupts: [
        { value: { node_id: 'ask', prompt: 'Refund 250 for order A-17?', options: ['approve', 'reject'] } },
      ],
    })
    const url = `/api/v1/runs/${waiting.run_id}/resume`
    await app.post(url, { input: 'perhaps' })
    const waitingAgain = await waitForRun(app, waiting.run_id, ['requires_action', 'completed', 'failed'])
    expect(waitingAgain.required_action.interrupts[0].value.error).toEqual(expect.any(String))
    await app.post(url, { input: 'approve' })
    const paid = await waitForRun(app, waiting.run_id, ['completed', 'failed'])
    expect(paid.output).toEqual({
      decision: 'approve',
      answer: 'Your refund of 250 is on its way.',
      log: ['asked for 250 on order A-17', 'a person said approve', 'paid'],
    })
  })

  it('service report reads a server over HTTP', async () => {
    const report = await run('service-report', { base_url: await app.listen() })
    expect(report.output).toEqual({ report: `heddle ${version} hosts 1 graph(s): agent`, status: 200 })
  })

  it('batch summary maps over a list and joins the results', async () => {
    const documents = [
      { title: 'Loom', text: 'A loom weaves cloth from thread. It holds the warp under tension.' },
      { title: 'Heddle', text: 'A heddle lifts the threads of the warp. Each passes through an eye in it.' },
    ]
    const summary = await run('batch-summary', { documents })
    expect(summary.output).toMatchObject({ count: 2 })
    expect(summary.output.digest.split('\n')).toHaveLength(2)
    expect(summary.usage.calls).toBe(3)
  })

  it('order total runs a subgraph with a tool for each line', async () => {
    const lines = [
      { quantity: 2, unit_price: 9.5 },
      { quantity: 3, unit_price: 20 },
    ]
    const total = await run('order-total', { lines })
    expect(total.output).toEqual({
      lines: [
        { net: 19, gross: 22.8 },
        { net: 60, gross: 72 },
      ],
      total: 94.8,
    })
    const types = (await readRunEvents(app, total.run_id)).map(({ type }) => type)
    expect(types.filter((type) => type === 'tool.call').length).toBe(
      types.filter((type) => type === 'tool.result').length,
    )
    expect(types).toContain('tool.call')
  })

  it('an invalid graph is refused with all problems at once, each with its field path', async () => {
    const graph_schema = {
      nodes: [
        { id: 'a', type: 'llm', promt: 'x' },
        { id: 'b', type: 'http', url: 'http://x/{{ nope }}' },
        { id: 'c', type: 'tool', tool: { type: 'http', name: 'bad name', url: 'ftp://x' } },
      ],
      edges: [{ from: 'start', to: 'nowhere' }],
    }
    const { status, body } = await app.post('/api/v1/assistants', { name: 'A', graph_schema })
    expect(status).toBe(400)
    const fields = Object.keys(body.details)
    for (const start of ['nodes/0', 'nodes/1', 'nodes/2', 'edges/0'])
      expect(
        fields.some((field) => field.startsWith(`graph_schema/${start}`)),
        `${start} in ${fields}`,
      ).toBe(true)
    expect(JSON.stringify(body.details)).toContain('prompt')
  })
})
