/** Lists and counts of runs: the filters, which both share, and their responses. */
import { Type, type Static } from 'typebox'
import { Metadata, Nullable, OneOf, Page, pageQuery, Timestamp } from './common.js'
import { Run, RUN_STATUSES } from './run.js'

/** A list reads at most so many rows per page, a count so many per counted value. */
export const MAX_ROWS_READ = 10_000

/** Several values: the parameter is repeated, or its values are separated by commas. */
const listOf = (description: string, examples: string[]) =>
  Type.Optional(
    Type.Unsafe<string | string[]>({
      anyOf: [
        { type: 'string', minLength: 1, maxLength: 4_000 },
        {
          type: 'array',
          minItems: 1,
          maxItems: 100,
          items: { type: 'string', minLength: 1, maxLength: 4_000 },
        },
      ],
      description,
      examples,
    }),
  )

const time = (description: string) => Type.Optional(Type.String({ ...Timestamp, description }))

const filters = {
  status: listOf(
    `Only runs with one of these statuses (${RUN_STATUSES.join(', ')}), separated by commas or repeated.`,
    ['failed,cancelled'],
  ),
  assistant_id: listOf(
    'Only runs of these assistants: IDs or names, separated by commas or repeated. `!` before one excludes it.',
    ['refund-desk', '!eval-judge'],
  ),
  created_after: time('Only runs that were created at this time or later.'),
  created_before: time('Only runs that were created before this time.'),
  ended_after: time('Only runs that ended at this time or later.'),
  ended_before: time('Only runs that ended before this time.'),
  error_code: listOf('Only failed runs with one of these error codes.', ['graph_error']),
  guardrail_outcome: listOf('Only runs with one of these outcomes of their guardrails.', ['blocked']),
  min_duration_ms: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Only runs that took at least this long from their first start to their end, or have not ended so long after it.',
    }),
  ),
  attempt_gte: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only runs that were claimed at least this many times.' }),
  ),
  cron_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this cron.' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      storable: true,
      description:
        'Only runs whose ID starts with this text or whose `preview` contains all of its words, in any case.',
      examples: ['refund order'],
    }),
  ),
}

const metadataText = {
  metadata: Type.Optional(
    Type.String({
      minLength: 2,
      maxLength: 10_000,
      description: 'Only runs whose metadata contains this JSON object.',
      examples: ['{"customer":"acme"}'],
    }),
  ),
}
const threadFilter = {
  thread_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only runs of this thread.' })),
}

const pageFields = {
  ...pageQuery,
  order: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'desc',
      description: 'By time of creation: newest first (`desc`) or oldest first (`asc`).',
    }),
  ),
  view: Type.Optional(
    Type.Unsafe<'full' | 'summary'>({
      type: 'string',
      enum: ['full', 'summary'],
      default: 'full',
      description: '`summary` leaves out `input`, `output` and `required_action`.',
    }),
  ),
}

const strict = { additionalProperties: false } as const

export const ThreadRunQuery = Type.Object({ ...pageFields, ...filters, ...metadataText }, strict)
export const RunQuery = Type.Object({ ...pageFields, ...filters, ...metadataText, ...threadFilter }, strict)
export type RunQuery = Static<typeof RunQuery>

/** The same filters in the body of a request. */
export const RunFilter = Type.Object(
  { ...filters, ...threadFilter, metadata: Type.Optional(Metadata) },
  {
    ...strict,
    title: 'RunFilter',
    description: 'The filters of `GET /runs`; `metadata` is an object.',
    examples: [{ status: ['failed'], error_code: 'graph_error', created_after: '2026-01-31T09:30:00.000Z' }],
  },
)
export type RunFilter = Static<typeof RunFilter>

const { input, output, required_action, ...summaryFields } = Run.properties

export const RunListItem = Type.Object(
  {
    ...summaryFields,
    input: Type.Optional(input),
    output: Type.Optional(output),
    required_action: Type.Optional(required_action),
    current_node: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Only with `view=summary`: the node that a run in progress executes, as far as its last stored events say.',
        }),
      ),
    ),
  },
  {
    title: 'RunListItem',
    description: 'A run; with `view=summary` without `input`, `output` and `required_action`.',
  },
)
export type RunListItem = Static<typeof RunListItem>

export const RunPage = Page(RunListItem, 'RunPage')

export const COUNTED_FIELDS = ['status', 'assistant_id', 'error_code'] as const
export type CountedField = (typeof COUNTED_FIELDS)[number]

export const RunCountQuery = Type.Object(
  {
    ...filters,
    ...metadataText,
    ...threadFilter,
    by: Type.Optional(OneOf(COUNTED_FIELDS, 'Also counts the runs by the values of this field.')),
  },
  strict,
)
export type RunCountQuery = Static<typeof RunCountQuery>

const capped = (subject: string) =>
  Type.Boolean({
    description: `True if ${subject} is a lower bound, because counting ended after ${MAX_ROWS_READ.toLocaleString('en')} rows.`,
  })

export const RunCounts = Type.Object(
  {
    total: Type.Integer({ description: 'The number of runs that match the filters.' }),
    capped: capped('`total`'),
    by: Nullable(OneOf(COUNTED_FIELDS, 'The counted field.')),
    counts: Type.Array(
      Type.Object(
        {
          value: Type.String({ description: 'A value of the field.' }),
          count: Type.Integer(),
          capped: capped('`count`'),
        },
        { title: 'RunCount' },
      ),
      {
        description:
          'The counts by value, largest first; empty without `by`. Values without runs are left out.',
      },
    ),
  },
  {
    title: 'RunCounts',
    examples: [
      {
        total: 10_014,
        capped: true,
        by: 'status',
        counts: [
          { value: 'completed', count: 10_000, capped: true },
          { value: 'failed', count: 14, capped: false },
        ],
      },
    ],
  },
)
export type RunCounts = Static<typeof RunCounts>
