/** Results joined by example: the rows of one evaluation, or of an evaluation and those that it is compared with. */
import { Type, type Static } from 'typebox'
import { JsonObject, Nullable, OneOf, Page, pageQuery, Text, Uuid } from './common.js'

const EXAMPLE_CHANGES = ['regressed', 'fixed', 'different', 'same', 'unpaired'] as const
export type ExampleChange = (typeof EXAMPLE_CHANGES)[number]

const RESULT_FILTERS = ['failed', 'passed', 'error', 'different'] as const
const COMPARISON_FILTERS = [...RESULT_FILTERS, 'regressed', 'fixed', 'same', 'unpaired'] as const
export type RowFilter = (typeof COMPARISON_FILTERS)[number]

const ROW_SORTS = ['example', 'change', 'score'] as const
export type RowSort = (typeof ROW_SORTS)[number]

const filterFields = {
  criterion: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 256,
      description: 'Uses the verdict of this criterion instead of the overall one.',
    }),
  ),
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 1_000,
      description:
        'Only rows whose input, expected output, output, error or explanation contains this text. `/…/` is a regular ' +
        'expression (RE2). Letter case is ignored.',
      examples: ['/refund(ed)?/'],
    }),
  ),
  tag: Type.Optional(Text({ minLength: 1, maxLength: 100, description: 'Only examples with this tag.' })),
  split: Type.Optional(Text({ minLength: 1, maxLength: 100, description: 'Only examples of this split.' })),
  sort: Type.Optional(
    OneOf(
      ROW_SORTS,
      '`example`: the order of the dataset. `change`: errors first, then by the size of the change. `score`: the lowest first.',
    ),
  ),
}

export const ExampleRowQuery = Type.Object({
  ...pageQuery,
  ...filterFields,
  only: Type.Optional(
    OneOf(
      RESULT_FILTERS,
      'Only rows that failed, passed, have an error, or whose assistants or repetitions differ.',
    ),
  ),
})
export type ExampleRowQuery = Static<typeof ExampleRowQuery>

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const SIDE = `${UUID}(?::[0-9])?`

/** One or several evaluations, each with the index of an assistant if it is not the last one. */
const against = Type.String({
  pattern: `^${SIDE}(?:,${SIDE}){0,4}$`,
  description:
    'Up to five evaluations, separated by commas; the first is the baseline of the rows. `<eval_id>:<assistant>` selects an ' +
    'assistant of a comparison by its index; by default, the last one.',
  examples: ['0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40'],
})

const assistant = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 9,
    description: 'The index of the assistant of the evaluation itself. Default: the last one.',
  }),
)

export const ComparisonQuery = Type.Object({ against, assistant })
export type ComparisonQuery = Static<typeof ComparisonQuery>

export const ComparisonRowQuery = Type.Object({
  ...pageQuery,
  against,
  assistant,
  ...filterFields,
  only: Type.Optional(
    OneOf(
      COMPARISON_FILTERS,
      'Only rows with this change from the baseline. `different`: the verdict or the score differs. `failed` and `passed`: in ' +
        'the evaluation itself.',
    ),
  ),
})
export type ComparisonRowQuery = Static<typeof ComparisonRowQuery>

export const DistributionQuery = Type.Object({
  against: Type.Optional(against),
  assistant,
  criterion: filterFields.criterion,
})
export type DistributionQuery = Static<typeof DistributionQuery>

const sideFields = {
  eval_id: Uuid,
  assistant: Type.Integer({ description: 'The index in `assistants` of the evaluation.' }),
}

const ExampleRowSide = Type.Object(
  {
    ...sideFields,
    run_id: Nullable(Uuid),
    passed: Nullable(Type.Boolean()),
    score: Nullable(Type.Number()),
    criteria: Type.Record(
      Type.String(),
      Type.Object({ score: Nullable(Type.Number()), passed: Nullable(Type.Boolean()) }),
      { description: 'Scores by criterion; of several repetitions, the mean.' },
    ),
    output_text: Nullable(Type.String({ description: 'The start of the output.' })),
    error: Nullable(JsonObject),
    latency_ms: Nullable(Type.Number()),
    repetitions: Type.Integer(),
    varies: Type.Boolean({ description: 'True if the repetitions disagree.' }),
  },
  { title: 'ExampleRowSide', description: 'The results of one assistant on an example.' },
)

export const ExampleRow = Type.Object(
  {
    example_id: Uuid,
    is_hidden: Type.Boolean({
      description: 'True if the example is in the held-out split and the caller may not see it.',
    }),
    input_text: Nullable(Type.String({ description: 'The start of the input.' })),
    expected_text: Nullable(Type.String({ description: 'The start of the expected output.' })),
    tags: Type.Array(Type.String()),
    split: Nullable(Type.String()),
    change: Nullable(OneOf(EXAMPLE_CHANGES, 'The change from the baseline; null if there is none.')),
    difference: Nullable(Type.Number({ description: 'The score minus that of the baseline.' })),
    sides: Type.Array(Nullable(ExampleRowSide), {
      description: 'The assistants of the evaluation; in a comparison, the evaluation and then `against`.',
    }),
  },
  { title: 'ExampleRow', description: 'All results of an example.' },
)
export type ExampleRow = Static<typeof ExampleRow>

const RowCounts = Type.Object(
  Object.fromEntries(['all', ...COMPARISON_FILTERS].map((name) => [name, Type.Integer()])),
  { title: 'RowCounts', description: 'How many rows each filter selects, without `q`, `tag` and `split`.' },
)

export const ExampleRowPage = Type.Object(
  {
    ...Page(ExampleRow, '').properties,
    data: Type.Array(ExampleRow, { description: 'The rows in the order of `sort`.' }),
    counts: RowCounts,
  },
  {
    title: 'ExampleRowPage',
    description: 'With `q`, a page may have fewer rows than `limit`, or none, although another page follows.',
  },
)
export type ExampleRowPage = Static<typeof ExampleRowPage>

export const ScoreDistribution = Type.Object(
  {
    bins: Type.Integer({ description: 'The number of bins of equal width between 0 and 1.' }),
    sides: Type.Array(
      Type.Object({
        ...sideFields,
        name: Type.String(),
        counts: Type.Array(Type.Integer(), { description: 'Examples by bin.' }),
        mean: Nullable(Type.Number()),
      }),
    ),
    points: Type.Array(
      Type.Object({
        example_id: Uuid,
        before: Type.Number(),
        after: Type.Number(),
        change: OneOf(EXAMPLE_CHANGES, 'The change from the baseline.'),
      }),
      {
        description:
          'Scores of both sides of up to 2,000 examples, changed verdicts first; empty without `against`.',
      },
    ),
  },
  { title: 'ScoreDistribution' },
)
export type ScoreDistribution = Static<typeof ScoreDistribution>

export const ResultExportQuery = Type.Object(
  {
    format: OneOf(['jsonl', 'csv'], 'JSON Lines, or CSV with a column per criterion.'),
    passed: Type.Optional(
      Type.Boolean({ description: 'Only results that passed (true) or failed (false).' }),
    ),
  },
  { additionalProperties: false },
)
export type ResultExportQuery = Static<typeof ResultExportQuery>
