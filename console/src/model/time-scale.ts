/** The time axis of a run. Stretches in which nothing happens are folded, so that a wait of an hour does not flatten the rest. */
import type { Span } from './spans.ts'

export interface Segment {
  from: number
  to: number
  /** Shares of the width, from 0 to 1. */
  x0: number
  x1: number
  folded: boolean
}

export interface TimeScale {
  segments: Segment[]
  start: number
  end: number
  toX: (time: number) => number
  toTime: (x: number) => number
}

type Interval = [from: number, to: number]

/** A gap is folded if it is longer than this, and than a share of the time in which something happens. */
const MIN_GAP_MS = 1_000
const MIN_GAP_SHARE = 0.25
/** The width of a folded gap. All of them together take at most a third. */
const FOLD_WIDTH = 0.06
const MAX_FOLDED_WIDTH = 0.33

/** Merges intervals that touch or overlap. */
export const mergeIntervals = (intervals: Interval[]): Interval[] => {
  const merged: Interval[] = []
  for (const [from, to] of intervals.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** The parts of `intervals` that no interval of `removed` covers. Both lists are merged. */
export const subtractIntervals = (intervals: Interval[], removed: Interval[]): Interval[] =>
  intervals.flatMap(([from, to]) => {
    const parts: Interval[] = []
    let at = from
    for (const [start, end] of removed) {
      if (end <= at || start >= to) continue
      if (start > at) parts.push([at, start])
      at = Math.max(at, end)
    }
    if (at < to || from === to) parts.push([at, to])
    return parts
  })

/** When something happens: nodes, models, tools and guardrails, except while the run waits, and the queue. */
export const findBusyTimes = (spans: Span[], end: number): Interval[] => {
  const toInterval = (span: Span): Interval => [span.start, span.end ?? end]
  const waits = mergeIntervals(spans.filter(({ kind }) => kind === 'waiting').map(toInterval))
  const work = mergeIntervals(
    spans.filter(({ kind }) => kind !== 'waiting' && kind !== 'attempt').map(toInterval),
  )
  return subtractIntervals(work, waits)
}

const findGaps = (busy: Interval[], start: number, end: number): Interval[] => {
  const gaps = subtractIntervals([[start, end]], busy).filter(([from, to]) => to > from)
  const idle = gaps.reduce((total, [from, to]) => total + to - from, 0)
  const active = end - start - idle
  return gaps.filter(([from, to]) => to - from > Math.max(MIN_GAP_MS, active * MIN_GAP_SHARE))
}

export const makeTimeScale = (busy: Interval[], start: number, end: number, fold: boolean): TimeScale => {
  const last = Math.max(end, start + 1)
  const gaps = fold ? findGaps(mergeIntervals(busy), start, last) : []
  const pieces = cutAtGaps(gaps, start, last)
  const foldedMs = gaps.reduce((total, [from, to]) => total + to - from, 0)
  const openMs = last - start - foldedMs
  const foldWidth =
    openMs <= 0
      ? 1 / Math.max(1, gaps.length)
      : Math.min(FOLD_WIDTH, MAX_FOLDED_WIDTH / Math.max(1, gaps.length))
  const openWidth = 1 - foldWidth * gaps.length
  const segments: Segment[] = []
  let x = 0
  for (const { from, to, folded } of pieces) {
    const width = folded ? foldWidth : ((to - from) / openMs) * openWidth
    segments.push({ from, to, folded, x0: x, x1: x + width })
    x += width
  }
  const final = segments.at(-1)
  if (final !== undefined) final.x1 = 1
  return {
    segments,
    start,
    end: last,
    toX: (time) => toX(segments, time),
    toTime: (position) => toTime(segments, position),
  }
}

const cutAtGaps = (gaps: Interval[], start: number, end: number): Omit<Segment, 'x0' | 'x1'>[] => {
  const pieces: Omit<Segment, 'x0' | 'x1'>[] = []
  let at = start
  for (const [from, to] of gaps) {
    if (from > at) pieces.push({ from: at, to: from, folded: false })
    pieces.push({ from, to, folded: true })
    at = to
  }
  if (at < end) pieces.push({ from: at, to: end, folded: false })
  return pieces
}

const toX = (segments: Segment[], time: number): number => {
  const first = segments[0]
  if (first === undefined || time <= first.from) return 0
  const segment = segments.find(({ to }) => time <= to)
  if (segment === undefined) return 1
  return segment.x0 + ((time - segment.from) / (segment.to - segment.from)) * (segment.x1 - segment.x0)
}

const toTime = (segments: Segment[], x: number): number => {
  const segment = segments.find(({ x1 }) => x <= x1) ?? segments.at(-1)
  if (segment === undefined) return 0
  const share = segment.x1 === segment.x0 ? 0 : (x - segment.x0) / (segment.x1 - segment.x0)
  return segment.from + Math.min(1, Math.max(0, share)) * (segment.to - segment.from)
}

export interface Tick {
  x: number
  label: string
  /** A folded stretch: its length instead of a time. */
  folded: boolean
}

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
]
const LABEL_WIDTH = 62

const formatOffset = (ms: number, step: number): string => {
  if (ms === 0) return '0'
  if (ms < 60_000)
    return step >= 1_000
      ? `${String(Math.round(ms / 1_000))} s`
      : step >= 100
        ? `${(ms / 1_000).toFixed(1)} s`
        : `${String(Math.round(ms))} ms`
  const seconds = Math.floor(ms / 1_000)
  const clock = `${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  // Ticks that are less than a second apart would have the same label.
  const fraction =
    step >= 1_000
      ? ''
      : (ms % 1_000)
          .toFixed(0)
          .padStart(3, '0')
          .slice(0, step >= 100 ? 1 : 3)
  const text = fraction === '' ? clock : `${clock}.${fraction}`
  return seconds < 3_600 ? text.replace(/^0/, '') : `${String(Math.floor(seconds / 3_600))}:${text}`
}

const formatFold = (ms: number): string => {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 3_600_000) return `${String(Math.round(ms / 60_000))} min`
  return ms < 86_400_000
    ? `${String(Math.round(ms / 3_600_000))} h`
    : `${String(Math.round(ms / 86_400_000))} d`
}

/** The lengths of folded stretches. Of two that would touch each other, the longer one is shown. */
const labelFolds = (segments: Segment[], width: number): Tick[] => {
  const shown: Segment[] = []
  for (const segment of segments.filter(({ folded }) => folded)) {
    const last = shown.at(-1)
    const touches = last !== undefined && (segment.x0 - last.x0) * width < LABEL_WIDTH * 0.75
    if (!touches) shown.push(segment)
    else if (segment.to - segment.from > last.to - last.from) shown.splice(-1, 1, segment)
  }
  return shown.map(({ from, to, x0, x1 }) => ({
    x: (x0 + x1) / 2,
    label: formatFold(to - from),
    folded: true,
  }))
}

/** Round times since the start of the run, as many as fit into `width` pixels without touching each other. */
export const makeTicks = ({ segments, start }: TimeScale, width: number): Tick[] => {
  const open = segments.filter(({ folded }) => !folded)
  const msPerPixel = Math.max(
    ...open.map(({ from, to, x0, x1 }) => (to - from) / Math.max(1, (x1 - x0) * width)),
    1e-6,
  )
  const step = STEPS.find((candidate) => candidate / msPerPixel >= LABEL_WIDTH) ?? 86_400_000
  const folds = labelFolds(segments, width)
  const ticks: Tick[] = []
  const collides = (x: number): boolean =>
    [...ticks, ...folds].some((other) => Math.abs(other.x - x) * width < LABEL_WIDTH * 0.75)
  for (const segment of open) {
    for (
      let offset = Math.ceil((segment.from - start) / step) * step;
      start + offset <= segment.to;
      offset += step
    ) {
      const x = toX(segments, start + offset)
      if (!collides(x) && x * width <= width - 14)
        ticks.push({ x, label: formatOffset(offset, step), folded: false })
    }
  }
  return [...ticks, ...folds].toSorted((a, b) => a.x - b.x)
}
