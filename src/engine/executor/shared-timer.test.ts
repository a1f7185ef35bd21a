import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SharedTimer } from './shared-timer.js'

describe('a timer that executions share', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('calls everything that was scheduled within the delay at once', () => {
    const timer = new SharedTimer(8)
    const calls: string[] = []
    timer.schedule(() => calls.push('first'))
    vi.advanceTimersByTime(5)
    timer.schedule(() => calls.push('second'))
    expect(calls).toEqual([])
    vi.advanceTimersByTime(3)
    expect(calls).toEqual(['first', 'second'])
  })

  it('calls what was scheduled later after another delay', () => {
    const timer = new SharedTimer(8)
    const calls: string[] = []
    const call = (): void => void calls.push('call')
    timer.schedule(call)
    vi.advanceTimersByTime(8)
    timer.schedule(call)
    vi.advanceTimersByTime(7)
    expect(calls).toEqual(['call'])
    vi.advanceTimersByTime(1)
    expect(calls).toEqual(['call', 'call'])
  })

  it('does not call what was cancelled', () => {
    const timer = new SharedTimer(8)
    const call = vi.fn()
    timer.schedule(call)
    timer.cancel(call)
    vi.advanceTimersByTime(100)
    expect(call).not.toHaveBeenCalled()
  })
})
