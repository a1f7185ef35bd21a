/** Calibrations: how well the verdicts of a judge agree with human labels of the same outputs. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, Text, Timestamp, Uuid } from './common.js'
import { JUDGE_METHODS, JudgeRequest } from './judge.js'

/** With fewer labels the confidence interval of kappa covers most of its range. */
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
    passed: Type.Boolean({ description: 'True if a person passed the output.' }),
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
        description: 'Outputs with human labels. The judge is called for each of them.',
      }),
    ),
    eval_id: Type.Optional(Uuid),
    criterion: Type.Optional(criterionName('The criterion of the evaluation that the judge scored.')),
    human_criterion: Type.Optional(criterionName('The criterion of the evaluation that people scored.')),
  },
  {
    title: 'CalibrationCreate',
    additionalProperties: false,
    description:
      'Either `labels` with the settings of the judge (as in JudgeRequest), or `eval_id` with `criterion` and ' +
      '`human_criterion`. With `eval_id` the judge is not called; the existing scores of both criteria are compared.',
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
  Type.Array(Type.Number(), { description: 'The 95 % confidence interval.', examples: [[0.7, 0.9]] }),
)

const agreementFields = {
  labels: Type.Integer({ description: 'Outputs that have both a human label and a verdict of the judge.' }),
  agreement: Nullable(Type.Number({ description: 'The share of outputs on which both agree.' })),
  kappa: Nullable(
    Type.Number({ description: "Cohen's kappa: agreement beyond chance; null if it is undefined." }),
  ),
  kappa_interval: interval,
  warning: Nullable(Type.String({ description: 'A reason not to rely on this judge.' })),
}

export const Calibration = Type.Object(
  {
    id: Uuid,
    calibration_id: Uuid,
    model: Nullable(Type.String({ description: 'The requested model; null for heuristic rules.' })),
    prompt_version: Type.String(),
    judged: Type.Array(Type.String(), {
      description: 'Names of predefined criteria, or the hash of a rubric.',
      examples: [['helpfulness']],
    }),
    threshold: Type.Number({ description: 'The minimum score of an output that passes.' }),
    status: OneOf(
      CALIBRATION_STATUSES,
      '`uncalibrated`: there are too few verdicts, or all are equal, so the calibration is not used.',
    ),
    ...agreementFields,
    unscored: Type.Integer({
      description: 'Labels without a verdict of the judge; they are not included in any figure.',
    }),
    confusion: Type.Object(
      {
        labels: Type.Array(Type.String(), { examples: [['failed', 'passed']] }),
        counts: Type.Array(Type.Array(Type.Integer()), { examples: [[[32, 6], [8, 54]]] }), // prettier-ignore
      },
      {
        title: 'CalibrationConfusion',
        description: '`counts[i][j]`: outputs for which the judge said `labels[i]` and people `labels[j]`.',
      },
    ),
    record: Type.Object(
      {
        good: Type.Integer({ description: 'Outputs that people passed.' }),
        good_passed: Type.Integer({ description: 'Outputs of `good` that the judge passed.' }),
        bad: Type.Integer({ description: 'Outputs that people failed.' }),
        bad_failed: Type.Integer({ description: 'Outputs of `bad` that the judge failed.' }),
      },
      {
        title: 'CalibrationRecord',
        description: 'Counts that are used to correct pass rates of this judge.',
      },
    ),
    source: OneOf(['labels', 'evaluation'], 'The source of the labels.'),
    eval_id: Nullable(Uuid),
    criterion: Nullable(Type.String()),
    human_criterion: Nullable(Type.String()),
    created_at: Timestamp,
  },
  {
    title: 'Calibration',
    description:
      'Applies to one version of a judge: its model, prompt, criteria and threshold. The figures describe the judge ' +
      'itself, so it does not matter whether a criterion is negated.',
  },
)
export type Calibration = Static<typeof Calibration>
export const CalibrationPage = Page(Calibration, 'CalibrationPage')

/** Fields of the summary of an evaluation for a criterion that a judge scores. */
export const judgedCriterionFields = {
  judge: Type.Optional(
    Nullable(
      Type.Object(
        {
          method: OneOf(JUDGE_METHODS, 'A model, or heuristic rules without a model.'),
          model: Nullable(Type.String({ description: 'The name that the model reports.' })),
          prompt_version: Type.String(),
        },
        { title: 'SummaryJudge', description: 'The judge; null if no judge could be called.' },
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
              description: 'The estimated pass rate without errors of the judge; null if it is unknown.',
            }),
          ),
          corrected_pass_rate_interval: interval,
        },
        {
          title: 'SummaryCalibration',
          description: 'The newest calibration of this version of the judge when the summary was created.',
        },
      ),
    ]),
  ),
}
