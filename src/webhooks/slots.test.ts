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

describe('slots', () => {
  it('a request is granted as many slots as are free', () => {
    const slots = new Slots(5)
    expect(slots.acquire(3, makeWaiter())).toBe(3)
    expect(slots.acquire(3, makeWaiter())).toBe(2)
    expect(slots.acquire(3, makeWaiter())).toBe(0)
    expect(slots.acquire(0, makeWaiter())).toBe(0)
    expect(slots.acquire(-1, makeWaiter())).toBe(0)
    slots.release(1)
    expect(slots.acquire(3, makeWaiter())).toBe(1)
  })

  it('each released slot wakes one waiter, in the order of their requests', () => {
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

  it('releasing several slots wakes several waiters', () => {
    const slots = new Slots(2)
    slots.acquire(2, makeWaiter())
    const waiters = [makeWaiter(), makeWaiter(), makeWaiter()]
    for (const waiter of waiters) slots.acquire(1, waiter)
    slots.release(2)
    expect(waiters.map(({ wakeCount }) => wakeCount)).toEqual([1, 1, 0])
  })
})
