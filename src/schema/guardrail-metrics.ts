import { Type, type Static } from 'typebox'
import { Nullable } from './common.js'

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
  },
  { title: 'GuardrailFigures' },
)

export const GuardrailMetrics = Type.Object(
  {
    summary: runCounts,
    by_guardrail: Type.Array(guardrailFigures, {
      description: 'Ordered by the number of triggers, descending.',
    }),
    trends: Type.Object({
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
