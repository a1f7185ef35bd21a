import { describe, expect, it } from 'vitest'
import { findCurrentNode } from './current-node.js'

const find = (...events: object[]): string | null => findCurrentNode(JSON.stringify(events))
const event = (type: string, node_id: string, task_id: string) => ({ type, node_id, task_id })

describe('the current node of a running run', () => {
  it('is the node of the last event that belongs to one', () => {
    expect(find(event('node.started', 'plan', '1'), { type: 'checkpoint.saved' })).toBe('plan')
    expect(find(event('llm.token', 'reply', '2'))).toBe('reply')
  })

  it('is not a node that has ended', () => {
    expect(find(event('node.started', 'plan', '1'), event('node.completed', 'plan', '1'))).toBeNull()
    expect(find(event('node.started', 'plan', '1'), event('node.failed', 'plan', '1'))).toBeNull()
    expect(find(event('node.completed', 'plan', '1'), event('node.started', 'reply', '2'))).toBe('reply')
  })

  it('is a failed node while it waits to be tried again', () => {
    const failed = event('node.failed', 'fetch', '1')
    expect(find(event('node.started', 'fetch', '1'), { ...failed, will_retry: true })).toBe('fetch')
    expect(find(event('node.started', 'fetch', '1'), { ...failed, will_retry: false })).toBeNull()
  })

  it('is the branch that was active last, if several execute', () => {
    const started = [event('node.started', 'left', '1'), event('node.started', 'right', '2')]
    expect(find(...started)).toBe('right')
    expect(find(...started, event('tool.call', 'left', '1'))).toBe('left')
    expect(find(...started, event('node.completed', 'right', '2'))).toBe('left')
  })

  it('is unknown while the events name no node', () => {
    expect(find({ type: 'run.claimed' }, { type: 'run.started' })).toBeNull()
    expect(find()).toBeNull()
  })
})
