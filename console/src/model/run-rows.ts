/** The rows of the list of runs: live changes, and the scale of the duration bars. */
import type { Change, Page, RunSummary } from '../api/types.ts'

/**
 * Puts a freshly loaded first page in front of the rows that are shown. Rows in the range of the fresh page that it does not contain
 * no longer match; rows beyond it stay, so that no row is lost when new ones push others to the second page.
 */
export const mergeFirstPage = (
  shown: Page<RunSummary>[],
  fresh: Page<RunSummary>,
  order: 'asc' | 'desc',
): Page<RunSummary>[] => {
  const [first, ...others] = shown
  const last = fresh.data.at(-1)
  if (first === undefined || last === undefined || !fresh.has_more) return [fresh]
  const isBeyond = ({ run_id }: RunSummary): boolean =>
    order === 'desc' ? run_id < last.run_id : run_id > last.run_id
  const kept = first.data.filter(isBeyond)
  return [
    { ...first, data: [...fresh.data, ...kept] },
    ...others.map((page) => ({ ...page, data: page.data.filter(isBeyond) })),
  ]
}

const STATUSES = new Set(['queued', 'in_progress', 'requires_action', 'completed', 'failed', 'cancelled'])

/** Shows the new statuses at once; the other fields follow when the rows are loaded again. */
export const applyChanges = (pages: Page<RunSummary>[], changes: Change[]): Page<RunSummary>[] => {
  const statuses = new Map(
    changes.flatMap(({ topic, id, status }) =>
      topic === 'runs' && STATUSES.has(status) ? [[id, status] as const] : [],
    ),
  )
  if (statuses.size === 0) return pages
  return pages.map((page) => ({
    ...page,
    data: page.data.map((run) => {
      const status = statuses.get(run.run_id)
      return status === undefined || status === run.status
        ? run
        : { ...run, status: status as RunSummary['status'] }
    }),
  }))
}

const SECOND = 1_000
const SCALES = [1, 2, 4, 8, 16, 30, 60, 120, 300, 600, 1_800, 3_600].map((seconds) => seconds * SECOND)

/** The length at which duration bars end: most runs fit, and the few long ones are cut instead of flattening the others. */
export const chooseBarScale = (durations: number[]): number => {
  if (durations.length === 0) return 16 * SECOND
  const sorted = durations.toSorted((a, b) => a - b)
  const ninetieth = sorted[Math.floor((sorted.length - 1) * 0.9)] ?? 0
  return SCALES.find((scale) => scale >= ninetieth) ?? 3_600 * SECOND
}

interface Bar {
  /** Shares of the whole width, from 0 to 1. */
  queue: number
  run: number
  isCut: boolean
}

/** A bar of two parts: waiting in the queue, then running. Both are visible, however short they are. */
export const layOutBar = (queueMs: number, runMs: number, scaleMs: number): Bar => {
  const queue = Math.min(1, Math.max(0.03, queueMs / scaleMs))
  const run = runMs <= 0 ? 0 : Math.min(1 - queue, Math.max(0.03, runMs / scaleMs))
  return { queue, run, isCut: queueMs + runMs > scaleMs }
}
