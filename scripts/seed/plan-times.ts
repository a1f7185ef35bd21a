/** Decides when each group of runs took place: over the last 24 hours, with the failures of the carrier in the last one. */
import { makeTimeMap, type Pause, type TimeMap } from './time-map.js'
import type { Random } from './random.js'
import { getEnd, type SeededRun } from './seeded-runs.js'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

/** Returns undefined if the times stay: runs in progress continue from now on, and older runs are not part of the seed. */
export const planTimes = (
  runs: readonly SeededRun[],
  isEvaluation: boolean,
  random: Random,
  { since, now }: { since: number; now: number },
): TimeMap | undefined => {
  if (runs.some(({ row }) => row.created_at < since || isInProgress(row))) return undefined
  const pauses = isEvaluation ? [] : [...findTurns(runs, random), ...findWaits(runs, random)]
  const start = Math.min(...runs.map(({ row }) => row.created_at))
  const end = Math.ceil(Math.max(...runs.map(getEnd)))
  const span = end - start + pauses.reduce((sum, { ms }) => sum + ms, 0)
  return makeTimeMap(pauses, end, now - pickAge(runs, span, random))
}

const isInProgress = ({ status, started_at }: SeededRun['row']): boolean =>
  status === 'in_progress' || (status === 'queued' && started_at !== null)

/** How long ago the group ended, or began to wait. */
const pickAge = (runs: readonly SeededRun[], span: number, random: Random): number => {
  const [min, max] = pickAges(runs)
  return Math.round(random.between(min, Math.max(min + 1, Math.min(max, DAY_MS - span - MINUTE_MS))))
}

const pickAges = (runs: readonly SeededRun[]): [min: number, max: number] => {
  const has = (test: (row: SeededRun['row']) => boolean) => runs.some(({ row }) => test(row))
  if (has(({ status }) => status === 'queued')) return [MINUTE_MS, 40 * MINUTE_MS]
  if (has(({ status }) => status === 'requires_action')) return [2 * MINUTE_MS, 180 * MINUTE_MS]
  if (has(({ error }) => error?.includes('ask_carrier') ?? false)) return [MINUTE_MS, 55 * MINUTE_MS]
  return [MINUTE_MS, DAY_MS]
}

/** People think before they write again, and before they repeat a run. */
const findTurns = (runs: readonly SeededRun[], random: Random): Pause[] => {
  const pauses: Pause[] = []
  let end = -Infinity
  for (const run of runs) {
    const { created_at } = run.row
    if (Number.isFinite(end) && created_at > end)
      pauses.push({ after: (end + created_at) / 2, ms: pickMs(random, 20 * SECOND_MS, 6 * MINUTE_MS) })
    end = Math.max(end, getEnd(run))
  }
  return pauses
}

/** Clients return the outputs of tools within seconds, people respond within minutes. */
const findWaits = (runs: readonly SeededRun[], random: Random): Pause[] =>
  runs.flatMap(({ events }) =>
    events.flatMap((event, index) => {
      const next = events[index + 1]
      if (event.type !== 'run.requires_action' || next === undefined || next.at <= event.at) return []
      const isTool = JSON.stringify(event['required_action']).includes('submit_tool_outputs')
      const ms = isTool ? pickMs(random, 400, 4 * SECOND_MS) : pickMs(random, MINUTE_MS, 40 * MINUTE_MS)
      return [{ after: (event.at + next.at) / 2, ms }]
    }),
  )

const pickMs = (random: Random, min: number, max: number): number => Math.round(random.between(min, max))
