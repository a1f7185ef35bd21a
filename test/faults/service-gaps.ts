/** Measures how long a node accepts no writes, with a client that creates a thread at a time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './create-load.js'

const PAUSE_MS = 50

export const startGapProbe = (url: string) => {
  /** Times at which a write was acknowledged. */
  const acknowledgedAt: number[] = []
  const statuses = new Map<number, number>()
  let longestRequestMs = 0
  let isStopped = false

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      const startedAt = performance.now()
      const response = await send(url, '/threads', {})
      longestRequestMs = Math.max(longestRequestMs, performance.now() - startedAt)
      const status = response?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledgedAt.push(performance.now())
      await sleep(PAUSE_MS)
    }
  }
  const looping = loop()
  return {
    /** Returns the longest time between two acknowledged writes since `since`, of which the last may be open. */
    getLongestGap: (since: number): number => {
      const first = acknowledgedAt.findLastIndex((at) => at < since)
      const times = [...acknowledgedAt.slice(Math.max(0, first)), performance.now()]
      return Math.max(0, ...times.map((at, index) => at - (times[index - 1] ?? at)))
    },
    waitForWrites: async (count: number, timeoutMs: number): Promise<void> => {
      const target = acknowledgedAt.length + count
      const end = performance.now() + timeoutMs
      while (acknowledgedAt.length < target) {
        if (performance.now() > end) throw new Error(`no write was acknowledged for ${String(timeoutMs)} ms`)
        await sleep(PAUSE_MS)
      }
    },
    /** Responses by status; 0 is a broken connection. */
    getStatuses: (): Record<string, number> => Object.fromEntries(statuses),
    getLongestRequest: (): number => Math.round(longestRequestMs),
    stop: async (): Promise<void> => {
      isStopped = true
      await looping
    },
  }
}
