/** The figures of the nodes of a graph: what the service has measured, joined with what the graph contains. */
import type { GraphStructure } from '../api/dialect.ts'
import type { NodeFigures } from '../api/types.ts'
import { isRecord } from './is-record.ts'

export type NodeKind = 'llm' | 'tool' | 'person' | 'node'

export interface NodeRow {
  /** The ID in the graph, for example `approval:ask`. */
  id: string
  /** The name with the nested graphs that contain it. */
  path: string
  kind: NodeKind
  count: number
  errors: number
  p50: number | null
  p95: number | null
  tokens: number
  /** The node with the largest share of errors. */
  isWorst: boolean
  /** False for a node that was measured but is not part of the graph, for example of an older version. Opened nested graphs are. */
  isInGraph: boolean
}

const toStatisticsId = (id: string): string => id.replaceAll(':', '/')
const isStep = (id: string): boolean => !/(?:^|:)__(?:start|end)__$/.test(id)

/** The number of nodes without the start and the end. */
export const countSteps = ({ nodes }: GraphStructure): number => nodes.filter(({ id }) => isStep(id)).length

const KINDS: Record<string, NodeKind> = { llm: 'llm', tool: 'tool', http: 'tool', human: 'person' }

/** The types of the nodes of a declarative graph, by ID with nested graphs. */
const readTypes = (schema: unknown, prefix: string): [string, string][] => {
  const nodes = isRecord(schema) && Array.isArray(schema['nodes']) ? schema['nodes'].filter(isRecord) : []
  return nodes.flatMap((node) => {
    const id = prefix + String(node['id'])
    return [[id, String(node['type'])] as [string, string], ...readTypes(node['graph'], `${id}:`)]
  })
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** A nested graph that is closed has no figures of its own: it ran as often as its busiest node. */
const joinNested = (nested: NodeFigures[]): Omit<NodeFigures, 'node_id'> | undefined =>
  nested.length === 0
    ? undefined
    : {
        count: Math.max(...nested.map(({ count }) => count)),
        errors: sum(nested.map(({ errors }) => errors)),
        duration_ms: { p50: null, p95: null },
        tokens: {
          input: sum(nested.map(({ tokens }) => tokens.input)),
          output: sum(nested.map(({ tokens }) => tokens.output)),
        },
      }

export const toNodeRows = (
  structure: GraphStructure,
  figures: NodeFigures[],
  graphSchema: unknown,
): NodeRow[] => {
  const types = new Map(readTypes(graphSchema, ''))
  const byId = new Map(figures.map((figure) => [figure.node_id, figure]))
  const ids = structure.nodes.map(({ id }) => id).filter(isStep)
  const used = new Set<string>()
  const toRow = (id: string, isInGraph: boolean): NodeRow => {
    const key = toStatisticsId(id)
    const nested = figures.filter(({ node_id }) => node_id.startsWith(`${key}/`))
    const own = byId.get(key) ?? joinNested(nested)
    for (const { node_id } of byId.has(key) ? [{ node_id: key }, ...nested] : nested) used.add(node_id)
    const tokens = own === undefined ? 0 : own.tokens.input + own.tokens.output
    return {
      id,
      path: key.replaceAll('/', ' / '),
      kind: KINDS[types.get(id) ?? ''] ?? (tokens > 0 ? 'llm' : 'node'),
      count: own?.count ?? 0,
      errors: own?.errors ?? 0,
      p50: own?.duration_ms.p50 ?? null,
      p95: own?.duration_ms.p95 ?? null,
      tokens,
      isWorst: false,
      isInGraph,
    }
  }
  const rows = ids.map((id) => toRow(id, true))
  const others = figures.filter(({ node_id }) => !used.has(node_id))
  const isGroup = (id: string): boolean => ids.some((inner) => inner.startsWith(`${id}:`))
  const toOther = ({ node_id }: NodeFigures): NodeRow => {
    const id = node_id.replaceAll('/', ':')
    return toRow(id, isGroup(id))
  }
  const all = [...rows, ...others.map(toOther)]
  const worst = all.reduce<NodeRow | undefined>(
    (most, row) => (errorShare(row) > (most === undefined ? 0 : errorShare(most)) ? row : most),
    undefined,
  )
  return all.map((row) => ({ ...row, isWorst: row === worst }))
}

export const errorShare = ({ count, errors }: Pick<NodeRow, 'count' | 'errors'>): number =>
  count === 0 ? 0 : errors / count

/** The nodes that ended at least once between two responses: they are active. */
export const findActive = (before: NodeFigures[] | undefined, after: NodeFigures[]): Set<string> => {
  const counts = new Map((before ?? []).map(({ node_id, count }) => [node_id, count]))
  const active =
    before === undefined ? [] : after.filter(({ node_id, count }) => count > (counts.get(node_id) ?? 0))
  return new Set(active.map(({ node_id }) => node_id.replaceAll('/', ':')))
}
