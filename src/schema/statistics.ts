import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid } from './common.js'
import { Usd } from './cost.js'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const milliseconds = (description: string) => Nullable(Type.Number({ minimum: 0, description }))

const Percentiles = Type.Object(
  {
    p50: milliseconds('The median in milliseconds.'),
    p95: milliseconds('The 95th percentile in milliseconds.'),
  },
  { title: 'Percentiles', description: 'Percentiles with an error of at most 2.5 %; null without runs.' },
)

const figures = {
  runs: Type.Object({
    created: count('Runs that were created.'),
    completed: count('Runs that completed.'),
    failed: count('Runs that failed.'),
    cancelled: count('Runs that were cancelled.'),
  }),
  duration_ms: Percentiles,
  queue_ms: Percentiles,
  tokens: Type.Object({
    input: count('Input tokens, including cached ones.'),
    cached_input: count('Input tokens that the provider had cached.'),
    output: count('Output tokens.'),
  }),
  cost: Type.Object({
    usd: Nullable(Usd),
    unpriced_runs: count('Runs whose cost is unknown, because a model has no known price.'),
    unpriced_models: Type.Array(Type.String(), { description: 'The models without a known price.' }),
  }),
  guardrails: Type.Object({
    passed: count('Runs in which guardrails found nothing.'),
    flagged: count('Runs in which guardrails found something and did not block it.'),
    blocked: count('Runs that guardrails blocked.'),
  }),
  webhooks: Nullable(
    Type.Object(
      { attempts: count('Attempts to deliver an event.'), failures: count('Failed attempts.') },
      { description: 'Null with `assistant_id`.' },
    ),
  ),
}

const exampleFigures = {
  runs: { created: 42, completed: 40, failed: 1, cancelled: 0 },
  duration_ms: { p50: 812.4, p95: 3_410.2 },
  queue_ms: { p50: 3.1, p95: 20.4 },
  tokens: { input: 18_200, cached_input: 0, output: 4_100 },
  cost: { usd: '0.0692', unpriced_runs: 0, unpriced_models: [] },
  guardrails: { passed: 40, flagged: 1, blocked: 0 },
  webhooks: { attempts: 41, failures: 0 },
}

export const Figures = Type.Object(figures, {
  title: 'Figures',
  description:
    'Runs count as created when they were created and for everything else when they ended. The duration is the time from the start to the ' +
    'end and includes waiting for input. `cost.usd` is the sum of the runs whose cost is known, or null if no cost is known.',
  examples: [exampleFigures],
})
export type Figures = Static<typeof Figures>

export const SeriesPoint = Type.Object(
  { at: Timestamp, ...figures },
  { title: 'SeriesPoint', description: 'The figures of one step, which starts at `at`.' },
)

export const Statistics = Type.Object(
  {
    from: Timestamp,
    to: Timestamp,
    step: Type.Integer({ description: 'The length of a step in seconds.' }),
    totals: Figures,
    queue: Type.Object(
      {
        depth: count('Runs that can start now and wait for a worker; counted up to 10,000.'),
        oldest_ms: Nullable(
          Type.Integer({ minimum: 0, description: 'How long the first of them has waited.' }),
        ),
      },
      { description: 'The queue at the moment of the request.' },
    ),
    series: Type.Array(SeriesPoint, { description: 'One point per step, oldest first.' }),
  },
  {
    title: 'Statistics',
    examples: [
      {
        from: '2026-01-31T09:00:00.000Z',
        to: '2026-01-31T10:00:00.000Z',
        step: 3600,
        totals: exampleFigures,
        queue: { depth: 7, oldest_ms: 2_040 },
        series: [{ at: '2026-01-31T09:00:00.000Z', ...exampleFigures }],
      },
    ],
  },
)
export type Statistics = Static<typeof Statistics>

const range = {
  from: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'The start of the range. Default: 24 hours before `to`.',
    }),
  ),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'The end of the range. Default: now.' })),
}

export const StatisticsQuery = Type.Object(
  {
    ...range,
    step: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 7_776_000,
        multipleOf: 60,
        description:
          'The length of a step in seconds: a multiple of 60, or of 3,600 if `from` is more than 48 hours ago. `from` and `to` are ' +
          'extended to multiples of it. Default: at most 100 steps.',
      }),
    ),
    assistant_id: Type.Optional(Uuid),
  },
  { additionalProperties: false },
)
export type StatisticsQuery = Static<typeof StatisticsQuery>

export const NodeStatisticsQuery = Type.Object(range, { additionalProperties: false })
export type NodeStatisticsQuery = Static<typeof NodeStatisticsQuery>

export const NodeFigures = Type.Object(
  {
    node_id: Type.String({ description: 'The ID of the node; `outer/inner` in a nested graph.' }),
    count: count('Executions that ended, with an error or without.'),
    errors: count('Executions that ended with an error; each attempt counts.'),
    duration_ms: Percentiles,
    tokens: Type.Object({ input: count('Input tokens.'), output: count('Output tokens.') }),
  },
  { title: 'NodeFigures' },
)
export type NodeFigures = Static<typeof NodeFigures>

export const NodeStatistics = Type.Object(
  {
    assistant_id: Uuid,
    from: Timestamp,
    to: Timestamp,
    nodes: Type.Array(NodeFigures, {
      description: 'The nodes that were executed in the range, sorted by ID.',
    }),
  },
  {
    title: 'NodeStatistics',
    examples: [
      {
        assistant_id: '0198c9a2-7f3b-7c41-9d0e-2b6f0e5a1c11',
        from: '2026-01-31T09:00:00.000Z',
        to: '2026-01-31T10:00:00.000Z',
        nodes: [
          {
            node_id: 'draft_reply',
            count: 41,
            errors: 1,
            duration_ms: { p50: 640.2, p95: 3_312.9 },
            tokens: { input: 18_200, output: 4_100 },
          },
        ],
      },
    ],
  },
)
export type NodeStatistics = Static<typeof NodeStatistics>
