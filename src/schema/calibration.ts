/** How far judges can be relied on: what they say beside what people say of the same answers. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, Text, Timestamp, Uuid } from './common.js'
import { JUDGE_METHODS, JudgeRequest } from './judge.js'

/** With fewer labels the interval of kappa spans most of what is possible. */
export const MIN_LABELS = 20
const MAX_LABELS = 500

export const CALIBRATION_STATUSES = ['uncalibrated', 'calibrated'] as const
export type CalibrationStatus = (typeof CALIBRATION_STATUSES)[number]

const { model, criteria, rubric, threshold, input, output, expected } = JudgeRequest.properties

const Label = Type.Object(
  {
    input,
    output,
    expected,
    passed: Type.Boolean({ description: 'Whether a person passes the answer.' }),
  },
  { title: 'JudgeLabel', additionalProperties: false },
)
export type JudgeLabel = Static<typeof Label>

const criterionName = (description: string) => Text({ minLength: 1, maxLength: 256, description })

export const CalibrationCreate = Type.Object(
  {
    model,
    criteria,
    rubric,
    threshold,
    labels: Type.Optional(
      Type.Array(Label, {
        minItems: MIN_LABELS,
        maxItems: MAX_LABELS,
        description: 'Answers that people have judged; the judge is asked about each now.',
      }),
    ),
    eval_id: Type.Optional(Uuid),
    criterion: Type.Optional(criterionName('Of the evaluation: the one that the judge has scored.')),
    human_criterion: Type.Optional(criterionName('Of the evaluation: the one that people have scored.')),
  },
  {
    title: 'CalibrationCreate',
    additionalProperties: false,
    description:
      'Either `labels`, with the judge as it is given to the endpoint of judges, or `eval_id` with `criterion` and ' +
      '`human_criterion`: then nobody is asked, and what both said of the results is compared.',
    examples: [
      {
        eval_id: '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40',
        criterion: 'helpfulness',
        human_criterion: 'quality',
      },
    ],
  },
)
export type CalibrationCreate = Static<typeof CalibrationCreate>

const interval = Nullable(
  Type.Array(Type.Number(), { description: 'Where it lies with 95 % confidence.', examples: [[0.7, 0.9]] }),
)

const agreementFields = {
  labels: Type.Integer({ description: 'Answers with a label of a person and a verdict of the judge.' }),
  agreement: Nullable(Type.Number({ description: 'The share in which they agree.' })),
  kappa: Nullable(Type.Number({ description: "Cohen's: agreement beyond chance; null: it cannot be told." })),
  kappa_interval: interval,
  warning: Nullable(Type.String({ description: 'What speaks against relying on this judge.' })),
}

export const Calibration = Type.Object(
  {
    id: Uuid,
    calibration_id: Uuid,
    model: Nullable(Type.String({ description: 'As it is asked for; null: rules that need none.' })),
    prompt_version: Type.String(),
    judged: Type.Array(Type.String(), {
      description: 'Names of predefined criteria; of a rubric, a hash of its text.',
      examples: [['helpfulness']],
    }),
    threshold: Type.Number({ description: 'The score from which on it passes an answer.' }),
    status: OneOf(
      CALIBRATION_STATUSES,
      '`uncalibrated`: there are too few verdicts, or all are the same, and the record counts for nothing.',
    ),
    ...agreementFields,
    unscored: Type.Integer({ description: 'Labels without a verdict of the judge: in no figure.' }),
    confusion: Type.Object(
      {
        labels: Type.Array(Type.String(), { examples: [['failed', 'passed']] }),
        counts: Type.Array(Type.Array(Type.Integer()), { examples: [[[32, 6], [8, 54]]] }), // prettier-ignore
      },
      {
        title: 'CalibrationConfusion',
        description: '`counts[i][j]`: the judge said `labels[i]`, people `labels[j]`.',
      },
    ),
    record: Type.Object(
      {
        good: Type.Integer({ description: 'Answers that people passed.' }),
        good_passed: Type.Integer({ description: 'Those of them that the judge passed.' }),
        bad: Type.Integer({ description: 'Answers that people failed.' }),
        bad_failed: Type.Integer({ description: 'Those of them that the judge failed.' }),
      },
      { title: 'CalibrationRecord', description: 'What a pass rate of this judge is corrected with.' },
    ),
    source: OneOf(['labels', 'evaluation'], 'Where the labels come from.'),
    eval_id: Nullable(Uuid),
    criterion: Nullable(Type.String()),
    human_criterion: Nullable(Type.String()),
    created_at: Timestamp,
  },
  {
    title: 'Calibration',
    description:
      'Of one version of a judge: its model, its prompt, what it judges and its threshold. Whether a criterion is ' +
      'negated makes no difference: the figures are those of the judge itself.',
  },
)
export type Calibration = Static<typeof Calibration>
export const CalibrationPage = Page(Calibration, 'CalibrationPage')

/** What the summary of an evaluation says of a criterion that a judge scores. */
export const judgedCriterionFields = {
  judge: Type.Optional(
    Nullable(
      Type.Object(
        {
          method: OneOf(JUDGE_METHODS, 'A model, or rules that need none and understand nothing.'),
          model: Nullable(Type.String({ description: 'As it names itself.' })),
          prompt_version: Type.String(),
        },
        { title: 'SummaryJudge', description: 'Who judged; null: nobody could be asked.' },
      ),
    ),
  ),
  calibration: Type.Optional(
    Type.Union([
      Type.Literal('uncalibrated'),
      Type.Object(
        {
          calibration_id: Uuid,
          ...agreementFields,
          corrected_pass_rate: Nullable(
            Type.Number({
              description: 'What the pass rate would be if the judge did not err; null: it cannot be told.',
            }),
          ),
          corrected_pass_rate_interval: interval,
        },
        {
          title: 'SummaryCalibration',
          description: 'The newest calibration of this very judge when the summary was made.',
        },
      ),
    ]),
  ),
}
