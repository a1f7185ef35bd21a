import { Type, type Static } from 'typebox'
import { Nullable } from './common.js'

const runCounts = Type.Object(
  {
    total_requests: Type.Integer({ description: 'Runs that guardrails looked at.' }),
    blocked: Type.Integer(),
    flagged: Type.Integer({
      description: 'Something was found, and they went on: changed, warned of, or reviewed.',
    }),
    passed: Type.Integer(),
  },
  { title: 'GuardrailSummary' },
)

const guardrailFigures = Type.Object(
  {
    name: Type.String(),
    triggers: Type.Integer(),
    action_taken: Type.String({ description: 'The one taken most often; `pass` if none was.' }),
    avg_latency_ms: Type.Number(),
  },
  { title: 'GuardrailFigures' },
)

export const GuardrailMetrics = Type.Object(
  {
    summary: runCounts,
    by_guardrail: Type.Array(guardrailFigures, { description: 'Those with most triggers first.' }),
    trends: Type.Object({
      trigger_rate_7d: Type.Array(Type.Number(), {
        description: 'One for each of seven days in UTC, today last; 0 for a day without runs.',
      }),
    }),
    total_evaluations: Type.Integer({ description: 'Single checks of single texts.' }),
    guardrail_triggers: Type.Record(Type.String(), Type.Integer(), { description: 'By name.' }),
    trigger_rate: Type.Number({ description: 'Flagged and blocked runs among all.' }),
    false_positive_rate: Nullable(
      Type.Number({
        description: 'Of the decisions kept in the audit that somebody reviewed; null: nobody did.',
      }),
    ),
    false_positive_interval: Nullable(
      Type.Array(Type.Number(), { description: 'Where that rate lies with 95 % confidence (Wilson).' }),
    ),
    reviewed: Type.Integer({ description: 'How many were reviewed.' }),
    response_latency_ms: Type.Number({ description: 'What all checks of a run took, on average.' }),
  },
  { title: 'GuardrailMetrics' },
)
export type GuardrailMetrics = Static<typeof GuardrailMetrics>
