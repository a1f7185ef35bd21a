import { Type, type Static } from 'typebox'
import { OneOf, Timestamp, Uuid } from './common.js'

export const ROLES = ['all', 'api', 'worker'] as const
export type Role = (typeof ROLES)[number]

const EXAMPLE = {
  id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  node_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
  version: '0.1.0',
  role: 'all',
  since: '2026-01-31T08:00:00.000Z',
  heartbeat_at: '2026-01-31T09:30:00.000Z',
  is_alive: true,
  executing: 3,
  threads: 2,
  draining: false,
}

export const ServiceNode = Type.Object(
  {
    id: Uuid,
    node_id: Uuid,
    version: Type.String({ description: 'The version of Heddle that the node runs.' }),
    role: OneOf(ROLES, 'The role of the node.'),
    since: Type.String({ format: 'date-time', description: 'When the node started.' }),
    heartbeat_at: Timestamp,
    is_alive: Type.Boolean({ description: 'False if the last heartbeat is more than 30 s ago.' }),
    executing: Type.Integer({ minimum: 0, description: 'Runs that the node executes.' }),
    threads: Type.Integer({ minimum: 0, description: 'Executor threads of the node.' }),
    draining: Type.Boolean({
      description: 'True while the node takes no more runs: it is stopping, or a person drained it.',
    }),
  },
  { title: 'ServiceNode', description: 'A process of the service.', examples: [EXAMPLE] },
)
export type ServiceNode = Static<typeof ServiceNode>

export const ServiceNodes = Type.Object(
  { data: Type.Array(ServiceNode, { description: 'The nodes, those that started first first.' }) },
  {
    title: 'ServiceNodes',
    examples: [
      {
        data: [EXAMPLE],
      },
    ],
  },
)
export type ServiceNodes = Static<typeof ServiceNodes>
