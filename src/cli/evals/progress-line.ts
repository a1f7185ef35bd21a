/** Shows the progress of an evaluation: on a terminal one line that is redrawn, otherwise a line per 10 %. */
import type { Progress } from './follow-evaluation.js'

export interface Screen {
  write: (text: string) => unknown
  isTTY?: boolean
  columns?: number
}

/** Minimum time between redraws. */
const REDRAW_MS = 100
const BAR_WIDTH = 24
const GAP = '  '

/** Most important first. `start` is the progress when this command began to follow, and the time since then. */
const describeProgress = (
  { done, total, percent, errors }: Progress,
  start: { done: number; elapsedMs: number },
): string[] => {
  const rate = start.elapsedMs > 0 ? (done - start.done) / (start.elapsedMs / 1000) : 0
  return [
    `${String(Math.floor(percent))} %`,
    `${String(done)}/${String(total)}`,
    ...(errors > 0 ? [`${String(errors)} errors`] : []),
    ...(rate > 0 ? [`${rate.toFixed(1)}/s`] : []),
    ...(rate > 0 && done < total ? [`${formatDuration((total - done) / rate)} left`] : []),
  ]
}

/** Joins as many whole segments as fit: a truncated number would be wrong. */
const joinFitting = (segments: readonly string[], maxWidth: number): string => {
  const count = segments.findLastIndex(
    (_, index) => segments.slice(0, index + 1).join(GAP).length <= maxWidth,
  )
  return segments.slice(0, count + 1).join(GAP)
}

const formatDuration = (seconds: number): string => {
  const wholeSeconds = Math.ceil(seconds)
  if (wholeSeconds < 60) return `${String(wholeSeconds)} s`
  if (wholeSeconds < 3600)
    return `${String(Math.floor(wholeSeconds / 60))} min ${String(wholeSeconds % 60)} s`
  return `${String(Math.floor(wholeSeconds / 3600))} h ${String(Math.floor((wholeSeconds % 3600) / 60))} min`
}

const formatBar = (percent: number): string => {
  const filled = Math.floor((Math.min(percent, 100) / 100) * BAR_WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
}

export const makeProgressLine = (screen: Screen, now: () => number) => {
  let first: { done: number; time: number } | undefined
  let lastDrawnAt = -REDRAW_MS
  let isOpen = false
  let lastTenth = -1

  const redraw = (segments: readonly string[], percent: number): void => {
    // Some terminals report a width of 0.
    const maxWidth = (screen.columns || 80) - BAR_WIDTH - 2
    screen.write(`\r\u001b[K${formatBar(percent)} ${joinFitting(segments, maxWidth)}`)
    isOpen = true
  }

  return {
    show: (progress: Progress): void => {
      const time = now()
      first ??= { done: progress.done, time }
      const segments = describeProgress(progress, { done: first.done, elapsedMs: time - first.time })
      if (screen.isTTY) {
        if (time - lastDrawnAt < REDRAW_MS && progress.done < progress.total) return
        lastDrawnAt = time
        redraw(segments, progress.percent)
        return
      }
      const tenth = Math.floor(progress.percent / 10)
      if (tenth <= lastTenth) return
      lastTenth = tenth
      screen.write(`${segments.join(GAP)}\n`)
    },

    /** Ends the line; call it before other output. */
    end: (): void => {
      if (isOpen) screen.write('\n')
      isOpen = false
    },
  }
}
