import { Type } from 'typebox'
import type { Reviews } from '../../evaluations/lifecycle/reviews.js'
import type { FeedbackResource } from '../../evaluations/lifecycle/feedback.js'
import { Uuid } from '../../schema/common.js'
import {
  Feedback,
  FeedbackCreate,
  FeedbackPage,
  FeedbackQuery,
  Review,
  ReviewReservation,
  ReviewNext,
} from '../../schema/feedback.js'
import { route, type Route } from '../http/route.js'

const tag = 'Feedback'
const alsoUnprefixed = true
const params = Type.Object({ eval_id: Uuid })

interface Deps {
  feedback: FeedbackResource
  reviews: Reviews
}

export const feedbackRoutes = ({ feedback, reviews }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/feedback',
    operationId: 'createFeedback',
    summary: 'Create feedback on a run',
    tag,
    alsoUnprefixed,
    body: FeedbackCreate,
    response: Feedback,
    status: 201,
    errors: ['resource_not_found'],
    handle: ({ tenant, caller, body, idempotencyStatements }) =>
      feedback.create(tenant, body, caller, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/feedback',
    operationId: 'listFeedback',
    summary: 'List feedback, newest first',
    tag,
    alsoUnprefixed,
    query: FeedbackQuery,
    response: FeedbackPage,
    handle: ({ tenant, query }) => feedback.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/feedback/{feedback_id}',
    operationId: 'getFeedback',
    summary: 'Read feedback',
    tag,
    alsoUnprefixed,
    params: Type.Object({ feedback_id: Uuid }),
    response: Feedback,
    handle: ({ tenant, params: { feedback_id } }) => feedback.get(tenant, feedback_id),
  }),
  route({
    method: 'POST',
    path: '/evals/{eval_id}/reviews/next',
    operationId: 'reserveReview',
    summary: 'Reserve the next result that needs a review',
    tag,
    alsoUnprefixed,
    params,
    body: ReviewNext,
    response: ReviewReservation,
    handle: ({ tenant, caller, params: { eval_id }, body }) => reviews.next(tenant, eval_id, body, caller),
  }),
  route({
    method: 'POST',
    path: '/evals/{eval_id}/feedback',
    operationId: 'submitReview',
    summary: 'Review a result of an evaluation',
    description:
      'A reservation is not required. The result gets its scores once it has the number of reviews that `reviewers` of the ' +
      'evaluation requires.',
    tag,
    alsoUnprefixed,
    params,
    body: Review,
    response: Feedback,
    status: 201,
    handle: ({ tenant, caller, params: { eval_id }, body, idempotencyStatements }) =>
      reviews.submit(tenant, eval_id, body, caller, idempotencyStatements),
  }),
]
