import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.js'
import { makeProject } from '../support/graph-project.js'
import { makeCheckedFetch } from '../support/openapi-check.js'
import { createAssistant } from '../support/runs.js'

const DOUBLE = `
import { Annotation, START, StateGraph } from '@langchain/langgraph'
export const graph = new StateGraph(Annotation.Root({ n: Annotation() }))
  .addNode('double', ({ n }) => {
    if (typeof n !== 'number') throw new Error('n is no number')
    return { n: 2 * n }
  })
  .addEdge(START, 'double')
  .compile()
`
const KEYS = { AUTH_ENABLED: 'true', API_KEYS: 'root-key-for-tests' }
const authorization = 'Bearer root-key-for-tests'

const checked = makeCheckedFetch()
let app: TestApp
let url: URL
let client: Client

const connect = async (credential: string): Promise<Client> => {
  const connected = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: credential } }
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: checked.fetch }))
  return connected
}

beforeAll(async () => {
  app = await startApp({
    execute: true,
    env: { ...KEYS, BUILT_IN_AGENT: 'true' },
    headers: { authorization },
    project: makeProject({ double: DOUBLE }).folder,
  })
  url = new URL('/mcp', await app.listen())
  client = await connect(authorization)
})
afterAll(async () => {
  await client.close()
  await checked.verify()
  await app.stop()
})

describe('assistants as tools', () => {
  it('assistants are listed as tools with safe and unique names', async () => {
    const id = await createAssistant(app, { name: 'Order desk!', description: 'Knows orders' })
    await createAssistant(app, { name: 'helper' })
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    const desk = `Order_desk_${id.replaceAll('-', '')}`
    expect(names).toEqual(expect.arrayContaining(['agent', 'double', 'helper', desk]))
    expect(tools.find(({ name }) => name === desk)).toMatchObject({
      title: 'Order desk!',
      description: 'Knows orders',
      inputSchema: { required: ['message'] },
    })
    expect(tools.find(({ name }) => name === 'double')?.inputSchema).not.toHaveProperty('required', [
      'message',
    ])
    expect(await client.ping()).toEqual({})
    const result = await client.callTool({ name: desk, arguments: { message: 'What is 6 * 7?' } })
    expect(result).toMatchObject({ content: [{ type: 'text', text: expect.stringContaining('42') }] })
  })

  it('a tool call returns the output of the graph, or its error', async () => {
    const result = await client.callTool({ name: 'double', arguments: { n: 21 } })
    expect(result).toMatchObject({ content: [{ type: 'text', text: '{"n":42}' }] })
    expect(await client.callTool({ name: 'double', arguments: { n: 'x' } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('n is no number') }],
    })
    expect(await client.callTool({ name: 'agent', arguments: {} })).toMatchObject({ isError: true })
    await expect(client.callTool({ name: 'nobody', arguments: {} })).rejects.toThrow(/Unknown tool/)
  })

  it('a tool call whose run requires an action returns an error that says so', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }]
    await createAssistant(app, { name: 'asking', config: { tools } })
    const result = await client.callTool({ name: 'asking', arguments: { message: 'Use look' } })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('waits') }] })
  })
})

describe('invalid requests', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    checked.fetch(url, {
      method: 'POST',
      headers: {
        authorization,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

  it.each([
    ['an unsupported Accept header', ping, { accept: 'text/html' }, 400, -32000],
    ['an unknown protocol version', ping, { 'mcp-protocol-version': '1999-01-01' }, 400, -32000],
    ['invalid JSON', '{', {}, 400, -32700],
    ['a body that is not JSON-RPC', {}, {}, 400, -32600],
    ['a missing body', '', {}, 400, -32600],
    ['an unknown method', { ...ping, method: 'fly' }, {}, 200, -32601],
    ['a tool call without a name', { ...ping, method: 'tools/call' }, {}, 200, -32602],
    ['an invalid API key', ping, { authorization: 'Bearer wrong' }, 401, -32000],
  ])('%s is rejected with a JSON-RPC error', async (_, body, headers, status, code) => {
    const response = await post(body, headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code } })
  })

  it('GET streams and sessions are not supported, and a tool call requires the scope write', async () => {
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
    expect((await checked.fetch(url, { headers: { authorization } })).status).toBe(405)
    expect((await checked.fetch(url, { method: 'DELETE', headers: { authorization } })).status).toBe(404)
    const { body } = await app.post('/api/v1/api-keys', { name: 'reader', scopes: ['read'] })
    const reader = await connect(`Bearer ${body.key as string}`)
    expect((await reader.listTools()).tools.length).toBeGreaterThan(1)
    await expect(reader.callTool({ name: 'agent', arguments: { message: 'Hi' } })).rejects.toThrow(/scope/)
    await reader.close()
  })
})
