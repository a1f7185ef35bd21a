import { describe, expect, it } from 'vitest'
import { Slots } from './slots.js'

const waiter = () => {
  const waiting = {
    served: 0,
    serve: () => {
      waiting.served++
    },
  }
  return waiting
}

describe('the slots of a node', () => {
  it('are given to whoever asks, as many as are left', () => {
    const slots = new Slots(5)
    expect(slots.take(3, waiter())).toBe(3)
    expect(slots.take(3, waiter())).toBe(2)
    expect(slots.take(3, waiter())).toBe(0)
    expect(slots.take(0, waiter())).toBe(0)
    expect(slots.take(-1, waiter())).toBe(0)
    slots.giveBack(1)
    expect(slots.take(3, waiter())).toBe(1)
  })

  it('serve those that found none in the order in which they asked, one for each slot that comes back', () => {
    const slots = new Slots(1)
    const [first, second, content] = [waiter(), waiter(), waiter()]
    slots.take(1, content)
    slots.take(1, first)
    slots.take(1, second)
    slots.take(1, first)
    slots.giveBack(1)
    expect([first.served, second.served]).toEqual([1, 0])
    slots.giveBack(1)
    slots.giveBack(1)
    expect([first.served, second.served, content.served]).toEqual([1, 1, 0])
  })

  it('serve several waiters when several come back', () => {
    const slots = new Slots(2)
    slots.take(2, waiter())
    const waiters = [waiter(), waiter(), waiter()]
    for (const one of waiters) slots.take(1, one)
    slots.giveBack(2)
    expect(waiters.map(({ served }) => served)).toEqual([1, 1, 0])
  })
})
