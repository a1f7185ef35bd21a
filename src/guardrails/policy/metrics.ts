/** The guardrail metrics of the API, from the counters and the verdicts of reviewers. */
import { validationError } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import { wilsonInterval } from '../../evaluations/stats/wilson.js'
import type { GuardrailMetrics, GuardrailMetricsQuery } from '../../schema/guardrail-metrics.js'
import type { DayRange, GuardrailCounterStore } from '../../store/guardrails/counters.js'
import type { DecisionStore, ReviewCounts } from '../../store/guardrails/decisions.js'
import { DAY_MS, toDay } from './decision-log.js'

interface GuardrailMetricsDeps {
  guardrailCounters: GuardrailCounterStore
  guardrailDecisions: DecisionStore
  clock: Clock
}

type Requests = Awaited<ReturnType<GuardrailCounterStore['listRequests']>>[number]
type Count = Awaited<ReturnType<GuardrailCounterStore['listCounts']>>[number]
type DailyTriggers = Awaited<ReturnType<GuardrailCounterStore['listDailyTriggers']>>[number]

const TREND_DAYS = 7
const MAX_RANGE_DAYS = 366

export const makeGuardrailMetrics = ({
  guardrailCounters,
  guardrailDecisions,
  clock,
}: GuardrailMetricsDeps) => ({
  async read(tenant_id: string, query: GuardrailMetricsQuery = {}): Promise<GuardrailMetrics> {
    const today = toDay(clock.now())
    const lastWeek = { first_day: today - TREND_DAYS + 1, last_day: today }
    const range = toDayRange(query, today)
    const trendDays = range ?? lastWeek
    const [requests, weekRequests, byAction, daily, reviews] = await Promise.all([
      guardrailCounters.listRequests(tenant_id, range),
      guardrailCounters.listRequests(tenant_id, lastWeek),
      guardrailCounters.listCounts(tenant_id, range),
      guardrailCounters.listDailyTriggers(tenant_id, trendDays),
      guardrailDecisions.countReviews(tenant_id, range && toTimeRange(range)),
    ])
    const passed = sum(requests.map((day) => day.passed))
    const flagged = sum(requests.map((day) => day.flagged))
    const blocked = sum(requests.map((day) => day.blocked))
    const total_requests = passed + flagged + blocked
    const by_guardrail = groupByGuardrail({ byAction, daily, reviews, days: trendDays })
    const falsePositives = sum([...reviews.values()].map(({ false_positive }) => false_positive))
    const reviewed = sum(by_guardrail.map((guardrail) => guardrail.reviewed))
    const { start, end } = toTimeRange(trendDays)
    return {
      summary: { total_requests, blocked, flagged, passed },
      by_guardrail,
      trends: {
        from: new Date(start).toISOString(),
        to: new Date(end).toISOString(),
        trigger_rate_7d: listDays(lastWeek).map((day) =>
          triggerRate(weekRequests.find((counted) => counted.day === day)),
        ),
      },
      total_evaluations: sum(byAction.map(({ checks }) => checks)),
      guardrail_triggers: Object.fromEntries(by_guardrail.map(({ name, triggers }) => [name, triggers])),
      trigger_rate: ratio(flagged + blocked, total_requests),
      false_positive_rate: reviewed === 0 ? null : falsePositives / reviewed,
      false_positive_interval: reviewed === 0 ? null : wilsonInterval(falsePositives, reviewed),
      reviewed,
      response_latency_ms: ratio(sum(requests.map((day) => day.latency_us)), total_requests) / 1000,
    }
  },
})

export type GuardrailMetricsReader = ReturnType<typeof makeGuardrailMetrics>

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** The UTC days that the range touches; undefined without a range. */
const toDayRange = ({ from, to }: GuardrailMetricsQuery, today: number): DayRange | undefined => {
  if (from === undefined && to === undefined) return undefined
  // The end of the range is exclusive: midnight belongs to the day before.
  const last_day = to === undefined ? today : toDay(Date.parse(to) - 1)
  const first_day = from === undefined ? last_day - TREND_DAYS + 1 : toDay(Date.parse(from))
  if (first_day > last_day) throw validationError('from', 'must be before to')
  if (last_day - first_day >= MAX_RANGE_DAYS)
    throw validationError('from', `must be at most ${String(MAX_RANGE_DAYS)} days before to`)
  return { first_day, last_day }
}

const toTimeRange = ({ first_day, last_day }: DayRange) => ({
  start: first_day * DAY_MS,
  end: (last_day + 1) * DAY_MS,
})

const listDays = ({ first_day, last_day }: DayRange): number[] =>
  Array.from({ length: last_day - first_day + 1 }, (_, index) => first_day + index)

const triggerRate = (day: Requests | undefined): number =>
  day === undefined ? 0 : ratio(day.flagged + day.blocked, day.passed + day.flagged + day.blocked)

interface GuardrailCounts {
  byAction: readonly Count[]
  daily: readonly DailyTriggers[]
  reviews: Map<string, ReviewCounts>
  days: DayRange
}

/** A guardrail with reviews but without counters has an unfinished run; it is listed, too. */
const groupByGuardrail = (counts: GuardrailCounts): GuardrailMetrics['by_guardrail'] => {
  const groups = new Map<string, Count[]>([...counts.reviews.keys()].map((name) => [name, []]))
  for (const row of counts.byAction) groups.set(row.name, [...(groups.get(row.name) ?? []), row])
  return [...groups]
    .map(([name, group]) => {
      const checks = sum(group.map((row) => row.checks))
      const latency = sum(group.map(({ latency_us }) => latency_us))
      return {
        name,
        triggers: sum(group.map(({ triggers }) => triggers)),
        action_taken: mostFrequentAction(group),
        avg_latency_ms: ratio(latency, checks) / 1000,
        checks,
        triggers_by_day: listDays(counts.days).map(
          (day) => counts.daily.find((row) => row.name === name && row.day === day)?.triggers ?? 0,
        ),
        ...toPrecision(counts.reviews.get(name)),
      }
    })
    .sort((a, b) => b.triggers - a.triggers)
}

const mostFrequentAction = (rows: readonly Count[]): string => {
  const most = rows.reduce((a, b) => (b.triggers > a.triggers ? b : a), { action: '', triggers: 0 })
  return most.triggers > 0 ? most.action : 'pass'
}

const toPrecision = ({ true_positive, false_positive }: ReviewCounts = NO_REVIEWS) => {
  const reviewed = true_positive + false_positive
  return {
    reviewed,
    precision: reviewed === 0 ? null : true_positive / reviewed,
    precision_interval: reviewed === 0 ? null : wilsonInterval(true_positive, reviewed),
  }
}

const NO_REVIEWS: ReviewCounts = { true_positive: 0, false_positive: 0 }
