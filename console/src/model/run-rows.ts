/** The rows of the list of runs: live changes, and the length and scale of the duration bars. */
import type { BulkAction } from '../api/runs.ts'
import type { Change, Page, RunCounts, RunSummary } from '../api/types.ts'

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

const DELETED = 'deleted'

/** Shows the new statuses at once and removes deleted runs; the other fields follow when the rows are loaded again. */
export const applyChanges = (pages: Page<RunSummary>[], changes: Change[]): Page<RunSummary>[] => {
  const statuses = new Map(
    changes.flatMap(({ topic, id, status }) =>
      topic === 'runs' && (STATUSES.has(status) || status === DELETED) ? [[id, status] as const] : [],
    ),
  )
  if (statuses.size === 0) return pages
  const applyTo = (run: RunSummary): RunSummary[] => {
    const status = statuses.get(run.run_id)
    if (status === undefined || status === run.status) return [run]
    return status === DELETED ? [] : [{ ...run, status: status as RunSummary['status'] }]
  }
  return pages.map((page) => ({ ...page, data: page.data.flatMap(applyTo) }))
}

/** The number of runs with one of these statuses, or of all runs if none is given. */
export const sumOfStatuses = (
  { total, capped, counts }: RunCounts,
  statuses: readonly string[],
): { total: number; capped: boolean } => {
  if (statuses.length === 0) return { total, capped }
  const chosen = counts.filter(({ value }) => statuses.includes(value))
  return {
    total: chosen.reduce((sum, { count }) => sum + count, 0),
    capped: chosen.some((entry) => entry.capped),
  }
}

/** Queue and execution of a run in milliseconds; both grow while they last. */
export const measureRun = (run: RunSummary, now: number): { queue: number; run: number } => {
  if (run.started_at === null) {
    const from = Date.parse(run.available_at ?? run.created_at)
    return { queue: run.status === 'queued' ? Math.max(0, now - from) : 0, run: 0 }
  }
  const ran = run.duration_ms ?? Math.max(0, now - Date.parse(run.started_at))
  return { queue: run.queue_ms ?? 0, run: ran }
}

/** Undefined if the run waits for a person or has not started: how long that takes says nothing about the others. */
export const durationOf = (run: RunSummary, now: number): number | undefined => {
  if (run.status === 'queued' || run.status === 'requires_action') return undefined
  const { queue, run: ran } = measureRun(run, now)
  return queue + ran
}

/** Runs that have not ended can be cancelled; the others can be started again and deleted. */
export const allows = (action: BulkAction, { status }: Pick<RunSummary, 'status'>): boolean => {
  const isOpen = status === 'queued' || status === 'in_progress' || status === 'requires_action'
  return action === 'cancel' ? isOpen : !isOpen
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
