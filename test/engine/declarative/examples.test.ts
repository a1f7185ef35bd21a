/** The example files with the built-in tools and with scripted models that reply as a good model would. */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { checkGraph } from '../../../src/domain/graph-schema/check-graph.js'
import type { JsonObject } from '../../../src/schema/common.js'
import { openGraph, serverTool, type Script } from './open-graph.js'

const folder = new URL('../../../examples/graphs/', import.meta.url)
const files = readdirSync(folder)
const readExample = (name: string) =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as {
    graph_schema: JsonObject
    config: JsonObject
  } & JsonObject

const openExample = (
  name: string,
  options: { script?: Script; tools?: ReturnType<typeof serverTool>[] } = {},
) => {
  const { graph_schema, config } = readExample(name)
  return openGraph(graph_schema, { config, ...options })
}

test.each(files)('%s is a complete assistant with a valid graph', (name) => {
  const { graph_schema, ...rest } = readExample(name)
  expect(rest).toEqual({
    name: expect.any(String),
    description: expect.any(String),
    config: expect.any(Object),
  })
  expect(checkGraph(graph_schema)).toEqual({})
})

test('every example file has a test', () => {
  expect(files).toEqual([
    'batch-summary.json',
    'order-total.json',
    'refund-approval.json',
    'service-report.json',
    'support-triage.json',
  ])
})

test.each([
  ['billing', 'We see two charges.'],
  ['Technical.', 'What does the error say?'],
])('support triage routes %s to its department', async (category, answer) => {
  const { run, model } = await openExample('support-triage.json', {
    script: (text) => (text.startsWith('Classify') ? category : answer),
  })
  expect((await run({ message: 'I was charged twice' })).output).toEqual({ category, answer })
  expect(model.prompts[0]).toContain('Message: I was charged twice')
})

test('support triage replies to anything else with a fixed text', async () => {
  const { run, model } = await openExample('support-triage.json', { script: () => 'other' })
  expect((await run({ message: 'Nice weather' })).output['answer']).toMatch(/^Thank you for your message/)
  expect(model.requests).toHaveLength(1)
})

test('refund approval pays a small amount at once', async () => {
  const { run } = await openExample('refund-approval.json')
  expect((await run({ order_id: 'A-1', amount: 20 })).output).toEqual({
    decision: 'approve',
    answer: 'Your refund of 20 is on its way.',
    log: ['asked for 20 on order A-1', 'paid'],
  })
})

test.each([
  ['approve', 'Your refund of 250 is on its way.', 'paid'],
  ['reject', 'We cannot refund order A-2.', 'refused'],
])(
  'refund approval follows the decision of a person on a large amount: %s',
  async (decision, answer, last) => {
    const { run, resume } = await openExample('refund-approval.json')
    const { interruptValues } = await run({ order_id: 'A-2', amount: 250 })
    expect(interruptValues).toMatchObject([
      { prompt: 'Refund 250 for order A-2?', options: ['approve', 'reject'] },
    ])
    expect((await resume(decision)).output).toEqual({
      decision,
      answer,
      log: ['asked for 250 on order A-2', `a person said ${decision}`, last],
    })
  },
)

test('service report reads a server and reports', async () => {
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/info' ? status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ name: 'heddle', version: '1.2.3', graphs: ['agent', 'own'] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { run } = await openExample('service-report.json')
    expect((await run({ base_url })).output).toEqual({
      report: 'heddle 1.2.3 hosts 2 graph(s): agent, own',
      status: 200,
    })
    status = 503
    expect((await run({ base_url })).output).toEqual({ report: 'the server returned 503', status: 503 })
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('batch summary makes one summary per document and a headline for all', async () => {
  const { run, model } = await openExample('batch-summary.json', {
    script: (text) => `<${text.replace('Summarize in one sentence: ', '')}>`,
  })
  const documents = [
    { title: 'One', text: 'first' },
    { title: 'Two', text: 'second' },
  ]
  expect((await run({ documents })).output).toEqual({
    headline: '<<first> <second>>',
    digest: '- <first>\n- <second>',
    count: 2,
  })
  expect(model.requests).toHaveLength(3)
})

test('order total prices each line with the calculator in a subgraph', async () => {
  const expressions: string[] = []
  const results: Record<string, string> = {
    '2 * 9.5': '19',
    'round(19 * 1.2, 2)': '22.8',
    '1 * 100': '100',
    'round(100 * 1.2, 2)': '120',
    '22.8 + 120': '142.8',
  }
  const calculator = serverTool('calculator', ({ expression }) => {
    expressions.push(String(expression))
    return results[String(expression)]
  })
  const { run } = await openExample('order-total.json', { tools: [calculator] })
  const lines = [
    { quantity: 2, unit_price: 9.5 },
    { quantity: 1, unit_price: 100 },
  ]
  expect((await run({ lines })).output).toEqual({
    lines: [
      { net: 19, gross: 22.8 },
      { net: 100, gross: 120 },
    ],
    total: 142.8,
  })
  expect(expressions.toSorted()).toEqual(Object.keys(results).toSorted())
})
