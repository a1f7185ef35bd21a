/** The guardrail metrics of the API, from the counters and the verdicts of reviewers. */
import type { Clock } from '../../platform/clock.js'
import { wilsonInterval } from '../../evaluations/stats/wilson.js'
import type { GuardrailMetrics } from '../../schema/guardrail-metrics.js'
import type { GuardrailCounterStore } from '../../store/guardrails/counters.js'
import type { DecisionStore } from '../../store/guardrails/decisions.js'
import { toDay } from './decision-log.js'

interface GuardrailMetricsDeps {
  guardrailCounters: GuardrailCounterStore
  guardrailDecisions: DecisionStore
  clock: Clock
}

type Requests = Awaited<ReturnType<GuardrailCounterStore['listRequests']>>[number]
type Count = Awaited<ReturnType<GuardrailCounterStore['listCounts']>>[number]

const TREND_DAYS = 7

export const makeGuardrailMetrics = ({
  guardrailCounters,
  guardrailDecisions,
  clock,
}: GuardrailMetricsDeps) => ({
  async read(tenant_id: string): Promise<GuardrailMetrics> {
    const [requests, byAction, reviews] = await Promise.all([
      guardrailCounters.listRequests(tenant_id),
      guardrailCounters.listCounts(tenant_id),
      guardrailDecisions.countReviews(tenant_id),
    ])
    const passed = sum(requests.map((day) => day.passed))
    const flagged = sum(requests.map((day) => day.flagged))
    const blocked = sum(requests.map((day) => day.blocked))
    const total_requests = passed + flagged + blocked
    const by_guardrail = groupByGuardrail(byAction)
    const reviewed = reviews.true_positive + reviews.false_positive
    const today = toDay(clock.now())
    return {
      summary: { total_requests, blocked, flagged, passed },
      by_guardrail,
      trends: {
        trigger_rate_7d: Array.from({ length: TREND_DAYS }, (_, index) =>
          triggerRate(requests.find(({ day }) => day === today - TREND_DAYS + 1 + index)),
        ),
      },
      total_evaluations: sum(byAction.map(({ checks }) => checks)),
      guardrail_triggers: Object.fromEntries(by_guardrail.map(({ name, triggers }) => [name, triggers])),
      trigger_rate: ratio(flagged + blocked, total_requests),
      false_positive_rate: reviewed === 0 ? null : reviews.false_positive / reviewed,
      false_positive_interval: reviewed === 0 ? null : wilsonInterval(reviews.false_positive, reviewed),
      reviewed,
      response_latency_ms: ratio(sum(requests.map((day) => day.latency_us)), total_requests) / 1000,
    }
  },
})

export type GuardrailMetricsReader = ReturnType<typeof makeGuardrailMetrics>

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const triggerRate = (day: Requests | undefined): number =>
  day === undefined ? 0 : ratio(day.flagged + day.blocked, day.passed + day.flagged + day.blocked)

const groupByGuardrail = (rows: readonly Count[]): GuardrailMetrics['by_guardrail'] => {
  const groups = new Map<string, Count[]>()
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row])
  return [...groups]
    .map(([name, group]) => {
      const mostTriggered = group.reduce((a, b) => (b.triggers > a.triggers ? b : a))
      const latency = sum(group.map(({ latency_us }) => latency_us))
      return {
        name,
        triggers: sum(group.map(({ triggers }) => triggers)),
        action_taken: mostTriggered.triggers > 0 ? mostTriggered.action : 'pass',
        avg_latency_ms: ratio(latency, sum(group.map(({ checks }) => checks))) / 1000,
      }
    })
    .sort((a, b) => b.triggers - a.triggers)
}
