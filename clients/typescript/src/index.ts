export { createClient, type Client } from './client.js'
export {
  ApiError,
  ConnectionError,
  HeddleError,
  TimeoutError,
  WebhookVerificationError,
  type ErrorCode,
} from './errors.js'
export { verifyWebhook, type WebhookNotification, type WebhookHeaders } from './webhook-verification.js'
export type { Schemas } from './api-types.js'
export type { StreamOptions } from './event-stream.js'
export type { ClientOptions, RequestOptions } from './http.js'
export type { Paginated } from './pagination.js'
export type { Change, ChangeEvent, ChangeStreamOptions, ChangeTopic } from './resources/changes.js'
export type { FileFormat } from './resources/datasets.js'
export type { EvaluationEvent } from './resources/evaluations.js'
export type { RunStreamOptions, WaitOptions } from './resources/runs.js'
export type { RunEventType, RunStreamEvent } from './run-events.js'
