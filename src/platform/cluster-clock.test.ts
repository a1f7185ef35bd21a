import { describe, expect, it, vi } from 'vitest'
import { correctOffset, startClusterClock } from './cluster-clock.js'

describe('the clock of a cluster', () => {
  it('a node whose clock is ten minutes ahead uses the time of the database and reports the difference once', async () => {
    const skews: number[] = []
    const databaseTime = () => Date.now() - 600_000
    const clock = await startClusterClock({
      readDatabaseTime: () => Promise.resolve(databaseTime()),
      onSkew: (skew) => skews.push(skew),
    })
    expect(Math.abs(clock.now() - databaseTime())).toBeLessThan(5_000)
    expect(skews.map((skew) => Math.round(skew / 60_000))).toEqual([10])
    clock.stop()
  })

  it('a step of the clock of the machine does not change the time', async () => {
    const clock = await startClusterClock({
      readDatabaseTime: () => Promise.resolve(1_000_000),
      onSkew: () => undefined,
    })
    const before = clock.now()
    const spy = vi.spyOn(Date, 'now').mockReturnValue(0)
    expect(clock.now()).toBeGreaterThanOrEqual(before)
    expect(clock.now() - before).toBeLessThan(5_000)
    spy.mockRestore()
    clock.stop()
  })

  it('the first reading must succeed, and later failures keep the last reading', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const readDatabaseTime = vi.fn(() => Promise.resolve(5_000))
    const clock = await startClusterClock({ readDatabaseTime, onSkew: () => undefined })
    readDatabaseTime.mockRejectedValue(new Error('unavailable'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(readDatabaseTime).toHaveBeenCalledTimes(4)
    expect(clock.now()).toBeLessThan(35_000)
    clock.stop()
    vi.useRealTimers()
    await expect(
      startClusterClock({
        readDatabaseTime: () => Promise.reject(new Error('down')),
        onSkew: () => undefined,
      }),
    ).rejects.toThrow('down')
  })
})

describe('the offset of the clock', () => {
  /** The database's clock is ahead by `offset`; the reading takes `thereMs` to the database and `backMs` back. */
  const read = (offset: number, thereMs: number, backMs: number) => ({
    startedAt: 5_000,
    databaseTime: 5_000 + thereMs + offset,
    endedAt: 5_000 + thereMs + backMs,
  })

  it('is in the middle of what the first reading allows', () => {
    expect(correctOffset(undefined, read(1_000, 400, 0))).toBe(1_200)
  })

  it('is corrected by a fast reading and kept by slow ones', () => {
    const corrected = correctOffset(1_200, read(1_000, 1, 1))
    expect(corrected).toBe(1_001)
    expect(correctOffset(corrected, read(1_000, 900, 1))).toBe(corrected)
    expect(correctOffset(corrected, read(1_000, 1, 900))).toBe(corrected)
  })

  it('follows a step of the database clock', () => {
    expect(correctOffset(1_000, read(-60_000, 1, 1))).toBe(-59_999)
  })
})
