import { expect, it } from 'vitest'
import { adaptWindow, MIN_WINDOW_MS } from './notification-window.js'

/** Notifications per second of nodes that always have something to send. */
const getRate = (nodes: number, windowMs: number): number => (nodes * 1_000) / windowMs

it('a small cluster collects notifications for the shortest time', () => {
  expect(adaptWindow(MIN_WINDOW_MS, getRate(4, MIN_WINDOW_MS))).toBe(MIN_WINDOW_MS)
})

it('a large cluster reaches 1,000 notifications per second in one step and keeps them', () => {
  const first = adaptWindow(MIN_WINDOW_MS, getRate(50, MIN_WINDOW_MS))
  expect(getRate(50, first)).toBe(1_000)
  expect(adaptWindow(first, getRate(50, first))).toBe(first)
})

it('notifications are delayed by at most 100 ms', () => {
  expect(adaptWindow(MIN_WINDOW_MS, getRate(1_000, MIN_WINDOW_MS))).toBe(100)
})

it('the window becomes short again when less is sent', () => {
  expect(adaptWindow(100, 20)).toBe(MIN_WINDOW_MS)
})
