import { describe, expect, it } from 'vitest'
import { adaptConcurrency } from './adapt-concurrency.js'

const bounds = { min: 8, max: 64, tenants: 2 }

describe('the number of runs that a node executes', () => {
  it('runs that keep the threads busy are reduced to the minimum within a second', () => {
    let limit = 64
    for (let n = 0; n < 3; n++) limit = adaptConcurrency(limit, { ...bounds, running: limit, utilization: 1 })
    expect(limit).toBe(8)
  })

  it('the first reduction leaves less than a quarter of the runs', () => {
    expect(adaptConcurrency(64, { ...bounds, running: 64, utilization: 1 })).toBe(12)
  })

  it('runs that leave the threads idle are not limited', () => {
    expect(adaptConcurrency(64, { ...bounds, running: 64, utilization: 0.2 })).toBe(64)
    let limit = 8
    for (let n = 0; n < 30; n++)
      limit = adaptConcurrency(limit, { ...bounds, running: limit, utilization: 0.5 })
    expect(limit).toBe(64)
  })

  it('the limit stays where the threads are just busy', () => {
    expect(adaptConcurrency(20, { ...bounds, running: 20, utilization: 0.97 })).toBe(20)
  })

  it('the runs of a single tenant are not limited', () => {
    expect(adaptConcurrency(8, { ...bounds, tenants: 1, running: 8, utilization: 1 })).toBe(64)
  })

  it('a few runs that compute do not reduce the limit for others', () => {
    expect(adaptConcurrency(64, { ...bounds, running: 3, utilization: 1 })).toBe(64)
  })
})
