import { describe, expect, it } from 'vitest'
import { pollOptions, startTcpServer, startHttpServer } from '../../support/recording-servers.js'
import { failure, stopAfterTest, success, makeTestToolbox } from './test-toolbox.js'

const parameters = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })

describe('an http tool', () => {
  it('sends the request of its definition and arguments, and triggers callbacks', async () => {
    const server = stopAfterTest(
      await startHttpServer((_, response) =>
        response.setHeader('content-type', 'application/json').end('{"status":"sent"}'),
      ),
    )
    const {
      call,
      definitions,
      server: tools,
      client,
    } = await makeTestToolbox().open({
      type: 'http',
      name: 'ship',
      description: 'Ships an order.',
      method: 'POST',
      url: `${server.url}/orders/{id}/ship?dry={dry}`,
      headers: { Authorization: 'Bearer top-secret', 'X-Who': '{who}' },
      body: { note: 'for {who}', express: '{express}' },
      parameters: parameters(
        {
          id: { type: 'string' },
          who: { type: 'string' },
          dry: { type: 'boolean', default: true },
          express: { type: 'boolean' },
          extra: { type: 'integer' },
        },
        ['id', 'who'],
      ),
    })
    expect(definitions).toMatchObject([
      { type: 'function', function: { name: 'ship', description: 'Ships an order.' } },
    ])
    expect([...tools.keys()]).toEqual(['ship'])
    expect(client.size).toBe(0)
    const events: unknown[] = []
    const callbacks = [
      {
        handleToolStart: (_tool: unknown, input: string, ...rest: unknown[]) =>
          void events.push(['start', input, rest[5]]),
        handleToolEnd: (output: { content: unknown }) => void events.push(['end', output.content]),
      },
    ]
    const args = { id: 'a/b', who: 'Ada', express: true, extra: 3 }
    expect(await call('ship', args, { callbacks })).toEqual(success('{"status":"sent"}'))
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        url: '/orders/a%2Fb/ship?dry=true',
        headers: { authorization: 'Bearer top-secret', 'x-who': 'Ada' },
      },
    ])
    expect(JSON.parse(server.requests[0]!.body)).toEqual({ note: 'for Ada', express: true, extra: 3 })
    expect(events).toEqual([
      ['start', JSON.stringify(args), 'call_1'],
      ['end', '{"status":"sent"}'],
    ])
  })

  it('without parameters uses its placeholders as parameters', async () => {
    const server = stopAfterTest(await startHttpServer(({ url }, response) => response.end(url)))
    const { call, definitions } = await makeTestToolbox().open({
      type: 'http',
      name: 'get',
      url: `${server.url}/{city}`,
    })
    expect(definitions[0]!.function.parameters).toEqual({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    })
    expect(await call('get', { city: 'Bad Ems' })).toEqual(success('/Bad%20Ems'))
    expect(await call('get', {})).toEqual(failure('wrong arguments: city is required'))
  })

  it('rejects wrong arguments with a message and sends no request', async () => {
    const server = stopAfterTest(await startHttpServer((_, response) => response.end()))
    const { call, server: tools } = await makeTestToolbox().open({
      type: 'http',
      name: 'get',
      url: server.url,
      parameters: parameters({ n: { type: 'integer' }, s: { type: 'string', enum: ['a', 'b'] } }, ['n']),
    })
    expect(await call('get', { n: 'x', s: 'c', admin: true })).toEqual(
      failure('wrong arguments: admin is an unknown field; n must be integer; s must be one of a, b'),
    )
    expect(await tools.get('get')!.invoke('text')).toBe('Error: the arguments must be an object')
    expect(server.requests).toEqual([])
  })

  it('does not let argument values change other parts of the request', async () => {
    const server = stopAfterTest(await startHttpServer(({ url }, response) => response.end(url)))
    const { call } = await makeTestToolbox().open({
      type: 'http',
      name: 'get',
      url: `${server.url}/users/{id}/posts?tag={tag}`,
      headers: { 'x-trace': '{trace}' },
      parameters: parameters({ id: { type: 'string' }, tag: { type: 'string' }, trace: { type: 'string' } }),
    })
    expect(await call('get', { id: '../../admin?x=1#y', tag: 'a&admin=1' })).toEqual(
      success('/users/..%2F..%2Fadmin%3Fx%3D1%23y/posts?tag=a%26admin%3D1'),
    )
    expect(await call('get', { id: '..' })).toEqual(failure('id must not be ".." in the path of the request'))
    expect(await call('get', { id: 'x', trace: 'a\r\nX-Admin: 1' })).toEqual(
      failure('trace must be one line of Latin-1 text, because it is sent in a header'),
    )
    expect(server.requests).toHaveLength(1)
  })

  it('returns the response to the model and redacts secrets that the server repeats', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url, headers }, response) => {
        const status = Number(url.slice(1))
        response.writeHead(status, { 'content-type': 'text/plain', location: 'http://127.0.0.1/' })
        response.end(status === 204 ? '' : `bad key ${headers['x-api-key']}, team ${headers['x-team']}`)
      }),
    )
    const { call } = await makeTestToolbox().open({
      type: 'http',
      name: 'get',
      url: `${server.url}/{status}`,
      headers: { 'X-Api-Key': 'sk-123456', 'X-Team': 'sales', Authorization: 'Bearer abcdef' },
    })
    const get = (status: string) => call('get', { status })
    expect(await get('401')).toEqual(
      failure(`${server.host} returned HTTP 401 Unauthorized: bad key [redacted], team [redacted]`),
    )
    expect(await get('500')).toEqual(
      failure(`${server.host} returned HTTP 500 Internal Server Error: bad key [redacted], team [redacted]`),
    )
    expect(await get('302')).toEqual(
      failure(`${server.host} returned HTTP 302 Found; redirects are not followed`),
    )
    expect(await get('204')).toEqual(success('HTTP 204 No Content (empty response)'))
    expect(await get('200')).toEqual(success('bad key [redacted], team sales'))
  })

  it('rejects responses that are too large or not text', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url }, response) => {
        if (url === '/image') response.setHeader('content-type', 'image/png').end('\x89PNG')
        else response.end('x'.repeat(1024 * 1024 + 1))
      }),
    )
    const { call } = await makeTestToolbox().open({ type: 'http', name: 'get', url: `${server.url}/{what}` })
    expect(await call('get', { what: 'big' })).toEqual(
      failure(`${server.host}: the response is larger than 1048576 bytes`),
    )
    expect(await call('get', { what: 'image' })).toEqual(
      failure(`${server.host} returned image/png, which is not text`),
    )
  })

  it('returns timeouts, broken connections and refused connections as error results', async () => {
    const server = stopAfterTest(
      await startHttpServer(({ url }, response) => url === '/break' && response.socket?.destroy()),
    )
    const stoppedServer = await startTcpServer()
    await stoppedServer.stop()
    const { call } = await makeTestToolbox().open(
      { type: 'http', name: 'get', url: `${server.url}/{what}`, timeout_ms: 1000 },
      { type: 'http', name: 'gone', url: `http://127.0.0.1:${stoppedServer.port}/?key=secret` },
    )
    expect(await call('get', { what: 'hang' })).toEqual(failure(`${server.host}: no response within 1000 ms`))
    await server.requests[0]!.hungUp
    expect(await call('get', { what: 'break' })).toEqual(
      failure(`${server.host}: connection closed unexpectedly`),
    )
    expect(await call('gone')).toEqual(failure(`127.0.0.1:${stoppedServer.port}: connection refused`))
  })

  it('does not connect to forbidden targets', async () => {
    const target = stopAfterTest(await startTcpServer())
    const { call } = await makeTestToolbox({ allowPrivate: false }).open(
      { type: 'http', name: 'local', url: `http://2130706433:${target.port}/` },
      { type: 'http', name: 'metadata', url: 'http://169.254.169.254/latest/meta-data/' },
    )
    expect(await call('local')).toEqual(
      failure(
        `127.0.0.1:${target.port}: 127.0.0.1 is a private or loopback address, which is not allowed on this server`,
      ),
    )
    expect((await call('metadata')).content).toMatch(/link-local or metadata address$/)
    expect(target.stats()).toEqual({ connections: 0, bytes: 0 })
  })

  it('is aborted with its run, and the server sees the connection close', async () => {
    const server = stopAfterTest(await startHttpServer(() => undefined))
    const { call } = await makeTestToolbox().open({ type: 'http', name: 'get', url: server.url })
    const abort = new AbortController()
    const reason = new Error('cancelled by the user')
    const result = call('get', {}, { signal: abort.signal })
    await expect.poll(() => server.requests.length, pollOptions).toBe(1)
    abort.abort(reason)
    await expect(result).rejects.toBe(reason)
    await server.requests[0]!.hungUp
    await expect(call('get', {}, { signal: abort.signal })).rejects.toBe(reason)
    expect(server.requests).toHaveLength(1)
  })
})
