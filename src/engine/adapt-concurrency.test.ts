import { describe, expect, it } from 'vitest'
import { adaptConcurrency } from './adapt-concurrency.js'

const load = { min: 8, max: 2_000, tenants: 2, memoryShare: 0.1, ended: 0 }

/** Repeats a step in which all runs that are allowed are in progress. */
const repeat = (times: number, limit: number, utilization: number, changes: Partial<typeof load> = {}) => {
  for (let n = 0; n < times; n++)
    limit = adaptConcurrency(limit, { ...load, ...changes, running: limit, utilization })
  return limit
}

describe('the number of runs that a node executes', () => {
  it('runs that keep the threads busy are reduced to the minimum within a second', () => {
    expect(repeat(3, 64, 1)).toBe(8)
  })

  it('the first reduction leaves less than a quarter of the runs', () => {
    expect(repeat(1, 64, 1)).toBe(12)
  })

  it('runs that leave the threads idle grow to the maximum within three seconds', () => {
    expect(repeat(10, 64, 0.2)).toBe(2_000)
    expect(repeat(10, 64, 0.2, { tenants: 1 })).toBe(2_000)
    expect(repeat(10, 64, 0.2, { max: 100 })).toBe(100)
  })

  it('a limit that was reduced grows back', () => {
    expect(repeat(23, 8, 0.5)).toBeGreaterThanOrEqual(64)
  })

  it('a node without runs accepts no more than enough to keep its threads busy', () => {
    expect(adaptConcurrency(2_000, { ...load, running: 0, utilization: 0 })).toBe(64)
    expect(adaptConcurrency(2_000, { ...load, running: 0, utilization: 0, max: 10 })).toBe(10)
  })

  it('the limit stays where the threads are just busy', () => {
    expect(repeat(5, 20, 0.97)).toBe(20)
    expect(repeat(5, 500, 0.97)).toBe(500)
  })

  it('the runs of a single tenant are only limited to what keeps the threads busy', () => {
    expect(repeat(1, 8, 1, { tenants: 1 })).toBe(64)
    expect(repeat(5, 64, 1, { tenants: 1 })).toBe(64)
  })

  it('runs that are in progress are not replaced while they use up all time', () => {
    expect(adaptConcurrency(500, { ...load, tenants: 1, running: 400, utilization: 1 })).toBe(400)
  })

  it('a second tenant can start runs while the runs of another one use up all time', () => {
    expect(adaptConcurrency(400, { ...load, running: 400, utilization: 1 })).toBe(401)
    expect(adaptConcurrency(400, { ...load, running: 400, ended: 4, utilization: 1 })).toBe(399)
  })

  it('short runs of several tenants are reduced, however many are in progress', () => {
    expect(adaptConcurrency(150, { ...load, running: 150, ended: 60, utilization: 1 })).toBe(121)
    expect(adaptConcurrency(100, { ...load, running: 100, ended: 90, utilization: 1 })).toBe(64)
  })

  it('no runs are added while memory is scarce', () => {
    expect(adaptConcurrency(500, { ...load, running: 300, utilization: 0.1, memoryShare: 0.8 })).toBe(300)
    expect(adaptConcurrency(500, { ...load, running: 0, utilization: 0.1, memoryShare: 0.8 })).toBe(8)
  })

  it('a few runs that compute do not reduce the limit for others', () => {
    expect(adaptConcurrency(64, { ...load, running: 3, utilization: 1 })).toBe(64)
  })
})
