import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { pollOptions, startTcpServer, startHttpServer } from '../../support/recording-servers.js'
import { startMcpServer } from './mcp-server.js'
import { failure, stopAfterTest, success, makeTestToolbox } from './test-toolbox.js'

/** A request on a connection that the pool does not know to be closed may have been processed, and is not retried. */
const waitForConnectionPool = () => setTimeout(100)

describe('the tools of an MCP server', () => {
  it.each([
    ['streams', {}],
    ['JSON', { json: true }],
    ['the legacy transport', { legacy: true }],
  ])('are listed and called over %s', async (_, options) => {
    const server = stopAfterTest(await startMcpServer(options))
    const { call, definitions, client } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    const add = definitions.find((tool) => tool.function.name === 'add')
    expect(add?.function).toMatchObject({
      description: 'Adds two numbers.',
      parameters: { type: 'object', required: ['a', 'b'] },
    })
    expect(client.size).toBe(0)
    expect(await call('add', { a: 2, b: 3 })).toEqual(success('5'))
    expect(await call('fail')).toEqual(failure('it went wrong'))
    expect(await call('parts')).toEqual(
      success('one\n[image: image/png, 3 bytes]\ntwo\n[resource: three, file:///b]'),
    )
    // No stream is kept open for server notifications.
    const streams = server.requests.filter(({ method }) => method === 'GET')
    expect(streams).toHaveLength('legacy' in options ? 1 : 0)
  })

  it('are only called with valid arguments', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(await call('add', { a: 'x' })).toEqual(failure('wrong arguments: b is required; a must be number'))
    expect(server.calls).toEqual([])
  })

  it.each([
    [
      'a pattern that RE2 rejects',
      { properties: { a: { pattern: '(?=a)' } } },
      'properties/a/pattern uses lookahead',
    ],
    [
      'a remote reference',
      { properties: { a: { $ref: 'http://127.0.0.1/s' } } },
      'properties/a/$ref must point',
    ],
    [
      'a schema that is too deep',
      { not: JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`) },
      'must be at most 32 levels deep',
    ],
    ['a schema that is too large', { description: 'x'.repeat(70_000) }, 'must be at most 65536 bytes'],
  ])('stay usable with %s, which is reported', async (_, keywords, problem) => {
    const pages = { size: 1, total: 1 }
    const server = stopAfterTest(
      await startMcpServer({ pages, inputSchema: { type: 'object', ...keywords } }),
    )
    const toolbox = makeTestToolbox()
    const { definitions, call } = await toolbox.open({ type: 'mcp', url: server.url })
    expect(await call('tool_0', { a: 'x' })).toEqual(success('tool_0'))
    expect(toolbox.warnings).toHaveLength(1)
    expect(toolbox.warnings[0]).toContain(
      `MCP server ${server.host}: only the server checks the arguments of tool "tool_0"`,
    )
    expect(toolbox.warnings[0]).toContain(problem)
    // The model does not get a schema that is too large.
    expect(JSON.stringify(definitions).length).toBeLessThan(1_000)
  })

  it('are called with arguments that a hostile pattern is matched against', async () => {
    const inputSchema = { type: 'object' as const, properties: { a: { pattern: '^(a+)+$' } } }
    const server = stopAfterTest(await startMcpServer({ pages: { size: 1, total: 1 }, inputSchema }))
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(await call('tool_0', { a: `${'a'.repeat(40)}!` })).toEqual(
      failure('wrong arguments: a must match pattern "^(a+)+$"'),
    )
  })

  it('are listed from all pages', async () => {
    const server = stopAfterTest(await startMcpServer({ pages: { size: 3, total: 8 } }))
    const { definitions, call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(definitions.map((tool) => tool.function.name)).toEqual(
      Array.from({ length: 8 }, (_, i) => `tool_${i}`),
    )
    expect(await call('tool_7')).toEqual(success('tool_7'))
  })

  it('cannot be opened if the list has too many pages', async () => {
    const server = stopAfterTest(await startMcpServer({ pages: { size: 1, total: Infinity } }))
    await expect(makeTestToolbox().open({ type: 'mcp', url: server.url })).rejects.toThrow(
      `MCP server ${server.host}: the list of tools has too many pages`,
    )
  })

  it('can be selected by name and prefixed', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call, definitions } = await makeTestToolbox().open(
      { type: 'mcp', url: server.url, allowed_tools: ['add'], prefix: 'one_' },
      { type: 'mcp', url: server.url, allowed_tools: ['add', 'fail'], prefix: 'two_' },
    )
    expect(definitions.map((tool) => tool.function.name)).toEqual(['one_add', 'two_add', 'two_fail'])
    expect(await call('two_add', { a: 1, b: 1 })).toEqual(success('2'))
  })

  it('must have unique names, and allowed tools must exist', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { open } = makeTestToolbox()
    const definition = { type: 'mcp', url: server.url, allowed_tools: ['add'] }
    await expect(open(definition, { type: 'function', name: 'add' })).rejects.toMatchObject({
      details: { 'tools/1': 'provides the tool name "add", which is already used; set a prefix' },
    })
    await expect(open({ ...definition, allowed_tools: ['sub'] })).rejects.toThrow(
      `MCP server ${server.host}: there is no tool "sub" (available: add, fail, big, die, peek, wait, whoami, parts)`,
    )
  })

  it('receive the configured headers, which no result and no error contains', async () => {
    const server = stopAfterTest(await startMcpServer())
    const headers = { Authorization: 'Bearer top-secret' }
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url, headers })
    expect(await call('whoami')).toEqual(success('you sent [redacted]'))
    expect(new Set(server.requests.map((request) => request.headers.authorization))).toEqual(
      new Set(['Bearer top-secret']),
    )
  })
})

describe('a call to an MCP server', () => {
  it('that takes too long returns an error result and notifies the server', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url, timeout_ms: 1000 })
    expect(await call('wait')).toEqual(failure(`MCP server ${server.host}: no response in time`))
    await expect.poll(() => server.cancelled, pollOptions).toEqual(['wait'])
    expect(await call('add', { a: 1, b: 2 })).toEqual(success('3'))
  })

  it('is aborted with its run and notifies the server', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    const abort = new AbortController()
    const reason = new Error('cancelled by the user')
    const result = call('wait', {}, { signal: abort.signal })
    await expect.poll(() => server.calls, pollOptions).toEqual(['wait'])
    abort.abort(reason)
    await expect(result).rejects.toBe(reason)
    await expect.poll(() => server.cancelled, pollOptions).toEqual(['wait'])
  })

  it.each([
    ['a stream', {}],
    ['JSON', { json: true }],
  ])('whose response as %s is too large returns an error result', async (_, options) => {
    const server = stopAfterTest(await startMcpServer(options))
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(await call('big')).toEqual(
      failure(`MCP server ${server.host}: the response is larger than 1048576 bytes`),
    )
    expect(await call('add', { a: 1, b: 2 })).toEqual(success('3'))
  })

  it('that was interrupted is not retried, because the server may have executed it', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(await call('die')).toEqual(failure(`MCP server ${server.host}: connection closed unexpectedly`))
    expect(server.calls).toEqual(['die'])
    expect(await call('add', { a: 1, b: 2 })).toEqual(success('3'))
  })

  it('that was interrupted is retried if the tool is read-only', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    expect(await call('peek')).toEqual(success('seen'))
    expect(server.calls).toEqual(['peek', 'peek'])
  })

  it.each([
    ['Streamable HTTP', {}],
    ['the legacy transport', { legacy: true }],
  ])('reconnects after a restart of the server over %s', async (_, options) => {
    const first = await startMcpServer(options)
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: first.url })
    expect(await call('add', { a: 1, b: 1 })).toEqual(success('2'))
    await first.stop()
    await waitForConnectionPool()
    const second = stopAfterTest(await startMcpServer({ ...options, port: first.port }))
    expect(await call('add', { a: 2, b: 2 })).toEqual(success('4'))
    expect(second.requests.map(({ rpc }) => rpc)).toContain('initialize')
  })

  it('to a stopped server returns an error result', async () => {
    const server = await startMcpServer()
    const { call } = await makeTestToolbox().open({ type: 'mcp', url: server.url })
    await server.stop()
    await waitForConnectionPool()
    expect(await call('add', { a: 1, b: 1 })).toEqual(
      failure(`MCP server ${server.host}: connection refused`),
    )
  })
})

describe('connections to MCP servers', () => {
  it('are shared by requests with the same URL and headers', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { open } = makeTestToolbox()
    const plain = { type: 'mcp', url: server.url }
    const [one] = await Promise.all([open(plain), open(plain), open(plain)])
    await Promise.all([one.call('add', { a: 1, b: 1 }), one.call('add', { a: 1, b: 1 })])
    expect(server.sessions.size).toBe(1)
    await open({ ...plain, headers: { authorization: 'Bearer other' } })
    expect(server.sessions.size).toBe(2)
  })

  it('are not shared by tenants, even with the same URL and headers', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { openFor } = makeTestToolbox()
    const tool = { type: 'mcp', url: server.url, headers: { authorization: 'Bearer same' } }
    const [first] = [await openFor('first', tool), await openFor('second', tool)]
    expect(server.sessions.size).toBe(2)
    await first.call('add', { a: 1, b: 1 })
    expect(server.sessions.size).toBe(2)
  })

  it('are closed after the idle time and reopened on demand', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox({ mcpIdleMs: 50 }).open({ type: 'mcp', url: server.url })
    await expect.poll(() => server.sessions.size, pollOptions).toBe(0)
    expect(server.requests.at(-1)?.method).toBe('DELETE')
    expect(await call('add', { a: 1, b: 1 })).toEqual(success('2'))
  })

  it('are not closed during a call that is longer than the idle time', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { call } = await makeTestToolbox({ mcpIdleMs: 100 }).open({
      type: 'mcp',
      url: server.url,
      timeout_ms: 1500,
    })
    const long = call('wait')
    await expect.poll(() => server.cancelled, pollOptions).toEqual(['wait'])
    expect(await call('add', { a: 1, b: 1 })).toEqual(success('2'))
    expect(await long).toEqual(failure(`MCP server ${server.host}: no response in time`))
    expect(server.requests.filter(({ rpc }) => rpc === 'initialize')).toHaveLength(1)
  })

  it('are closed with the toolbox, which can be closed twice', async () => {
    const server = stopAfterTest(await startMcpServer())
    const { open, close } = makeTestToolbox()
    const { call } = await open({ type: 'mcp', url: server.url })
    await Promise.all([close(), close()])
    await close()
    expect(server.sessions.size).toBe(0)
    expect(await call('add', { a: 1, b: 1 })).toMatchObject({ status: 'error' })
    await expect(open({ type: 'mcp', url: server.url })).rejects.toThrow('the toolbox is closed')
  })
})

describe('an MCP server that cannot be used', () => {
  it('is reported with its host and the reason, without credentials', async () => {
    const target = await startTcpServer()
    await target.stop()
    const { open } = makeTestToolbox()
    await expect(
      open({ type: 'mcp', url: `http://127.0.0.1:${target.port}/mcp?key=secret` }),
    ).rejects.toMatchObject({
      name: 'ToolsUnavailable',
      code: 'tools_unavailable',
      message: `MCP server 127.0.0.1:${target.port}: connection refused`,
    })
  })

  it.each([
    [401, 'HTTP 401 Unauthorized'],
    [404, 'HTTP 404 Not Found'],
    [500, 'HTTP 500 Internal Server Error'],
    [302, 'HTTP 302 Found'],
    [200, 'the response is not MCP'],
  ])('because it returns %d is reported with the status', async (status, reason) => {
    const server = stopAfterTest(
      await startHttpServer(({ headers }, response) =>
        response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end(`${headers.authorization}`),
      ),
    )
    const headers = { authorization: 'Bearer top-secret' }
    await expect(makeTestToolbox().open({ type: 'mcp', url: server.url, headers })).rejects.toMatchObject({
      message: `MCP server ${server.host}: ${reason}`,
    })
  })

  it('because its address is forbidden receives no connection', async () => {
    const target = stopAfterTest(await startTcpServer())
    await expect(
      makeTestToolbox({ allowPrivate: false }).open({
        type: 'mcp',
        url: `http://localhost:${target.port}/mcp`,
      }),
    ).rejects.toThrow(/private or loopback address/)
    expect(target.stats()).toEqual({ connections: 0, bytes: 0 })
  })
})
