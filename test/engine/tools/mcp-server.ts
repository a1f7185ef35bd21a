/** An MCP server on the loopback interface, built with the official SDK. */
/* oxlint-disable typescript/no-deprecated -- the legacy transport is one of the two under test */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  isInitializeRequest,
  ListToolsRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'

interface Options {
  port?: number
  /** Use the SSE transport that preceded Streamable HTTP. */
  legacy?: boolean
  /** Respond with JSON instead of streams. */
  json?: boolean
  /** List generated tools tool_0, tool_1, … up to `total`, in pages of this size. */
  pages?: { size: number; total: number }
  /** The input schema of the generated tools. */
  inputSchema?: { type: 'object'; [keyword: string]: unknown }
}

export const startMcpServer = async ({
  port = 0,
  legacy = false,
  json = false,
  pages,
  inputSchema = { type: 'object' },
}: Options = {}) => {
  const requests: { method: string; rpc: string; headers: IncomingMessage['headers'] }[] = []
  const calls: string[] = []
  const cancelled: string[] = []
  const sessions = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>()

  const makeServer = (): McpServer => {
    const server = new McpServer({ name: 'test', version: '1.0.0' })
    const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] })
    server.registerTool(
      'add',
      { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() } },
      ({ a, b }) => {
        calls.push('add')
        return text(String(a + b))
      },
    )
    server.registerTool('fail', { inputSchema: {} }, () => ({ ...text('it went wrong'), isError: true }))
    server.registerTool('big', { inputSchema: {} }, () => text('x'.repeat(3_000_000)))
    server.registerTool('die', { inputSchema: {} }, () => {
      calls.push('die')
      http.closeAllConnections()
      return new Promise<CallToolResult>(() => undefined)
    })
    server.registerTool('peek', { inputSchema: {}, annotations: { readOnlyHint: true } }, async () => {
      calls.push('peek')
      if (calls.filter((name) => name === 'peek').length > 1) return text('seen')
      http.closeAllConnections()
      return new Promise<CallToolResult>(() => undefined)
    })
    server.registerTool('wait', { inputSchema: {} }, (_args, { signal }) => {
      calls.push('wait')
      return new Promise<CallToolResult>((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled.push('wait')
          resolve(text('cancelled'))
        })
      })
    })
    server.registerTool('whoami', { inputSchema: {} }, (_args, { requestInfo }) =>
      text(`you sent ${String(requestInfo?.headers['authorization'])}`),
    )
    server.registerTool('parts', { inputSchema: {} }, () => ({
      content: [
        { type: 'text', text: 'one' },
        { type: 'image', mimeType: 'image/png', data: 'AAAA' },
        { type: 'resource', resource: { uri: 'file:///a', text: 'two' } },
        { type: 'resource_link', uri: 'file:///b', name: 'three' },
      ],
    }))
    return server
  }

  const makePagedServer = ({ size, total }: { size: number; total: number }): McpServer => {
    const server = new McpServer({ name: 'test', version: '1.0.0' }, { capabilities: { tools: {} } })
    server.server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const from = Number(params?.cursor ?? 0)
      const names = Array.from({ length: Math.min(size, total - from) }, (_, i) => `tool_${from + i}`)
      return {
        tools: names.map((name) => ({ name, inputSchema })),
        ...(from + size < total && { nextCursor: String(from + size) }),
      }
    })
    server.server.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: 'text', text: params.name }],
    }))
    return server
  }

  const connectServer = (transport: Transport) =>
    (pages === undefined ? makeServer() : makePagedServer(pages)).connect(transport)

  const streamable = async (request: IncomingMessage, response: ServerResponse, body: unknown) => {
    const session = sessions.get(String(request.headers['mcp-session-id']))
    if (session instanceof StreamableHTTPServerTransport)
      return session.handleRequest(request, response, body)
    if (!isInitializeRequest(body)) return response.writeHead(404).end()
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: json,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    transport.onclose = () => void sessions.delete(transport.sessionId ?? '')
    await connectServer(transport)
    return transport.handleRequest(request, response, body)
  }

  const sse = async (request: IncomingMessage, response: ServerResponse, body: unknown) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (url.pathname === '/mcp' && request.method !== 'GET') return response.writeHead(405).end()
    if (url.pathname === '/mcp') {
      const transport = new SSEServerTransport('/messages', response)
      sessions.set(transport.sessionId, transport)
      return connectServer(transport)
    }
    const session = sessions.get(url.searchParams.get('sessionId') ?? '')
    if (session instanceof SSEServerTransport) return session.handlePostMessage(request, response, body)
    return response.writeHead(404).end()
  }

  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks).toString()
      const body = rawBody === '' ? undefined : (JSON.parse(rawBody) as { method?: string })
      requests.push({ method: request.method ?? '', rpc: body?.method ?? '', headers: request.headers })
      void (legacy ? sse : streamable)(request, response, body)
    })
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const bound = (http.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${bound}/mcp`,
    host: `127.0.0.1:${bound}`,
    port: bound,
    requests,
    calls,
    cancelled,
    sessions,
    stop: () =>
      new Promise((resolve) => {
        http.close(resolve)
        http.closeAllConnections()
      }),
  }
}
