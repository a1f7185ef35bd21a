import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useChanges } from './live.ts'
import type { Change } from './types.ts'

type Choice = readonly Change['topic'][] | ((change: Change) => boolean)

/**
 * Loads queries again when something of a topic changes, or something that a function chooses: at once, and then at most once in `everyMs`, so that a busy tenant
 * does not make a page that is left open send more requests.
 */
export const useLiveRefresh = (keys: readonly QueryKey[], choice: Choice, everyMs: number): void => {
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
    const isChosen = typeof choice === 'function' ? choice : ({ topic }: Change) => choice.includes(topic)
    if (changes.some(isChosen)) schedule()
  }, schedule)
  useEffect(() => () => clearTimeout(timer.current), [])
}
