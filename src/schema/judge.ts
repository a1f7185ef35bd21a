/** The judge endpoint: verdicts on a single output. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Text, Uuid } from './common.js'

export const CRITERIA = [
  'accuracy',
  'helpfulness',
  'coherence',
  'relevance',
  'safety',
  'conciseness',
] as const
export type CriterionName = (typeof CRITERIA)[number]

export const JUDGE_METHODS = ['llm', 'heuristic'] as const

export const JUDGE_STATUSES = ['scored', 'error'] as const

/** Reasons for a missing score. */
export const JUDGE_REASONS = ['judge_parse_failure', 'judge_call_failed', 'expected_required'] as const
export type JudgeReason = (typeof JUDGE_REASONS)[number]

/** Warnings about a verdict. */
export const JUDGE_FLAGS = ['addresses_judge', 'rubric_not_applied'] as const
export type JudgeFlag = (typeof JUDGE_FLAGS)[number]

export const MAX_SAMPLES = 20
const MAX_TEXT = 1_000_000

const name = Text({
  minLength: 1,
  maxLength: 256,
  description: `One of ${CRITERIA.join(', ')}, in any letter case.`,
  examples: ['helpfulness'],
})
const describedCriterion = Type.Object(
  {
    name: Text({ minLength: 1, maxLength: 256, description: 'The name of the criterion.' }),
    description: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 20_000,
        description: 'The rubric. If it is missing, `name` must be a predefined criterion.',
      }),
    ),
  },
  { title: 'JudgeCriterion', additionalProperties: false },
)
export const JudgedCriteria = Type.Union(
  [name, Type.Array(Type.Union([name, describedCriterion]), { minItems: 1, maxItems: 20 })],
  { description: 'The criteria; the judge is called once per criterion. Optional if there is a `rubric`.' },
)
export type JudgedCriteria = Static<typeof JudgedCriteria>

const longText = (description: string) => Text({ maxLength: MAX_TEXT, description })

export const JudgeRequest = Type.Object(
  {
    model: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 256,
        description: 'The model of the judge as `provider:model`. Default: the default model of the service.',
        examples: ['openai:gpt-4o'],
      }),
    ),
    criteria: Type.Optional(JudgedCriteria),
    input: longText('The prompt.'),
    output: longText('The output to judge.'),
    expected: Type.Optional(Nullable(longText('A reference output.'))),
    rubric: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 20_000,
        description:
          'A custom description of a good output. It replaces the predefined criteria; `criteria` is then only a name for ' +
          'the rubric.',
      }),
    ),
    samples: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SAMPLES,
        default: 1,
        description: 'The number of calls to the model; the score is their mean.',
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The minimum score to pass. Default: 0.75 (4 of 5), or 0.5 for a heuristic.',
      }),
    ),
  },
  {
    title: 'JudgeRequest',
    examples: [
      {
        model: 'openai:gpt-4o',
        criteria: 'helpfulness',
        input: 'How do I reset my password?',
        output: 'Choose "Forgot password" on the sign-in page and follow the link in the mail.',
        expected: 'Use the link "Forgot password" on the sign-in page.',
      },
    ],
  },
)
export type JudgeRequest = Static<typeof JudgeRequest>

export const JudgeUsage = Type.Object(
  {
    input_tokens: Type.Integer(),
    output_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    calls: Type.Integer(),
    estimated: Type.Optional(
      Type.Boolean({ description: 'True if the model reports no token counts and they are estimated.' }),
    ),
  },
  { title: 'JudgeUsage' },
)
export type JudgeUsage = Static<typeof JudgeUsage>

const scale = Type.Object({ min: Type.Number(), max: Type.Number() }, { title: 'JudgeScale' })

const verdictFields = {
  model: Nullable(
    Type.String({ description: 'The name that the model reports; null if no model was called.' }),
  ),
  score: Nullable(
    Type.Number({ description: '0 to 1; null if there is no score, which is not the same as 0.' }),
  ),
  raw_score: Nullable(Type.Number({ description: 'The score on the scale of the judge.' })),
  scale,
  passed: Nullable(Type.Boolean({ description: 'True if the score reaches the threshold.' })),
  explanation: Type.String(),
  issues: Type.Array(Type.String(), { description: 'The objections of the judge.' }),
  flags: Type.Array(
    OneOf(
      JUDGE_FLAGS,
      '`addresses_judge`: the output contains text addressed to the judge. `rubric_not_applied`: there was no model to ' +
        'apply the rubric.',
    ),
  ),
  method: OneOf(JUDGE_METHODS, 'A model, or heuristic rules without a model.'),
  prompt_version: Type.String({
    description: 'The version of the judge prompt. Scores of different versions are not comparable.',
  }),
  samples: Type.Integer({ description: 'The number of replies that the score is based on.' }),
  usage: Nullable(JudgeUsage),
  latency_ms: Type.Number(),
  status: OneOf(JUDGE_STATUSES, '`error`: there is no score; see `reason`.'),
  reason: Nullable(
    OneOf(
      JUDGE_REASONS,
      '`judge_parse_failure`: no reply could be parsed. `judge_call_failed`: the model could not be called. ' +
        '`expected_required`: the criterion needs `expected`.',
    ),
  ),
}

export const JudgeVerdict = Type.Object(
  {
    criterion: Type.String(),
    ...verdictFields,
    threshold: Type.Number(),
    sample_scores: Type.Array(Type.Number(), { description: 'The scores of the replies, 0 to 1.' }),
    spread: Nullable(
      Type.Number({ description: 'The standard deviation of the sample scores; null for fewer than two.' }),
    ),
    failed_samples: Type.Integer({ description: 'Samples without a score.' }),
    repaired: Type.Integer({ description: 'Replies with invalid JSON that could be repaired.' }),
    retries: Type.Integer({ description: 'Additional calls after a reply that could not be parsed.' }),
  },
  { title: 'JudgeVerdict', description: 'The verdict on one criterion.' },
)
export type JudgeVerdict = Static<typeof JudgeVerdict>

export const JudgeResponse = Type.Object(
  {
    id: Uuid,
    criteria: Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'The criterion, or a list of several criteria.',
    }),
    ...verdictFields,
    results: Type.Array(JudgeVerdict, {
      description: 'One verdict per criterion, in the order of the request.',
    }),
  },
  {
    title: 'JudgeAnswer',
    description:
      'With several criteria, the score is the mean, and the output passes if it passes all criteria.',
  },
)
export type JudgeResponse = Static<typeof JudgeResponse>
