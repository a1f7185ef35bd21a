/** How far an evaluation is: on a terminal one line that is drawn anew, elsewhere a line for every tenth of it. */
import type { Progress } from './follow-evaluation.js'

export interface Screen {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

/** Drawn no more often than can be read. */
const REDRAW_MS = 100
const BAR = 24
const GAP = '  '

/** The most important first. `since` is what was done, and how long ago, when this command began to watch. */
const partsOf = (
  { done, total, percent, errors }: Progress,
  since: { done: number; elapsedMs: number },
): string[] => {
  const rate = since.elapsedMs > 0 ? (done - since.done) / (since.elapsedMs / 1000) : 0
  return [
    `${String(Math.floor(percent))} %`,
    `${String(done)}/${String(total)}`,
    ...(errors > 0 ? [`${String(errors)} errors`] : []),
    ...(rate > 0 ? [`${rate.toFixed(1)}/s`] : []),
    ...(rate > 0 && done < total ? [`${duration((total - done) / rate)} left`] : []),
  ]
}

/** As many as there is room for: half a number would be another one. */
const fitting = (parts: readonly string[], room: number): string => {
  const count = parts.findLastIndex((_, at) => parts.slice(0, at + 1).join(GAP).length <= room)
  return parts.slice(0, count + 1).join(GAP)
}

const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${String(whole)} s`
  if (whole < 3600) return `${String(Math.floor(whole / 60))} min ${String(whole % 60)} s`
  return `${String(Math.floor(whole / 3600))} h ${String(Math.floor((whole % 3600) / 60))} min`
}

const bar = (percent: number): string => {
  const full = Math.floor((Math.min(percent, 100) / 100) * BAR)
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`
}

export const makeProgressLine = (screen: Screen, now: () => number) => {
  let first: { done: number; at: number } | undefined
  let drawnAt = -REDRAW_MS
  let isOpen = false
  let tenths = -1

  const redraw = (parts: readonly string[], percent: number): void => {
    // Some terminals say that they are 0 wide.
    const room = (screen.columns || 80) - BAR - 2
    screen.write(`\r\u001b[K${bar(percent)} ${fitting(parts, room)}`)
    isOpen = true
  }

  return {
    show: (progress: Progress): void => {
      const at = now()
      first ??= { done: progress.done, at }
      const parts = partsOf(progress, { done: first.done, elapsedMs: at - first.at })
      if (screen.isTTY) {
        if (at - drawnAt < REDRAW_MS && progress.done < progress.total) return
        drawnAt = at
        redraw(parts, progress.percent)
        return
      }
      const reached = Math.floor(progress.percent / 10)
      if (reached <= tenths) return
      tenths = reached
      screen.write(`${parts.join(GAP)}\n`)
    },

    /** Before anything else is written. */
    end: (): void => {
      if (isOpen) screen.write('\n')
      isOpen = false
    },
  }
}
