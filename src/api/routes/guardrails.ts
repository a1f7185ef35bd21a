import { Type } from 'typebox'
import type { Audit } from '../../guardrails/policy/audit.js'
import type { DryRun } from '../../guardrails/policy/dry-run.js'
import type { Guardrails } from '../../guardrails/policy/guardrails.js'
import type { GuardrailFile } from '../../guardrails/policy/guardrail-file.js'
import type { GuardrailFigures } from '../../guardrails/policy/metrics.js'
import type { Policies } from '../../guardrails/policy/policies.js'
import { Text, Uuid } from '../../schema/common.js'
import { AuditQuery, Decision, DecisionPage, Review } from '../../schema/guardrail-audit.js'
import { GuardrailMetrics } from '../../schema/guardrail-metrics.js'
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

interface Parts {
  guardrails: Guardrails
  policies: Policies
  dryRun: DryRun
  metrics: GuardrailFigures
  audit: Audit
  file: GuardrailFile
}

const tag = 'Governance'
const alsoBare = true
const reference = Text({ minLength: 1, maxLength: 256, description: 'The id or the name.' })
const guardrailParams = Type.Object({ guardrail: reference })
const policyParams = Type.Object({ policy: reference })
const profileParams = Type.Object({ profile: Type.String({ description: 'The name.' }) })
const decisionParams = Type.Object({ decision_id: Uuid })

export const governanceRoutes = (parts: Parts): Route[] => [
  ...guardrailRoutes(parts),
  ...policyRoutes(parts),
  ...auditRoutes(parts),
]

const guardrailRoutes = ({ guardrails, dryRun, metrics, file }: Parts): Route[] => [
  route({
    method: 'POST',
    path: '/governance/guardrails',
    operationId: 'createGuardrail',
    summary: 'Make a guardrail',
    tag,
    alsoBare,
    body: GuardrailCreate,
    answer: Guardrail,
    status: 201,
    handle: ({ tenant, body, receipt }) => guardrails.create(tenant, body, receipt),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails',
    operationId: 'listGuardrails',
    summary: 'List guardrails, newest first',
    description: 'Those made over HTTP; with `source=file` those of GUARDRAILS_FILE, in its order.',
    tag,
    alsoBare,
    query: SourceQuery,
    answer: GuardrailPage,
    handle: ({ tenant, query }) => guardrails.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails/metrics',
    operationId: 'getGuardrailMetrics',
    summary: 'What guardrails did, in figures',
    tag,
    alsoBare,
    answer: GuardrailMetrics,
    handle: ({ tenant }) => metrics.read(tenant),
  }),
  route({
    method: 'POST',
    path: '/governance/guardrails/check',
    operationId: 'checkGuardrails',
    summary: 'Try guardrails on a text',
    description: 'Nothing is stored or counted.',
    tag,
    alsoBare,
    body: GuardrailCheck,
    answer: GuardrailVerdict,
    errors: ['resource_not_found'],
    handle: ({ tenant, body }) => dryRun.check(tenant, body),
  }),
  route({
    method: 'GET',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'getGuardrail',
    summary: 'Read a guardrail',
    tag,
    alsoBare,
    params: guardrailParams,
    answer: Guardrail,
    handle: ({ tenant, params: { guardrail } }) => guardrails.get(tenant, guardrail),
  }),
  route({
    method: 'PATCH',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'updateGuardrail',
    summary: 'Change a guardrail, enable or disable it',
    tag,
    alsoBare,
    params: guardrailParams,
    body: GuardrailUpdate,
    answer: Guardrail,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { guardrail }, body }) => guardrails.update(tenant, guardrail, body),
  }),
  route({
    method: 'DELETE',
    path: '/governance/guardrails/{guardrail}',
    operationId: 'deleteGuardrail',
    summary: 'Delete a guardrail',
    description:
      'One that a policy names cannot be deleted. Runs of an assistant that names it fail from then on.',
    tag,
    alsoBare,
    params: guardrailParams,
    answer: GuardrailDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { guardrail } }) => guardrails.remove(tenant, guardrail),
  }),
  route({
    method: 'POST',
    path: '/governance/reload',
    operationId: 'reloadGuardrails',
    summary: 'Load GUARDRAILS_FILE anew',
    description: 'On the node that answers. A file that is broken changes nothing. Needs the scope `admin`.',
    tag,
    alsoBare,
    scope: 'admin',
    answer: GuardrailsReloaded,
    handle: async () => {
      const { guardrails: loaded, policies, profiles } = await file.reload()
      return {
        guardrails: loaded.length,
        policies: policies.length,
        risk_profiles: Object.keys(profiles),
      }
    },
  }),
]

