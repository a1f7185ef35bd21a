/** Turns the definitions of an assistant's `config.tools` into tools that a graph can call. */
import type { JsonObject } from '../../schema/common.js'
import type { BuiltinTool, FlatFunctionTool, FunctionTool, HttpTool, McpTool } from '../../schema/tool.js'
import type { RunSecrets, ToolSet } from '../graphs/graph-deps.js'
import { makeBuiltinTools } from './builtin-tools.js'
import { checkTools, getToolForm } from './check-tools.js'
import { InvalidTools } from './errors.js'
import { makeHttpTool } from './http-tool.js'
import type { McpConnections } from './mcp-connections.js'
import { makeServerTool, type ToolSpec } from './server-tool.js'

interface ToolboxDeps {
  /** A fetch that rejects forbidden targets; see platform/net/guarded-fetch.ts. */
  fetch: typeof fetch
  clock: () => number
  /** How long an unused connection to an MCP server stays open. */
  mcpIdleMs?: number
  /** Writes a line to the log of the service. */
  warn: (message: string) => void
}

type ClientTool = FlatFunctionTool

export const makeToolbox = ({ fetch, clock, mcpIdleMs = 5 * 60_000, warn }: ToolboxDeps) => {
  const builtins = makeBuiltinTools(clock)
  let connections: McpConnections | undefined

  /** The MCP client is imported on first use. */
  const openMcp = async (tenant_id: string, tool: McpTool, secrets: RunSecrets): Promise<ToolSpec[]> => {
    const [{ makeMcpConnections }, { openMcpTools }] = await Promise.all([
      import('./mcp-connections.js'),
      import('./mcp-tools.js'),
    ])
    connections ??= makeMcpConnections({ fetch, idleMs: mcpIdleMs })
    return openMcpTools(tenant_id, tool, connections, secrets, warn)
  }

  const openTool = async (
    tenant_id: string,
    definition: unknown,
    secrets: RunSecrets,
  ): Promise<(ToolSpec | ClientTool)[]> => {
    const tool =
      typeof definition === 'string' ? { type: 'builtin', name: definition } : (definition as object)
    switch (getToolForm(tool)) {
      case 'builtin': {
        const { name } = tool as BuiltinTool
        return [{ name, ...builtins[name] }]
      }
      case 'function':
        return [{ type: 'function', ...(tool as FunctionTool).function }]
      case 'flatFunction':
        return [tool as FlatFunctionTool]
      case 'http':
        return [makeHttpTool(tool as HttpTool, fetch, secrets)]
      case 'mcp':
        return openMcp(tenant_id, tool as McpTool, secrets)
      case undefined:
        return []
    }
  }

  return {
    /** Throws InvalidTools or ToolsUnavailable. */
    async open(tenant_id: string, definitions: readonly unknown[], secrets: RunSecrets): Promise<ToolSet> {
      const problems = checkTools(definitions)
      if (Object.keys(problems).length > 0) throw new InvalidTools(problems)
      const opened = await Promise.all(
        definitions.map((definition) => openTool(tenant_id, definition, secrets)),
      )
      requireUniqueNames(opened)
      const tools = opened.flat()
      return {
        definitions: tools.map(toDefinition),
        server: new Map(tools.filter(isServerTool).map((spec) => [spec.name, makeServerTool(spec)])),
        client: new Set(tools.filter((tool) => !isServerTool(tool)).map(({ name }) => name)),
      }
    },

    /** Closes the connections to MCP servers; active calls fail. */
    close: async () => {
      await connections?.close()
    },
  }
}

const isServerTool = (tool: ToolSpec | ClientTool): tool is ToolSpec => 'run' in tool

const toDefinition = (tool: ToolSpec | ClientTool): ToolSet['definitions'][number] => {
  const { name, description, parameters } = tool
  const schema: JsonObject = { type: 'object', ...(parameters ?? { properties: {} }) }
  const strict = 'strict' in tool && tool.strict != null ? { strict: tool.strict } : {}
  return {
    type: 'function',
    function: { name, description: description ?? '', parameters: schema, ...strict },
  }
}

/** The tool names of an MCP server are known only after listing them, so uniqueness is checked here. */
const requireUniqueNames = (opened: { name: string }[][]): void => {
  const knownNames = new Set<string>()
  for (const [index, tools] of opened.entries()) {
    for (const { name } of tools) {
      const text = `provides the tool name "${name}", which is already used; set a prefix`
      if (knownNames.has(name)) throw new InvalidTools({ [`tools/${String(index)}`]: text })
      knownNames.add(name)
    }
  }
}
