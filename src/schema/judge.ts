/** A judge's word on one answer. */
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

/** Why there is no score. */
export const JUDGE_REASONS = ['judge_parse_failure', 'judge_call_failed', 'expected_required'] as const
export type JudgeReason = (typeof JUDGE_REASONS)[number]

/** About a verdict, for whoever relies on it. */
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
    name: Text({ minLength: 1, maxLength: 256, description: 'What you call it.' }),
    description: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 20_000,
        description: 'The rubric. Without one, `name` is a predefined criterion.',
      }),
    ),
  },
  { title: 'JudgeCriterion', additionalProperties: false },
)
export const JudgedCriteria = Type.Union(
  [name, Type.Array(Type.Union([name, describedCriterion]), { minItems: 1, maxItems: 20 })],
  { description: 'What is judged, each by a call of its own. May be left out when there is a `rubric`.' },
)
export type JudgedCriteria = Static<typeof JudgedCriteria>

const longText = (description: string) => Text({ maxLength: MAX_TEXT, description })

export const JudgeRequest = Type.Object(
  {
    model: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 256,
        description: "`provider:model` of the judge; the service's own default unless given.",
        examples: ['openai:gpt-4o'],
      }),
    ),
    criteria: Type.Optional(JudgedCriteria),
    input: longText('What was asked.'),
    output: longText('The answer that is judged.'),
    expected: Type.Optional(Nullable(longText('A reference answer.'))),
    rubric: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 20_000,
        description:
          'Your own words on what a good answer is. It takes the place of the predefined criteria; `criteria` is then ' +
          'only what you call it.',
      }),
    ),
    samples: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_SAMPLES,
        default: 1,
        description: 'How often a model is asked; the score is the mean.',
      }),
    ),
    threshold: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The score from which on it passes: 0.75 (4 of 5) unless given, 0.5 for a heuristic.',
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
    estimated: Type.Optional(Type.Boolean({ description: 'Of a model that does not count.' })),
  },
  { title: 'JudgeUsage' },
)
export type JudgeUsage = Static<typeof JudgeUsage>

const scale = Type.Object({ min: Type.Number(), max: Type.Number() }, { title: 'JudgeScale' })

const verdictFields = {
  model: Nullable(Type.String({ description: 'As it names itself; null: none was asked.' })),
  score: Nullable(Type.Number({ description: '0 to 1; null: there is none, which is not 0.' })),
  raw_score: Nullable(Type.Number({ description: 'On the scale of the judge.' })),
  scale,
  passed: Nullable(Type.Boolean({ description: 'Whether the score reaches the threshold.' })),
  explanation: Type.String(),
  issues: Type.Array(Type.String(), { description: 'What the judge objects to.' }),
  flags: Type.Array(
    OneOf(
      JUDGE_FLAGS,
      'Read the verdict with care: the answer speaks to its judge; or there was a rubric, and no model that could apply it.',
    ),
  ),
  method: OneOf(JUDGE_METHODS, 'A model, or rules that need none and understand nothing.'),
  prompt_version: Type.String({ description: 'Scores of different versions should not be compared.' }),
  samples: Type.Integer({ description: 'How many replies make the score.' }),
  usage: Nullable(JudgeUsage),
  latency_ms: Type.Number(),
  status: OneOf(JUDGE_STATUSES, '`error`: no score, and `reason` says why.'),
  reason: Nullable(
    OneOf(
      JUDGE_REASONS,
      'The replies could not be read; the model could not be asked; there is nothing to compare with.',
    ),
  ),
}

export const JudgeVerdict = Type.Object(
  {
    criterion: Type.String(),
    ...verdictFields,
    threshold: Type.Number(),
    sample_scores: Type.Array(Type.Number(), { description: 'Of the replies, 0 to 1.' }),
    spread: Nullable(Type.Number({ description: 'Their standard deviation; null for fewer than two.' })),
    failed_samples: Type.Integer({ description: 'Samples without a score.' }),
    repaired: Type.Integer({ description: 'Replies that were broken JSON and could be mended.' }),
    retries: Type.Integer({ description: 'Calls that asked again after a reply that could not be read.' }),
  },
  { title: 'JudgeVerdict', description: 'On one criterion.' },
)
export type JudgeVerdict = Static<typeof JudgeVerdict>

export const JudgeResponse = Type.Object(
  {
    id: Uuid,
    criteria: Type.Union([Type.String(), Type.Array(Type.String())], {
      description: 'What was judged: one, or a list of several.',
    }),
    ...verdictFields,
    results: Type.Array(JudgeVerdict, { description: 'One for each criterion, in the order asked.' }),
  },
  {
    title: 'JudgeAnswer',
    description: 'Over several criteria the scores are means, and it passes when all do.',
  },
)
export type JudgeResponse = Static<typeof JudgeResponse>
