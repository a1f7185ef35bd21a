/** The tools of an MCP server. */
import {
  CallToolResultSchema,
  ListToolsResultSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { McpTool } from '../../schema/tool.js'
import { ToolFailed, ToolsUnavailable } from './errors.js'
import type { McpConnections, McpServer } from './mcp-connections.js'
import { mcpProblem } from './mcp-errors.js'
import { makeRedact } from './header-redactor.js'
import type { ToolSpec } from './server-tool.js'

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_PAGES = 50

export const mcpTools = async (definition: McpTool, connections: McpConnections): Promise<ToolSpec[]> => {
  const { headers = {}, prefix = '', allowed_tools, timeout_ms = DEFAULT_TIMEOUT_MS } = definition
  const server = { url: definition.url, headers }
  const host = new URL(definition.url).host
  const redact = makeRedact(headers)
  const failed = (error: unknown): string => redact.error(`MCP server ${host}: ${mcpProblem(error)}`)

  const found = await listTools(server, connections).catch((error: unknown) => {
    throw error instanceof ToolsUnavailable ? error : new ToolsUnavailable(failed(error))
  })
  if (found === undefined) throw new ToolsUnavailable(`MCP server ${host}: its list of tools does not end`)
  const missing = allowed_tools?.find((name) => !found.some((tool) => tool.name === name))
  if (missing !== undefined) {
    const names = found
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500)
    throw new ToolsUnavailable(`MCP server ${host}: it has no tool "${missing}" (it has: ${names})`)
  }

  const call = async (tool: Tool, args: Record<string, unknown>, signal: AbortSignal | undefined) => {
    try {
      return await connections.use({
        server,
        signal,
        repeatable: tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true,
        work: (client) =>
          client.request(
            { method: 'tools/call', params: { name: tool.name, arguments: args } },
            CallToolResultSchema,
            { timeout: timeout_ms, maxTotalTimeout: timeout_ms, ...(signal !== undefined && { signal }) },
          ),
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw new ToolFailed(failed(error))
    }
  }

  const offered =
    allowed_tools === undefined ? found : found.filter(({ name }) => allowed_tools.includes(name))
  return offered.map((tool) => ({
    name: `${prefix}${tool.name}`.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64),
    description: tool.description ?? tool.title ?? '',
    parameters: tool.inputSchema,
    checkedElsewhere: true,
    async run(args, signal) {
      const result = await call(tool, args, signal)
      const text = textOfResult(result)
      if (result.isError === true) throw new ToolFailed(redact.error(text))
      return redact.result(text)
    },
  }))
}

/** Undefined: there is no end to them. */
const listTools = (server: McpServer, connections: McpConnections): Promise<Tool[] | undefined> =>
  connections.use({
    server,
    repeatable: true,
    async work(client) {
      const tools: Tool[] = []
      let cursor: string | undefined
      for (let page = 0; page < MAX_PAGES; page++) {
        const params = cursor === undefined ? {} : { cursor }
        const options = { timeout: DEFAULT_TIMEOUT_MS }
        const answer = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
        tools.push(...answer.tools)
        cursor = answer.nextCursor
        if (cursor === undefined) return tools
      }
      return undefined
    },
  })

const textOfResult = ({ content, structuredContent }: CallToolResult): string =>
  content.length === 0 && structuredContent !== undefined
    ? JSON.stringify(structuredContent)
    : content.map(textOfPart).join('\n')

const textOfPart = (part: CallToolResult['content'][number]): string => {
  switch (part.type) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.type}: ${part.mimeType}, ${String(Buffer.byteLength(part.data, 'base64'))} bytes]`
    case 'resource':
      return 'text' in part.resource ? part.resource.text : `[resource: ${part.resource.uri}]`
    case 'resource_link':
      return `[resource: ${part.name}, ${part.uri}]`
  }
}
