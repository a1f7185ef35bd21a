import type { Query, Schemas } from '../api-types.js'
import type { Http, RequestOptions } from '../http.js'
import { listPages } from '../pagination.js'

export const makeGuardrails = (http: Http) => ({
  /** Creates a guardrail. */
  create: (body: Schemas['GuardrailCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/governance/guardrails', { body }, options),

  /** Lists guardrails, newest first. */
  list: (query?: Query<'get', '/api/v1/governance/guardrails'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/governance/guardrails', { query }, options),

  /** Reads a guardrail by its ID or name. */
  get: (guardrail: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/governance/guardrails/{guardrail}', { path: { guardrail } }, options),

  /** Updates, enables or disables a guardrail. */
  update: (guardrail: string, body: Schemas['GuardrailUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/governance/guardrails/{guardrail}', { path: { guardrail }, body }, options),

  /** Deletes a guardrail. */
  delete: (guardrail: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/governance/guardrails/{guardrail}', { path: { guardrail } }, options),

  /** Checks a text with guardrails. Nothing is stored. */
  check: (body: Schemas['GuardrailCheck'], options?: RequestOptions) =>
    http.send('post', '/api/v1/governance/guardrails/check', { body, isRead: true }, options),

  /** Reads metrics: `total_evaluations`, `guardrail_triggers`, `trigger_rate`, `false_positive_rate`, `response_latency_ms`, and more. */
  getMetrics: (query?: Query<'get', '/api/v1/governance/guardrails/metrics'>, options?: RequestOptions) =>
    http.send('get', '/api/v1/governance/guardrails/metrics', { query }, options),

  /** Lists the types of guardrails and the schemas of their settings. */
  listTypes: (options?: RequestOptions) =>
    http.send('get', '/api/v1/governance/guardrail_types', {}, options),

  /** Reloads `GUARDRAILS_FILE`. */
  reload: (options?: RequestOptions) => http.send('post', '/api/v1/governance/reload', {}, options),

  /** Lists decisions of guardrails, newest first. */
  listDecisions: (query?: Query<'get', '/api/v1/governance/audit'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/governance/audit', { query }, options),

  /** Reads a decision. */
  getDecision: (decisionId: string, options?: RequestOptions) =>
    http.send(
      'get',
      '/api/v1/governance/audit/{decision_id}',
      { path: { decision_id: decisionId } },
      options,
    ),

  /** Marks a decision as right or as a false positive. */
  reviewDecision: (decisionId: string, body: Schemas['GuardrailReview'], options?: RequestOptions) =>
    http.send(
      'post',
      '/api/v1/governance/audit/{decision_id}/review',
      { path: { decision_id: decisionId }, body },
      options,
    ),
})

export const makePolicies = (http: Http) => ({
  /** Creates a policy. */
  create: (body: Schemas['PolicyCreate'], options?: RequestOptions) =>
    http.send('post', '/api/v1/governance/policies', { body }, options),

  /** Lists policies, newest first. */
  list: (query?: Query<'get', '/api/v1/governance/policies'>, options?: RequestOptions) =>
    listPages(http, '/api/v1/governance/policies', { query }, options),

  /** Reads a policy by its ID or name. */
  get: (policy: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/governance/policies/{policy}', { path: { policy } }, options),

  /** Updates a policy. */
  update: (policy: string, body: Schemas['PolicyUpdate'], options?: RequestOptions) =>
    http.send('patch', '/api/v1/governance/policies/{policy}', { path: { policy }, body }, options),

  /** Deletes a policy. */
  delete: (policy: string, options?: RequestOptions) =>
    http.send('delete', '/api/v1/governance/policies/{policy}', { path: { policy } }, options),
})

export const makeRiskProfiles = (http: Http) => ({
  /** Lists the risk profiles. */
  list: (options?: RequestOptions) => listPages(http, '/api/v1/governance/profiles', {}, options),

  /** Reads a risk profile. */
  get: (profile: string, options?: RequestOptions) =>
    http.send('get', '/api/v1/governance/profiles/{profile}', { path: { profile } }, options),
})
