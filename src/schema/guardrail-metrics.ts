import { Type, type Static } from 'typebox'
import { Nullable, Timestamp } from './common.js'

const runCounts = Type.Object(
  {
    total_requests: Type.Integer({ description: 'Runs that guardrails checked.' }),
    blocked: Type.Integer(),
    flagged: Type.Integer({
      description: 'Runs that continued after a finding: redacted, warned about, or reviewed.',
    }),
    passed: Type.Integer(),
  },
  { title: 'GuardrailSummary' },
)

const guardrailFigures = Type.Object(
  {
    name: Type.String(),
    triggers: Type.Integer(),
    action_taken: Type.String({ description: 'The most frequent action; `pass` if there was none.' }),
    avg_latency_ms: Type.Number(),
    checks: Type.Integer({ description: 'The number of texts that the guardrail checked.' }),
    triggers_by_day: Type.Array(Type.Integer(), {
      description: 'Triggers of each UTC day from `trends.from` to `trends.to`.',
    }),
    reviewed: Type.Integer({ description: 'The number of reviewed decisions.' }),
    precision: Nullable(
      Type.Number({
        description: 'The share of true positives among the reviewed decisions; null if none was reviewed.',
      }),
    ),
    precision_interval: Nullable(
      Type.Array(Type.Number(), { description: 'The 95 % confidence interval of the precision (Wilson).' }),
    ),
  },
  { title: 'GuardrailFigures' },
)

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-01-31T00:00:00.000Z'] }))

export const GuardrailMetricsQuery = Type.Object({
  from: time(
    'The start of the range. Default: all runs, and the last seven days for the trends. Runs are counted by UTC day, so the range ' +
      'is extended to whole days, at most 366 of them.',
  ),
  to: time('The end of the range. Default: now.'),
})
export type GuardrailMetricsQuery = Static<typeof GuardrailMetricsQuery>

export const GuardrailMetrics = Type.Object(
  {
    summary: runCounts,
    by_guardrail: Type.Array(guardrailFigures, {
      description: 'Ordered by the number of triggers, descending.',
    }),
    trends: Type.Object({
      from: Timestamp,
      to: Timestamp,
      trigger_rate_7d: Type.Array(Type.Number(), {
        description: 'One rate per day for seven days in UTC, today last; 0 for a day without runs.',
      }),
    }),
    total_evaluations: Type.Integer({ description: 'The number of checks of single texts.' }),
    guardrail_triggers: Type.Record(Type.String(), Type.Integer(), {
      description: 'Triggers by name of the guardrail.',
    }),
    trigger_rate: Type.Number({ description: 'Flagged and blocked runs divided by all runs.' }),
    false_positive_rate: Nullable(
      Type.Number({
        description: 'The share of false positives among the reviewed decisions; null if none was reviewed.',
      }),
    ),
    false_positive_interval: Nullable(
      Type.Array(Type.Number(), {
        description: 'The 95 % confidence interval of the false positive rate (Wilson).',
      }),
    ),
    reviewed: Type.Integer({ description: 'The number of reviewed decisions.' }),
    response_latency_ms: Type.Number({ description: 'The average duration of all checks of a run.' }),
  },
  { title: 'GuardrailMetrics' },
)
export type GuardrailMetrics = Static<typeof GuardrailMetrics>
