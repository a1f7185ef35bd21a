import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventFields } from '../../events/run-event.js'
import { EventBuffer, isStreamingTokens } from './event-buffer.js'
import { ThreadValues } from './thread-values.js'
import { makeValueCache } from './value-cache.js'

const makeBuffer = (): EventBuffer =>
  new EventBuffer(
    () => undefined,
    () => 0,
    new ThreadValues('thread', makeValueCache().forTenant('default')),
  )

describe('whether an executor thread is streaming tokens', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each<EventFields>([
    { type: 'llm.started', node_id: 'agent', call_id: 'call' },
    { type: 'llm.token', node_id: 'agent', call_id: 'call', token: 'Hello' },
  ])('is true for a quarter of a second after $type', (event) => {
    makeBuffer().addEvent(event)
    expect(isStreamingTokens()).toBe(true)
    vi.advanceTimersByTime(249)
    expect(isStreamingTokens()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isStreamingTokens()).toBe(false)
  })

  it('is not changed by other events', () => {
    vi.advanceTimersByTime(250)
    makeBuffer().addEvent({ type: 'node.started', node_id: 'agent' })
    expect(isStreamingTokens()).toBe(false)
  })
})
