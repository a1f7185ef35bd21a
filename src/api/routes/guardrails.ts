import { Type } from 'typebox'
import type { Audit } from '../../guardrails/policy/audit.js'
import type { DryRun } from '../../guardrails/policy/dry-run.js'
import type { Guardrails } from '../../guardrails/policy/guardrails.js'
import { listGuardrailTypes } from '../../guardrails/policy/guardrail-types.js'
import type { GuardrailFile } from '../../guardrails/policy/guardrail-file.js'
import type { GuardrailMetricsReader } from '../../guardrails/policy/metrics.js'
import type { Policies } from '../../guardrails/policy/policies.js'
import { Text, Uuid } from '../../schema/common.js'
import {
  AuditQuery,
  GuardrailDecision,
  GuardrailDecisionPage,
  GuardrailReview,
} from '../../schema/guardrail-audit.js'
import { GuardrailMetrics, GuardrailMetricsQuery } from '../../schema/guardrail-metrics.js'
import {
  Guardrail,
  GuardrailCheck,
  GuardrailCreate,
  GuardrailDeleted,
  GuardrailPage,
  GuardrailsReloaded,
  GuardrailUpdate,
  GuardrailVerdict,
  SourceQuery,
} from '../../schema/guardrail-resource.js'
import { GuardrailTypeList } from '../../schema/guardrail-type.js'
import {
  Policy,
  PolicyCreate,
  PolicyDeleted,
  PolicyPage,
  PolicyUpdate,
  Profile,
  ProfilePage,
} from '../../schema/policy.js'
import { route, type Route } from '../http/route.js'

interface Deps {
  guardrails: Guardrails
  policies: Policies
  dryRun: DryRun
  metrics: GuardrailMetricsReader
  audit: Audit
  guardrailFile: GuardrailFile
}

const tag = 'Governance'
const alsoUnprefixed = true
const reference = Text({ minLength: 1, maxLength: 256, description: 'The id or the name of the resource.' })
const guardrailParams = Type.Object({ guardrail: reference })
const policyParams = Type.Object({ policy: reference })
const profileParams = Type.Object({ profile: Type.String({ description: 'The name of the risk profile.' }) })
const decisionParams = Type.Object({ decision_id: Uuid })

export const guardrailApiRoutes = (deps: Deps): Route[] => [
  ...guardrailRoutes(deps),
  ...policyRoutes(deps),
  ...auditRoutes(deps),
]

const guardrailRoutes = ({ guardrails, dryRun, metrics, guardrailFile }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/governance/guardrails',
    operationId: 'createGuardrail',
    audit: 'guardrail.create',
    summary: 'Create a guardrail',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    body: GuardrailCreate,
    response: Guardrail,
    status: 201,
    handle: ({ tenant, body, idempotencyStatements }) =>
      guardrails.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails',
    operationId: 'listGuardrails',
    summary: 'List guardrails, newest first',
    description:
      'Lists guardrails created over HTTP, or with `source=file` those of GUARDRAILS_FILE in file order.',
    tag,
    alsoUnprefixed,
    query: SourceQuery,
    response: GuardrailPage,
    handle: ({ tenant, query }) => guardrails.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails/metrics',
    operationId: 'getGuardrailMetrics',
    summary: 'Read guardrail metrics',
    tag,
    alsoUnprefixed,
    query: GuardrailMetricsQuery,
    response: GuardrailMetrics,
    handle: ({ tenant, query }) => metrics.read(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrail_types',
    operationId: 'listGuardrailTypes',
    summary: 'List the types of guardrails and the schemas of their settings',
    tag,
    alsoUnprefixed,
    response: GuardrailTypeList,
    handle: listGuardrailTypes,
  }),
  route({
    method: 'POST',
    path: '/governance/guardrails/check',
    operationId: 'checkGuardrails',
    summary: 'Check a text with guardrails (dry run)',
    description: 'Nothing is stored or counted.',
    tag,
    alsoUnprefixed,
    body: GuardrailCheck,
    response: GuardrailVerdict,
    errors: ['resource_not_found', 'check_timeout'],
    handle: ({ tenant, body }) => dryRun.check(tenant, body),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'getGuardrail',
    summary: 'Read a guardrail',
    tag,
    alsoUnprefixed,
    params: guardrailParams,
    response: Guardrail,
    handle: ({ tenant, params: { guardrail } }) => guardrails.get(tenant, guardrail),
  }),
  route({
    method: 'PATCH',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'updateGuardrail',
    audit: 'guardrail.update',
    summary: 'Update, enable or disable a guardrail',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    params: guardrailParams,
    body: GuardrailUpdate,
    response: Guardrail,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { guardrail }, body }) => guardrails.update(tenant, guardrail, body),
  }),
  route({
    method: 'DELETE',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'deleteGuardrail',
    audit: 'guardrail.delete',
    summary: 'Delete a guardrail',
    description:
      'A guardrail that a policy references cannot be deleted. Runs of an assistant that references it fail afterwards.',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    params: guardrailParams,
    response: GuardrailDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { guardrail } }) => guardrails.remove(tenant, guardrail),
  }),
  route({
    method: 'POST',
    path: '/governance/reload',
    operationId: 'reloadGuardrails',
    audit: 'guardrail.reload',
    summary: 'Reload GUARDRAILS_FILE',
    description: 'Reloads the file on the node that handles the request. An invalid file changes nothing.',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    response: GuardrailsReloaded,
    handle: async () => {
      const { guardrails: loaded, policies, profiles } = await guardrailFile.reload()
      return {
        guardrails: loaded.length,
        policies: policies.length,
        risk_profiles: Object.keys(profiles),
      }
    },
  }),
]

