import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { afterRefresh, delayOf, type Pace, type PaceState } from '../model/refresh-pace.ts'
import { useChanges } from './live.ts'
import type { Change } from './types.ts'

type Choice = readonly Change['topic'][] | ((change: Change) => boolean)

/** Returns a function that calls `refresh` at this pace, however often it is called. */
export const usePaced = (refresh: () => void, pace: Pace): (() => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const state = useRef<PaceState>(0)
  // The timer calls the function of the latest render.
  const latest = useRef({ refresh, pace })
  useEffect(() => {
    latest.current = { refresh, pace }
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = (): void => {
    timer.current = undefined
    state.current = afterRefresh(latest.current.pace, state.current, performance.now())
    latest.current.refresh()
  }
  return () => {
    timer.current ??= setTimeout(run, delayOf(pace, state.current, performance.now()))
  }
}

/**
 * Loads queries again when something of a topic changes, or something that a function chooses, at a pace that keeps a page under
 * constant load below twelve requests a minute.
 */
export const useLiveRefresh = (keys: readonly QueryKey[], choice: Choice, pace: Pace): void => {
  const client = useQueryClient()
  const schedule = usePaced(() => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }, pace)
  useChanges((changes) => {
    const isChosen = typeof choice === 'function' ? choice : ({ topic }: Change) => choice.includes(topic)
    if (changes.some(isChosen)) schedule()
  }, schedule)
}
