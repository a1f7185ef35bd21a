/**
 * Finds the requests in the definition of an assistant that can contain credentials: HTTP tools and MCP servers of its config, and the
 * HTTP nodes and tools of its declarative graph. Stored definitions may be older than the validation rules, so nothing is assumed about
 * their shape.
 */
import { isObject, type JsonObject } from '../../schema/common.js'

export interface Definition {
  config: JsonObject
  graph_schema: JsonObject
}

/** `path` names the request in problems, for example `config/tools/0`. */
type MapRequest = (request: JsonObject, path: string) => JsonObject

export const mapRequests = <T extends Definition>(definition: T, mapRequest: MapRequest): T => {
  const mapTool = (tool: unknown, path: string): unknown =>
    isObject(tool) && (tool['type'] === 'http' || tool['type'] === 'mcp') ? mapRequest(tool, path) : tool
  const mapTools = (tools: unknown, path: string): unknown =>
    Array.isArray(tools) ? tools.map((tool, index) => mapTool(tool, `${path}/${String(index)}`)) : tools
  const mapGraph = (graph: JsonObject, path: string): JsonObject => {
    const { nodes } = graph
    if (!Array.isArray(nodes)) return graph
    return { ...graph, nodes: nodes.map((node, index) => mapStep(node, `${path}/nodes/${String(index)}`)) }
  }
  /** A node, or the step in `do` of a map. */
  const mapStep = (step: unknown, path: string): unknown => {
    if (!isObject(step)) return step
    switch (step['type']) {
      case 'http':
        return mapRequest(step, path)
      case 'tool':
        return { ...step, tool: mapTool(step['tool'], `${path}/tool`) }
      case 'llm':
        return 'tools' in step ? { ...step, tools: mapTools(step['tools'], `${path}/tools`) } : step
      case 'subgraph':
        return isObject(step['graph']) ? { ...step, graph: mapGraph(step['graph'], `${path}/graph`) } : step
      case 'map':
        return { ...step, do: mapStep(step['do'], `${path}/do`) }
      default:
        return step
    }
  }
  const { config, graph_schema } = definition
  return {
    ...definition,
    config: 'tools' in config ? { ...config, tools: mapTools(config['tools'], 'config/tools') } : config,
    graph_schema: mapGraph(graph_schema, 'graph_schema'),
  }
}

/** The part of a URL that decides who receives the request. Two templates have the same target only if they are spelled the same. */
export const getTarget = (request: JsonObject): string => {
  const url = typeof request['url'] === 'string' ? request['url'] : ''
  return /^https?:\/\/[^/?#\\]*/i.exec(url)?.[0].toLowerCase() ?? url
}

/** The values of these headers are not secret. */
export const PUBLIC_HEADER = /^(accept|accept-.*|content-type|user-agent)$/i
/** Names of headers whose values are redacted in results: `x-team: sales` must not redact every "sales". */
export const SECRET_HEADER = /auth|cookie|credential|key|password|secret|session|signature|token/i
/** Names of query parameters and body fields that are credentials. */
export const CREDENTIAL_FIELD =
  /^(?:(?:x[-_])?api[-_]?key|key|(?:access|auth|refresh|bearer|id)?[-_]?token|(?:client[-_]?)?secret|password|passwd|pwd|sig|signature|authorization|credentials?)$/i

const CREDENTIAL_PARTS = [
  ['headers', (name: string) => !PUBLIC_HEADER.test(name)],
  ['query', (name: string) => CREDENTIAL_FIELD.test(name)],
  ['body', (name: string) => CREDENTIAL_FIELD.test(name)],
] as const

/** Text without a secret of its own: references to named secrets and placeholders, after the name of an authentication scheme at most. */
const WITHOUT_LITERAL =
  /^(?:(?:basic|bearer|digest|token|apikey)\s+)?(?:\$\{secret:[^}]*\}|\{\{[\w\s.[\]]*\}\}|\{\w+\})*$/i

/** Maps the values of a request that are credentials. `field` is, for example, `headers/authorization`. */
export const mapCredentials = (
  request: JsonObject,
  mapCredential: (value: string, field: string) => string,
): JsonObject => {
  const mapped = { ...request }
  for (const [part, isCredential] of CREDENTIAL_PARTS) {
    const fields = request[part]
    if (!isObject(fields)) continue
    mapped[part] = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'string' && isCredential(name) && !WITHOUT_LITERAL.test(value)
          ? mapCredential(value, `${part}/${name.toLowerCase()}`)
          : value,
      ]),
    )
  }
  return mapped
}