const policyRoutes = ({ policies }: Deps): Route[] => [
  route({
    method: 'POST',
    path: '/governance/policies',
    operationId: 'createPolicy',
    audit: 'policy.create',
    summary: 'Create a policy',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    body: PolicyCreate,
    response: Policy,
    status: 201,
    handle: ({ tenant, body, idempotencyStatements }) => policies.create(tenant, body, idempotencyStatements),
  }),
  route({
    method: 'GET',
    path: '/governance/policies',
    operationId: 'listPolicies',
    summary: 'List policies, newest first',
    description:
      'Lists policies created over HTTP, or with `source=file` those of GUARDRAILS_FILE in file order.',
    tag,
    alsoUnprefixed,
    query: SourceQuery,
    response: PolicyPage,
    handle: ({ tenant, query }) => policies.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/policies/{policy}',
    operationId: 'getPolicy',
    summary: 'Read a policy',
    tag,
    alsoUnprefixed,
    params: policyParams,
    response: Policy,
    handle: ({ tenant, params: { policy } }) => policies.get(tenant, policy),
  }),
  route({
    method: 'PATCH',
    path: '/governance/policies/{policy}',
    operationId: 'updatePolicy',
    audit: 'policy.update',
    summary: 'Update a policy',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    params: policyParams,
    body: PolicyUpdate,
    response: Policy,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { policy }, body }) => policies.update(tenant, policy, body),
  }),
  route({
    method: 'DELETE',
    path: '/governance/policies/{policy}',
    operationId: 'deletePolicy',
    audit: 'policy.delete',
    summary: 'Delete a policy',
    description: 'Runs of an assistant that references the policy fail afterwards.',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    params: policyParams,
    response: PolicyDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { policy } }) => policies.remove(tenant, policy),
  }),
  route({
    method: 'GET',
    path: '/governance/profiles',
    operationId: 'listRiskProfiles',
    summary: 'List the risk profiles',
    tag,
    alsoUnprefixed,
    response: ProfilePage,
    handle: () => Promise.resolve(policies.listProfiles()),
  }),
  route({
    method: 'GET',
    path: '/governance/profiles/{profile}',
    operationId: 'getRiskProfile',
    summary: 'Read a risk profile',
    tag,
    alsoUnprefixed,
    params: profileParams,
    response: Profile,
    handle: async ({ params: { profile } }) => policies.getProfile(profile),
  }),
]

const auditRoutes = ({ audit }: Deps): Route[] => [
  route({
    method: 'GET',
    path: '/governance/audit',
    operationId: 'listGuardrailDecisions',
    summary: 'List guardrail decisions, newest first',
    tag,
    alsoUnprefixed,
    query: AuditQuery,
    response: GuardrailDecisionPage,
    handle: ({ tenant, query }) => audit.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/audit/{decision_id}',
    operationId: 'getGuardrailDecision',
    summary: 'Read a guardrail decision',
    tag,
    alsoUnprefixed,
    params: decisionParams,
    response: GuardrailDecision,
    handle: ({ tenant, params: { decision_id } }) => audit.get(tenant, decision_id),
  }),
  route({
    method: 'POST',
    path: '/governance/audit/{decision_id}/review',
    operationId: 'reviewGuardrailDecision',
    summary: 'Review a guardrail decision',
    description: 'The false positive rate in the metrics is computed from these reviews.',
    tag,
    alsoUnprefixed,
    scope: 'admin',
    params: decisionParams,
    body: GuardrailReview,
    response: GuardrailDecision,
    handle: ({ tenant, caller, params: { decision_id }, body }) =>
      audit.review(tenant, decision_id, { reviewer: caller, ...body }),
  }),
]
