/** Lists and calls the tools of an MCP server. */
import {
  CallToolResultSchema,
  ListToolsResultSchema,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { findSizeProblem } from '../../json-schema/user-schema.js'
import type { JsonObject } from '../../schema/common.js'
import { replaceReferences } from '../../domain/secrets/references.js'
import type { McpTool } from '../../schema/tool.js'
import { checkParameterSchema } from './check-parameter-schema.js'
import { ToolFailed, ToolsUnavailable } from './errors.js'
import type { McpConnections, McpServer } from './mcp-connections.js'
import { describeMcpError } from './mcp-errors.js'
import { makeHeaderRedactor } from './header-redactor.js'
import type { ToolSpec } from './server-tool.js'
import type { RunSecrets } from '../graphs/graph-deps.js'

const DEFAULT_TIMEOUT_MS = 30_000
const MAX_PAGES = 50

export const openMcpTools = async (
  tenant_id: string,
  definition: McpTool,
  connections: McpConnections,
  { secrets, redactSecrets }: RunSecrets,
  warn: (message: string) => void,
): Promise<ToolSpec[]> => {
  const { prefix = '', allowed_tools, timeout_ms = DEFAULT_TIMEOUT_MS } = definition
  const headers = Object.fromEntries(
    Object.entries(definition.headers ?? {}).map(([name, value]) => [
      name,
      replaceReferences(value, secrets),
    ]),
  )
  const url = replaceReferences(definition.url, secrets, encodeURIComponent)
  const server = { tenant_id, url, headers }
  const host = new URL(definition.url).host
  const redactor = makeHeaderRedactor(headers, redactSecrets)
  const describeFailure = (error: unknown): string =>
    redactor.redactError(`MCP server ${host}: ${describeMcpError(error)}`)

  const listedTools = await listTools(server, connections).catch((error: unknown) => {
    throw error instanceof ToolsUnavailable ? error : new ToolsUnavailable(describeFailure(error))
  })
  if (listedTools === undefined)
    throw new ToolsUnavailable(`MCP server ${host}: the list of tools has too many pages`)
  const missingName = allowed_tools?.find((name) => !listedTools.some((tool) => tool.name === name))
  if (missingName !== undefined) {
    const names = listedTools
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 500)
    throw new ToolsUnavailable(`MCP server ${host}: there is no tool "${missingName}" (available: ${names})`)
  }

  const call = async (tool: Tool, args: Record<string, unknown>, signal: AbortSignal | undefined) => {
    try {
      return await connections.use({
        server,
        signal,
        isIdempotent: tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true,
        execute: (client) =>
          client.request(
            { method: 'tools/call', params: { name: tool.name, arguments: args } },
            CallToolResultSchema,
            { timeout: timeout_ms, maxTotalTimeout: timeout_ms, ...(signal !== undefined && { signal }) },
          ),
      })
    } catch (error) {
      signal?.throwIfAborted()
      throw new ToolFailed(describeFailure(error))
    }
  }

  const allowedTools =
    allowed_tools === undefined ? listedTools : listedTools.filter(({ name }) => allowed_tools.includes(name))
  return allowedTools.map((tool): ToolSpec => ({
    name: `${prefix}${tool.name}`.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64),
    description: tool.description ?? tool.title ?? '',
    parameters: toParameters(tool, host, warn),
    validatedByServer: true,
    async run(args, signal) {
      const result = await call(tool, args, signal)
      const text = toResultText(result)
      if (result.isError === true) throw new ToolFailed(redactor.redactError(text))
      return redactor.redactResult(text)
    },
  }))
}

/**
 * A tool with an unusable schema stays available, because the server checks the arguments too. A model does not get a
 * schema that exceeds the limits of size.
 */
const toParameters = (
  { name, inputSchema }: Tool,
  host: string,
  warn: (message: string) => void,
): JsonObject => {
  const [problem] = Object.entries(checkParameterSchema(inputSchema))
  if (problem === undefined) return inputSchema
  const text = problem.join(' ').trim()
  warn(
    `MCP server ${host}: only the server checks the arguments of tool "${name}", because its input schema cannot be used: ${text}`,
  )
  return findSizeProblem(inputSchema) === undefined ? inputSchema : { type: 'object' }
}

/** Returns undefined if the list has more than MAX_PAGES pages. */
const listTools = (server: McpServer, connections: McpConnections): Promise<Tool[] | undefined> =>
  connections.use({
    server,
    isIdempotent: true,
    async execute(client) {
      const tools: Tool[] = []
      let cursor: string | undefined
      for (let page = 0; page < MAX_PAGES; page++) {
        const params = cursor === undefined ? {} : { cursor }
        const options = { timeout: DEFAULT_TIMEOUT_MS }
        const result = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, options)
        tools.push(...result.tools)
        cursor = result.nextCursor
        if (cursor === undefined) return tools
      }
      return undefined
    },
  })

const toResultText = ({ content, structuredContent }: CallToolResult): string =>
  content.length === 0 && structuredContent !== undefined
    ? JSON.stringify(structuredContent)
    : content.map(toPartText).join('\n')

const toPartText = (part: CallToolResult['content'][number]): string => {
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