const policyRoutes = ({ policies }: Parts): Route[] => [
  route({
    method: 'POST',
    path: '/governance/policies',
    operationId: 'createPolicy',
    summary: 'Make a policy',
    tag,
    alsoBare,
    body: PolicyCreate,
    answer: Policy,
    status: 201,
    handle: ({ tenant, body, receipt }) => policies.create(tenant, body, receipt),
  }),
  route({
    method: 'GET',
    path: '/governance/policies',
    operationId: 'listPolicies',
    summary: 'List policies, newest first',
    description: 'Those made over HTTP; with `source=file` those of GUARDRAILS_FILE, in its order.',
    tag,
    alsoBare,
    query: SourceQuery,
    answer: PolicyPage,
    handle: ({ tenant, query }) => policies.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/policies/{policy}',
    operationId: 'getPolicy',
    summary: 'Read a policy',
    tag,
    alsoBare,
    params: policyParams,
    answer: Policy,
    handle: ({ tenant, params: { policy } }) => policies.get(tenant, policy),
  }),
  route({
    method: 'PATCH',
    path: '/governance/policies/{policy}',
    operationId: 'updatePolicy',
    summary: 'Change a policy',
    tag,
    alsoBare,
    params: policyParams,
    body: PolicyUpdate,
    answer: Policy,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { policy }, body }) => policies.update(tenant, policy, body),
  }),
  route({
    method: 'DELETE',
    path: '/governance/policies/{policy}',
    operationId: 'deletePolicy',
    summary: 'Delete a policy',
    description: 'Runs of an assistant that names it fail from then on.',
    tag,
    alsoBare,
    params: policyParams,
    answer: PolicyDeleted,
    errors: ['resource_conflict'],
    handle: ({ tenant, params: { policy } }) => policies.remove(tenant, policy),
  }),
  route({
    method: 'GET',
    path: '/governance/profiles',
    operationId: 'listRiskProfiles',
    summary: 'List the risk profiles',
    tag,
    alsoBare,
    answer: ProfilePage,
    handle: () => Promise.resolve(policies.listProfiles()),
  }),
  route({
    method: 'GET',
    path: '/governance/profiles/{profile}',
    operationId: 'getRiskProfile',
    summary: 'Read a risk profile: what is in it',
    tag,
    alsoBare,
    params: profileParams,
    answer: Profile,
    handle: async ({ params: { profile } }) => policies.getProfile(profile),
  }),
]

const auditRoutes = ({ audit }: Parts): Route[] => [
  route({
    method: 'GET',
    path: '/governance/audit',
    operationId: 'listGuardrailDecisions',
    summary: 'List what guardrails decided, newest first',
    tag,
    alsoBare,
    query: AuditQuery,
    answer: DecisionPage,
    handle: ({ tenant, query }) => audit.list(tenant, query),
  }),
  route({
    method: 'GET',
    path: '/governance/audit/{decision_id}',
    operationId: 'getGuardrailDecision',
    summary: 'Read a decision',
    tag,
    alsoBare,
    params: decisionParams,
    answer: Decision,
    handle: ({ tenant, params: { decision_id } }) => audit.get(tenant, decision_id),
  }),
  route({
    method: 'POST',
    path: '/governance/audit/{decision_id}/review',
    operationId: 'reviewGuardrailDecision',
    summary: 'Say whether a guardrail was right',
    description: 'The rate of false positives in the metrics is made of these.',
    tag,
    alsoBare,
    params: decisionParams,
    body: Review,
    answer: Decision,
    handle: ({ tenant, caller, params: { decision_id }, body }) =>
      audit.review(tenant, decision_id, { reviewer: caller, ...body }),
  }),
]
