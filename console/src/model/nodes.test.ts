import { expect, it } from 'vitest'
import type { ServiceNode } from '../api/types.ts'
import { describeNodes, nodeState } from './nodes.ts'

const node = (fields: Partial<ServiceNode>): ServiceNode => ({
  id: 'a',
  node_id: 'a',
  version: '0.1.0',
  role: 'all',
  since: '2026-11-18T08:00:00.000Z',
  heartbeat_at: '2026-11-18T10:00:00.000Z',
  is_alive: true,
  executing: 2,
  threads: 1,
  draining: false,
  ...fields,
})

it('a lost node is lost, also if it was drained', () => {
  expect(nodeState({ is_alive: false, draining: true })).toBe('lost')
  expect(nodeState({ is_alive: true, draining: true })).toBe('draining')
})

it('the summary names what is not as usual', () => {
  expect(describeNodes([node({})])).toBe('1 node · 2 runs executing')
  expect(
    describeNodes([node({}), node({ version: '0.2.0', draining: true }), node({ is_alive: false })]),
  ).toBe('3 nodes, 1 draining, 1 lost · 4 runs executing · versions 0.1.0 and 0.2.0')
})
