/** The tools and guardrails of an assistant, each with where it comes from. */
import type { Guardrail, Policy, Profile } from '../api/guardrails.ts'
import type { Assistant } from '../api/types.ts'
import { isRecord } from './is-record.ts'

export interface InForce {
  kind: 'tool' | 'guardrail'
  name: string
  /** What it does, in a few words. */
  rule: string
  /** "Version", "Node" or "File", for example. */
  source: string
  /** The name of the version, node or policy. */
  origin: string
  /** True if the assistant names something that does not exist. */
  isMissing?: boolean
}

type Definition = Pick<Assistant, 'config' | 'graph_schema' | 'version'>

interface Governance {
  guardrails: readonly Guardrail[]
  policies: readonly Policy[]
  profiles: readonly Profile[]
}

const toList = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

const nameOfTool = (tool: unknown): string => {
  if (typeof tool === 'string') return tool
  if (!isRecord(tool)) return 'tool'
  const definition = isRecord(tool['function']) ? tool['function'] : tool
  const name = definition['name'] ?? definition['server_label'] ?? definition['url'] ?? tool['type']
  return typeof name === 'string' ? name : 'tool'
}

const ruleOfTool = (tool: unknown): string => {
  if (typeof tool === 'string') return 'built in'
  const type = isRecord(tool) ? tool['type'] : undefined
  return type === 'function' ? 'run by the client' : typeof type === 'string' ? type : 'defined here'
}

const listTools = ({ config, graph_schema, version }: Definition): InForce[] => {
  const own = toList(config['tools']).map((tool): InForce => ({
    kind: 'tool',
    name: nameOfTool(tool),
    rule: ruleOfTool(tool),
    source: 'Version',
    origin: String(version),
  }))
  const ofNodes = toList(graph_schema['nodes'])
    .filter(isRecord)
    .flatMap((node) =>
      [...toList(node['tools']), ...(node['tool'] === undefined ? [] : [node['tool']])].map(
        (tool): InForce => ({
          kind: 'tool',
          name: nameOfTool(tool),
          rule: ruleOfTool(tool),
          source: 'Node',
          origin: String(node['id']),
        }),
      ),
    )
  return [...own, ...ofNodes]
}

const describeGuardrail = (type: unknown, config: unknown): string => {
  const action = isRecord(config) ? (config['action'] ?? config['action_on_violation']) : undefined
  return [type, action].filter((part) => typeof part === 'string').join(': ')
}

/** An entry of a list of guardrails: a name or a definition. */
const toEntry = (
  entry: unknown,
  source: string,
  origin: string,
  guardrails: readonly Guardrail[],
): InForce => {
  if (isRecord(entry))
    return {
      kind: 'guardrail',
      name: String(entry['name']),
      rule: describeGuardrail(entry['type'], entry['config']),
      source,
      origin,
    }
  const found = guardrails.find(({ name }) => name === entry)
  return {
    kind: 'guardrail',
    name: String(entry),
    rule: found === undefined ? 'does not exist' : describeGuardrail(found.type, found.config),
    source,
    origin,
    ...(found === undefined && { isMissing: true }),
  }
}

const listGuardrails = (
  { config, version }: Definition,
  { guardrails, policies, profiles }: Governance,
): InForce[] => {
  const everywhere = guardrails
    .filter(({ enabled, applies_to, source }) => enabled && (source === 'file' || applies_to === 'all'))
    .map((guardrail): InForce => ({
      kind: 'guardrail',
      name: guardrail.name,
      rule: describeGuardrail(guardrail.type, guardrail.config),
      source: guardrail.source === 'file' ? 'File' : 'Tenant',
      origin: 'every run',
    }))
  const bundles = [
    {
      source: 'Policy',
      name: config['policy'],
      bundle: policies.find(({ name }) => name === config['policy']),
    },
    {
      source: 'Profile',
      name: config['risk_profile'],
      bundle: profiles.find(({ name }) => name === config['risk_profile']),
    },
  ].filter(({ name }) => typeof name === 'string')
  const bundled = bundles.flatMap(({ source, name, bundle }) =>
    bundle === undefined
      ? [
          {
            kind: 'guardrail' as const,
            name: String(name),
            rule: 'does not exist',
            source,
            origin: String(name),
            isMissing: true,
          },
        ]
      : bundle.guardrails.map((entry) => toEntry(entry, source, bundle.name, guardrails)),
  )
  const own = toList(config['guardrails']).map((entry) =>
    toEntry(entry, 'Version', String(version), guardrails),
  )
  return [...everywhere, ...bundled, ...own]
}

export const listInForce = (definition: Definition, governance: Governance): InForce[] => [
  ...listTools(definition),
  ...listGuardrails(definition, governance),
]
