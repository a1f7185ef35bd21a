/** The nodes of the service in words. */
import type { ServiceNode } from '../api/types.ts'
import { plural } from './format.ts'

export type NodeState = 'running' | 'draining' | 'lost'

export const NODE_WORDS: Record<NodeState, string> = {
  running: 'Running',
  draining: 'Draining',
  lost: 'Lost',
}

export const nodeState = ({ is_alive, draining }: Pick<ServiceNode, 'is_alive' | 'draining'>): NodeState =>
  is_alive ? (draining ? 'draining' : 'running') : 'lost'

/** "3 nodes, 1 draining · 7 runs executing · versions 0.1.0 and 0.2.0" */
export const describeNodes = (nodes: ServiceNode[]): string => {
  const states = nodes.map(nodeState)
  const others = (['draining', 'lost'] as const)
    .map((state) => [states.filter((one) => one === state).length, state] as const)
    .filter(([count]) => count > 0)
    .map(([count, state]) => `, ${String(count)} ${state}`)
    .join('')
  const executing = nodes.reduce((total, node) => total + (node.is_alive ? node.executing : 0), 0)
  const versions = [...new Set(nodes.filter(({ is_alive }) => is_alive).map(({ version }) => version))].sort()
  return [
    `${plural(nodes.length, 'node')}${others}`,
    `${plural(executing, 'run')} executing`,
    ...(versions.length > 1 ? [`versions ${versions.join(' and ')}`] : []),
  ].join(' · ')
}
