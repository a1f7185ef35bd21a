import { describe, expect, it } from 'vitest'
import { estimateRemaining } from './evaluation-progress.ts'

describe('the remaining time of an evaluation', () => {
  it('follows from the rate since the first sample', () => {
    // 20 of 80 in 10 s; 20 remain.
    expect(estimateRemaining({ done: 60, total: 80 }, { at: 0, done: 40 }, 10_000)).toBe(10_000)
  })

  it('is unknown until a few runs are done, and at the end', () => {
    expect(estimateRemaining({ done: 2, total: 80 }, { at: 0, done: 0 }, 10_000)).toBeUndefined()
    expect(estimateRemaining({ done: 80, total: 80 }, { at: 0, done: 0 }, 10_000)).toBeUndefined()
  })
})
