import { Type } from 'typebox'
import type { NodeRegistry } from '../../domain/console/nodes.js'
import { Uuid } from '../../schema/common.js'
import { ServiceNode, ServiceNodes } from '../../schema/node.js'
import { route, type Route } from '../http/route.js'

const params = Type.Object({ node_id: Uuid })

export const nodeRoutes = (nodes: NodeRegistry): Route[] => [
  route({
    method: 'GET',
    path: '/nodes',
    operationId: 'listNodes',
    summary: 'List the nodes of the service',
    description: 'A node that was killed is listed with `is_alive: false` for an hour.',
    tag: 'System',
    scope: 'admin',
    query: Type.Object({}, { additionalProperties: false }),
    response: ServiceNodes,
    handle: () => nodes.list(),
  }),
  route({
    method: 'POST',
    path: '/nodes/{node_id}/drain',
    operationId: 'drainNode',
    audit: 'node.drain',
    summary: 'Let a node take no more runs',
    description:
      'Runs that it executes go on, and it still serves requests. Another node than the one that responds follows within ten seconds. A node that starts again takes runs.',
    tag: 'System',
    scope: 'admin',
    params,
    response: ServiceNode,
    handle: ({ params: { node_id }, auditStatements }) => nodes.setDrained(node_id, true, auditStatements),
  }),
  route({
    method: 'POST',
    path: '/nodes/{node_id}/resume',
    operationId: 'resumeNode',
    audit: 'node.resume',
    summary: 'Let a drained node take runs again',
    tag: 'System',
    scope: 'admin',
    params,
    response: ServiceNode,
    handle: ({ params: { node_id }, auditStatements }) => nodes.setDrained(node_id, false, auditStatements),
  }),
]
