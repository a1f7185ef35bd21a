/** The six figures at the top of Home, from the statistics of a range. */
import type { Figures, Statistics } from '../api/types.ts'
import { formatCost, formatCount, formatDuration, formatPercent, formatShortCount, plural } from './format.ts'
import { describeLength } from './time-range.ts'

export interface HomeFigure {
  id: 'rate' | 'failed' | 'duration' | 'queue' | 'tokens' | 'guardrails'
  label: string
  value: string
  /** Beside the value, smaller. */
  detail: string
  note: string
  /** One value per step; null where nothing was measured. */
  series: (number | null)[]
  style: 'line' | 'bars'
  tone: 'ink' | 'fail' | 'node' | 'guard'
}

export const countEnded = ({ runs }: Pick<Figures, 'runs'>): number =>
  runs.completed + runs.failed + runs.cancelled

const divide = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

const formatRate = (perMinute: number): string => {
  if (perMinute === 0) return '0'
  if (perMinute >= 1_000) return formatShortCount(Math.round(perMinute))
  if (perMinute < 0.01) return '< 0.01'
  return perMinute >= 10 ? perMinute.toFixed(1) : perMinute.toFixed(2)
}

/** With fewer runs than this in the range before, or with more than this times as many now, a percentage says nothing. */
const ENOUGH_RUNS = 20
const LARGEST_RATIO = 10

/**
 * ", up 6 %" compared with the range of the same length before. If that range has too few runs for a ratio, the text has their number;
 * it is empty if the number is unknown.
 */
const describeTrend = (count: number, before: number | undefined): string => {
  if (before === undefined) return ''
  if (Math.round(before) === 0) return count === 0 ? '' : ', none before'
  const ratio = count / before
  if (before < ENOUGH_RUNS || ratio > LARGEST_RATIO) return `, ${formatCount(Math.round(before))} before`
  if (Math.abs(ratio - 1) < 0.005) return ', as before'
  return `, ${ratio > 1 ? 'up' : 'down'} ${formatPercent(Math.abs(ratio - 1))}`
}

const countGuarded = ({ guardrails: { passed, flagged, blocked } }: Figures): number =>
  passed + flagged + blocked
const countTriggered = ({ guardrails: { flagged, blocked } }: Figures): number => flagged + blocked
const countTokens = ({ tokens }: Figures): number => tokens.input + tokens.output

const describeCost = ({ cost, ...totals }: Figures): { detail: string; note: string } => {
  const ended = countEnded(totals)
  const [model, ...others] = cost.unpriced_models
  const unpriced =
    model === undefined
      ? ''
      : `no price for ${model}${others.length > 0 ? ` and ${String(others.length)} more` : ''}`
  if (cost.usd === null) return { detail: '', note: unpriced === '' ? 'no cost known' : unpriced }
  const usd = Number(cost.usd)
  const priced = ended - cost.unpriced_runs
  const each = priced > 0 ? `${formatCost(usd / priced)} for each run` : ''
  return { detail: formatCost(usd), note: unpriced === '' ? each : unpriced }
}

export const toHomeFigures = (
  statistics: Statistics,
  /** The length of the range that was asked for; the statistics cover whole steps, which can be longer. */
  rangeMs: number,
  /** Runs that were created in the range of the same length before. */
  createdBefore: number | undefined,
): HomeFigure[] => {
  const { totals, queue, series } = statistics
  const lengthMs = Date.parse(statistics.to) - Date.parse(statistics.from)
  const length = describeLength(rangeMs)
  const { created, failed } = totals.runs
  const failedShare = divide(failed, countEnded(totals))
  const triggered = countTriggered(totals)
  const triggeredShare = divide(triggered, countGuarded(totals))
  const orDash = (ms: number | null): string => (ms === null ? '–' : formatDuration(ms))
  return [
    {
      id: 'rate',
      label: 'Runs per minute',
      value: formatRate(created / (lengthMs / 60_000)),
      detail: '',
      note: `${formatCount(created)} in ${length}${describeTrend(created, createdBefore)}`,
      series: series.map(({ runs }) => runs.created),
      style: 'line',
      tone: 'ink',
    },
    {
      id: 'failed',
      label: 'Failed',
      value: failedShare === null ? '–' : formatPercent(failedShare),
      detail: '',
      note: failedShare === null ? 'no run has ended' : `${plural(failed, 'run')} in ${length}`,
      series: series.map(({ runs }) => runs.failed),
      style: 'bars',
      tone: 'fail',
    },
    {
      id: 'duration',
      label: 'Duration, p95',
      value: orDash(totals.duration_ms.p95),
      detail: '',
      note:
        totals.duration_ms.p50 === null
          ? 'no run has ended'
          : `median ${formatDuration(totals.duration_ms.p50)}, with waits`,
      series: series.map(({ duration_ms }) => duration_ms.p95),
      style: 'line',
      tone: 'ink',
    },
    {
      id: 'queue',
      label: 'Queue',
      value: formatCount(queue.depth),
      detail: queue.oldest_ms === null ? '' : `oldest ${formatDuration(queue.oldest_ms)}`,
      note:
        totals.queue_ms.p95 === null
          ? 'no run has waited'
          : `p95 in ${length}: ${formatDuration(totals.queue_ms.p95)}`,
      series: series.map(({ queue_ms }) => queue_ms.p95),
      style: 'bars',
      tone: 'node',
    },
    {
      id: 'tokens',
      label: 'Tokens and cost',
      value: formatShortCount(countTokens(totals)),
      ...describeCost(totals),
      series: series.map((point) => countTokens(point)),
      style: 'line',
      tone: 'ink',
    },
    {
      id: 'guardrails',
      label: 'Guardrails',
      value: triggeredShare === null ? '–' : formatPercent(triggeredShare),
      detail: triggeredShare === null ? '' : plural(triggered, 'run'),
      note:
        triggeredShare === null
          ? 'no run was checked'
          : `${formatCount(totals.guardrails.flagged)} flagged, ${formatCount(totals.guardrails.blocked)} blocked`,
      series: series.map((point) => divide(countTriggered(point), countGuarded(point))),
      style: 'line',
      tone: 'guard',
    },
  ]
}

/** The number of runs that were created between two times, from steps that may be cut by them. */
export const countCreated = (statistics: Statistics, from: number, to: number): number => {
  let sum = 0
  for (const { at, runs } of statistics.series) {
    const start = Date.parse(at)
    const end = start + statistics.step * 1_000
    const overlap = Math.min(end, to) - Math.max(start, from)
    if (overlap > 0) sum += (runs.created * overlap) / (end - start)
  }
  return sum
}
