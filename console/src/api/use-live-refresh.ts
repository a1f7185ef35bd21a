import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from './live.ts'
import type { Change } from './types.ts'

/**
 * Loads queries again when something of a topic changes: at once, and then at most once in `everyMs`, so that a busy tenant
 * does not make a page that is left open send more requests.
 */
export const useLiveRefresh = (
  keys: readonly QueryKey[],
  topics: readonly Change['topic'][],
  everyMs: number,
): void => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(0)
  const refresh = (): void => {
    timer.current = undefined
    last.current = performance.now()
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }
  const schedule = (): void => {
    const wait = last.current === 0 ? 0 : Math.max(0, last.current + everyMs - performance.now())
    timer.current ??= setTimeout(refresh, wait)
  }
  useChanges((changes) => {
    if (changes.some(({ topic }) => topics.includes(topic))) schedule()
  }, schedule)
  useEffect(() => () => clearTimeout(timer.current), [])
}
