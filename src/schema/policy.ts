/** Policies and risk profiles: groups of guardrails with an audit level and a retention period. */
import { Type, type Static } from 'typebox'
import { Metadata, OneOf, Page, Text, Timestamp, Uuid } from './common.js'
import { AUDIT_LEVELS, RISK_PROFILES } from './guardrail.js'
import { guardrailList, source } from './guardrail-resource.js'

const policyFields = {
  name: Text({
    minLength: 1,
    maxLength: 256,
    description: 'The name that assistants use in `config.policy`.',
  }),
  guardrails: guardrailList('Names of guardrails, or definitions.'),
  audit_level: OneOf(
    AUDIT_LEVELS,
    'The decisions that are stored: `minimal` only counts, `standard` decisions with an action, `full` all decisions, ' +
      '`comprehensive` also the text before and after.',
  ),
  retention_days: Type.Integer({
    minimum: 1,
    maximum: 36_500,
    description: 'How long decisions are stored.',
  }),
}

export const PolicyCreate = Type.Object(
  {
    name: policyFields.name,
    guardrails: policyFields.guardrails,
    audit_level: Type.Optional(policyFields.audit_level),
    retention_days: Type.Optional(policyFields.retention_days),
    metadata: Type.Optional(Metadata),
  },
  {
    title: 'PolicyCreate',
    additionalProperties: false,
    description: 'Default `audit_level`: `standard`. Default `retention_days`: GUARDRAIL_AUDIT_DAYS.',
    examples: [{ name: 'finance', guardrails: ['pii_filter'], audit_level: 'full', retention_days: 365 }],
  },
)
export type PolicyCreate = Static<typeof PolicyCreate>

export const PolicyUpdate = Type.Object(Type.Partial(PolicyCreate).properties, {
  title: 'PolicyUpdate',
  additionalProperties: false,
  description: 'Fields to change. `metadata` is merged, other fields are replaced.',
  examples: [{ audit_level: 'full' }],
})
export type PolicyUpdate = Static<typeof PolicyUpdate>

export const Policy = Type.Object(
  {
    id: Uuid,
    policy_id: Uuid,
    ...policyFields,
    metadata: Metadata,
    source,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Policy', description: 'A group of guardrails with an audit level and a retention period.' },
)
export type Policy = Static<typeof Policy>
export const PolicyPage = Page(Policy, 'PolicyPage')

export const PolicyDeleted = Type.Object(
  { deleted: Type.Literal(true), policy_id: Uuid },
  { title: 'PolicyDeleted' },
)

export const Profile = Type.Object(
  {
    name: OneOf(RISK_PROFILES, 'The name that assistants use in `config.risk_profile`.'),
    guardrails: policyFields.guardrails,
    audit_level: policyFields.audit_level,
    retention_days: policyFields.retention_days,
    source: OneOf(['built_in', 'file'], 'Built in, or replaced by GUARDRAILS_FILE.'),
  },
  { title: 'RiskProfile', description: 'A predefined policy.' },
)
export type Profile = Static<typeof Profile>
export const ProfilePage = Page(Profile, 'RiskProfilePage')
