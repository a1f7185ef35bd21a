import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeFeedback = (http: Http) => ({
  /** Creates feedback on a run. */
  create: (body: Schemas['FeedbackCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/feedback', { body }, options),

  /** Lists feedback, newest first. */
  list: (query?: Query<'get', '/api/v1/feedback'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/feedback', { query }, options),

  /** Reads feedback. */
  get: (feedbackId: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/feedback/{feedback_id}', { path: { feedback_id: feedbackId } }, options),
})
