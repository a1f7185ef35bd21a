/** The figures of guardrails, from the counters and from what reviewers said. */
import type { Clock } from '../../platform/clock.js'
import { wilsonInterval } from '../../evaluations/stats/wilson.js'
import type { GuardrailMetrics } from '../../schema/guardrail-metrics.js'
import type { GuardrailCountStore } from '../../store/guardrails/counters.js'
import type { DecisionStore } from '../../store/guardrails/decisions.js'
import { dayOf } from './decision-log.js'

interface Parts {
  counts: GuardrailCountStore
  decisions: DecisionStore
  clock: Clock
}

type Requests = Awaited<ReturnType<GuardrailCountStore['requests']>>[number]
type Count = Awaited<ReturnType<GuardrailCountStore['counts']>>[number]

const DAYS = 7

export const makeGuardrailMetrics = ({ counts, decisions, clock }: Parts) => ({
  async read(tenant_id: string): Promise<GuardrailMetrics> {
    const [requests, byAction, reviews] = await Promise.all([
      counts.requests(tenant_id),
      counts.counts(tenant_id),
      decisions.countReviews(tenant_id),
    ])
    const passed = sum(requests.map((day) => day.passed))
    const flagged = sum(requests.map((day) => day.flagged))
    const blocked = sum(requests.map((day) => day.blocked))
    const total_requests = passed + flagged + blocked
    const by_guardrail = byGuardrail(byAction)
    const reviewed = reviews.true_positive + reviews.false_positive
    const today = dayOf(clock.now())
    return {
      summary: { total_requests, blocked, flagged, passed },
      by_guardrail,
      trends: {
        trigger_rate_7d: Array.from({ length: DAYS }, (_, index) =>
          triggerRate(requests.find(({ day }) => day === today - DAYS + 1 + index)),
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

export type GuardrailFigures = ReturnType<typeof makeGuardrailMetrics>

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

const triggerRate = (day: Requests | undefined): number =>
  day === undefined ? 0 : ratio(day.flagged + day.blocked, day.passed + day.flagged + day.blocked)

const byGuardrail = (rows: readonly Count[]): GuardrailMetrics['by_guardrail'] => {
  const groups = new Map<string, Count[]>()
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row])
  return [...groups]
    .map(([name, group]) => {
      const most = group.reduce((a, b) => (b.triggers > a.triggers ? b : a))
      const latency = sum(group.map(({ latency_us }) => latency_us))
      return {
        name,
        triggers: sum(group.map(({ triggers }) => triggers)),
        action_taken: most.triggers > 0 ? most.action : 'pass',
        avg_latency_ms: ratio(latency, sum(group.map(({ checks }) => checks))) / 1000,
      }
    })
    .sort((a, b) => b.triggers - a.triggers)
}
