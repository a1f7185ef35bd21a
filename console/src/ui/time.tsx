import { useSyncExternalStore } from 'react'
import { formatDuration, formatFullUtc, formatRelative, formatUtc } from '../model/format.ts'
import { usePreferences } from './preferences.ts'

const TICK_MS = 1_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** All texts that depend on the current time share one timer, which runs only while such a text is shown. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const notify of listeners) notify()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const neverChanges = (): (() => void) => () => undefined

/** The current time in milliseconds; it advances every second while `running`. */
export const useNow = (running = true): number => {
  if (timer === undefined) now = Date.now()
  return useSyncExternalStore(running ? subscribe : neverChanges, () => (running ? now : 0))
}

interface TimeProps {
  /** ISO 8601, or milliseconds since the Unix epoch. */
  value: string | number
  className?: string
}

/** A time as the person prefers it: relative to now, or in UTC. The title has the exact time. */
export const Time = ({ value, className }: TimeProps) => {
  const { times } = usePreferences()
  const current = useNow(times === 'relative')
  const time = typeof value === 'number' ? value : Date.parse(value)
  if (Number.isNaN(time)) return <span className={className}>–</span>
  return (
    <time dateTime={new Date(time).toISOString()} title={formatFullUtc(time)} className={className}>
      {times === 'relative' ? formatRelative(time, current) : formatUtc(time, Date.now())}
    </time>
  )
}

interface DurationProps {
  /** Without `ms`, the duration runs from `since` until now. */
  ms?: number | null | undefined
  since?: string | number | null | undefined
  className?: string
}

export const Duration = ({ ms, since, className }: DurationProps) => {
  const running = ms == null && since != null
  const current = useNow(running)
  const start = typeof since === 'string' ? Date.parse(since) : since
  if (ms != null) return <span className={className}>{formatDuration(ms)}</span>
  if (start == null) return <span className={className}>–</span>
  return <span className={className}>{formatDuration(Math.max(0, current - start))}</span>
}
