import { Type } from 'typebox'
import type { NodeRegistry } from '../../domain/console/nodes.js'
import { ServiceNodes } from '../../schema/node.js'
import { route, type Route } from '../http/route.js'

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
]
