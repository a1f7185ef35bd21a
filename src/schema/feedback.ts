/** Feedback of people on runs, and reviews of the results of evaluations. */
import { Type, type Static } from 'typebox'
import { JsonObject, Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'

export const RATINGS = ['positive', 'negative'] as const
export type Rating = (typeof RATINGS)[number]

const EXAMPLE_RUN_ID = '0198c9a2-a5c4-7d90-9e21-7b8c1d2e3f40'

const scores = (description: string) =>
  Type.Record(Type.String(), Type.Number(), {
    description,
    maxProperties: 100,
    storable: true,
    examples: [{ helpfulness: 0.75 }],
  })

const feedbackFields = {
  rating: Type.Optional(OneOf(RATINGS, 'The overall rating of the run.')),
  comment: Type.Optional(Text({ minLength: 1, maxLength: 10_000, description: 'A comment on the run.' })),
  corrected_output: Type.Optional(JsonObject),
  reviewer: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 256,
      description: 'The reviewer. Default: the name of the API key or the user.',
    }),
  ),
}

export const FeedbackCreate = Type.Object(
  {
    run_id: Uuid,
    dimensions: Type.Optional(scores('Scores by dimension, on any scale.')),
    ...feedbackFields,
  },
  {
    title: 'FeedbackCreate',
    examples: [
      {
        run_id: EXAMPLE_RUN_ID,
        rating: 'negative',
        comment: 'The order number is wrong.',
        dimensions: { accuracy: 0.2 },
        corrected_output: { response: 'Your order 4711 is on its way.' },
      },
    ],
  },
)
export type FeedbackCreate = Static<typeof FeedbackCreate>

export const Feedback = Type.Object(
  {
    id: Uuid,
    feedback_id: Uuid,
    run_id: Uuid,
    eval_id: Nullable(Uuid),
    rating: Nullable(OneOf(RATINGS, 'The overall rating of the run.')),
    comment: Nullable(Type.String()),
    dimensions: scores('Scores by dimension.'),
    corrected_output: Nullable(JsonObject),
    reviewer: Type.String(),
    created_at: Timestamp,
  },
  { title: 'Feedback', description: 'Feedback of a person on a run.' },
)
export type Feedback = Static<typeof Feedback>
export const FeedbackPage = Page(Feedback, 'FeedbackPage')
export const FeedbackQuery = Type.Object({
  ...pageQuery,
  run_id: Type.Optional(Uuid),
  eval_id: Type.Optional(Uuid),
})
export type FeedbackQuery = Static<typeof FeedbackQuery>

export const ReviewNext = Type.Object(
  {
    reviewer: feedbackFields.reviewer,
    minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_440,
        default: 30,
        description: 'The duration of the reservation.',
      }),
    ),
    skip: Type.Optional(
      Type.Array(Uuid, {
        maxItems: 100,
        description: 'Runs that this reviewer does not want to review.',
      }),
    ),
  },
  { title: 'ReviewNext', examples: [{ reviewer: 'ada' }] },
)
export type ReviewNext = Static<typeof ReviewNext>

export const ReviewReservation = Type.Object(
  {
    item: Nullable(
      Type.Object(
        {
          run_id: Uuid,
          example_id: Uuid,
          input: Nullable(JsonObject),
          expected_output: Nullable(JsonObject),
          output: Nullable(JsonObject),
          criteria: Type.Array(
            Type.Object({
              name: Type.String(),
              question: Nullable(Type.String()),
              scale: Type.Object({ min: Type.Number(), max: Type.Number() }),
            }),
            { description: 'The criteria to score, each with its scale.' },
          ),
          reserved_until: Timestamp,
        },
        { title: 'ReviewItem' },
      ),
    ),
  },
  {
    title: 'ReviewAsked',
    description:
      'The reserved result, the same until it is reviewed or skipped. `item` is null if no result needs this reviewer.',
  },
)
export type ReviewReservation = Static<typeof ReviewReservation>

export const Review = Type.Object(
  {
    run_id: Uuid,
    scores: scores('One score per criterion that people score, on the scale of the criterion.'),
    ...feedbackFields,
  },
  {
    title: 'Review',
    examples: [{ run_id: EXAMPLE_RUN_ID, reviewer: 'ada', scores: { quality: 1 }, comment: 'Just right.' }],
  },
)
export type Review = Static<typeof Review>
