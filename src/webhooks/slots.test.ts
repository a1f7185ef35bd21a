import { describe, expect, it } from 'vitest'
import { Slots } from './slots.js'

const makeWaiter = () => {
  const waiting = {
    wakeCount: 0,
    wake: () => {
      waiting.wakeCount++
    },
  }
  return waiting
}

describe('the slots of a node', () => {
  it('are given to whoever asks, as many as are left', () => {
    const slots = new Slots(5)
    expect(slots.acquire(3, makeWaiter())).toBe(3)
    expect(slots.acquire(3, makeWaiter())).toBe(2)
    expect(slots.acquire(3, makeWaiter())).toBe(0)
    expect(slots.acquire(0, makeWaiter())).toBe(0)
    expect(slots.acquire(-1, makeWaiter())).toBe(0)
    slots.release(1)
    expect(slots.acquire(3, makeWaiter())).toBe(1)
  })

  it('serve those that found none in the order in which they asked, one for each slot that comes back', () => {
    const slots = new Slots(1)
    const [first, second, satisfied] = [makeWaiter(), makeWaiter(), makeWaiter()]
    slots.acquire(1, satisfied)
    slots.acquire(1, first)
    slots.acquire(1, second)
    slots.acquire(1, first)
    slots.release(1)
    expect([first.wakeCount, second.wakeCount]).toEqual([1, 0])
    slots.release(1)
    slots.release(1)
    expect([first.wakeCount, second.wakeCount, satisfied.wakeCount]).toEqual([1, 1, 0])
  })

  it('serve several waiters when several come back', () => {
    const slots = new Slots(2)
    slots.acquire(2, makeWaiter())
    const waiters = [makeWaiter(), makeWaiter(), makeWaiter()]
    for (const waiter of waiters) slots.acquire(1, waiter)
    slots.release(2)
    expect(waiters.map(({ wakeCount }) => wakeCount)).toEqual([1, 1, 0])
  })
})
