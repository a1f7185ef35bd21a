/** Stored guardrail decisions and their reviews. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { ACTIONS, GUARDRAIL_TYPES, STAGES } from './guardrail.js'
import { decisionFields } from './guardrail-resource.js'

export const REVIEW_VERDICTS = ['true_positive', 'false_positive'] as const
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number]

const verdict = OneOf(REVIEW_VERDICTS, 'Whether the guardrail was right to act.')
const note = Text({ minLength: 1, maxLength: 4_000, description: 'The reason for the verdict.' })
const reviewer = Text({ minLength: 1, maxLength: 256, description: 'The reviewer.' })

export const GuardrailDecision = Type.Object(
  {
    id: Uuid,
    decision_id: Uuid,
    run_id: Uuid,
    thread_id: Uuid,
    assistant_id: Uuid,
    ...decisionFields,
    policy: Nullable(Type.String({ description: 'The policy or risk profile that applied.' })),
    set_hash: Type.String({ description: 'A hash of the guardrails that applied.' }),
    text_hash: Nullable(Type.String({ description: 'A hash of the checked text, keyed per tenant.' })),
    text_before: Nullable(Type.String({ description: 'Only at the audit level `comprehensive`.' })),
    text_after: Nullable(Type.String({ description: 'Only at the audit level `comprehensive`.' })),
    tool_call_id: Nullable(Type.String()),
    verdict: Nullable(verdict),
    reviewer: Nullable(reviewer),
    note: Nullable(note),
    reviewed_at: Nullable(Timestamp),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'GuardrailDecision', description: 'The decision of a guardrail about one text of a run.' },
)
export type GuardrailDecision = Static<typeof GuardrailDecision>
export const GuardrailDecisionPage = Page(GuardrailDecision, 'GuardrailDecisionPage')

const time = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, examples: ['2026-01-31T09:30:00.000Z'] }))

export const AuditFilter = Type.Object({
  run_id: Type.Optional(Uuid),
  thread_id: Type.Optional(Uuid),
  assistant_id: Type.Optional(Uuid),
  guardrail: Type.Optional(
    Text({ minLength: 1, maxLength: 600, description: 'Only decisions of the guardrail with this name.' }),
  ),
  type: Type.Optional(OneOf(GUARDRAIL_TYPES, 'Only decisions of guardrails of this type.')),
  stage: Type.Optional(OneOf(STAGES, 'Only decisions at this stage.')),
  action: Type.Optional(OneOf(ACTIONS, 'Only decisions with this action.')),
  verdict: Type.Optional(
    OneOf([...REVIEW_VERDICTS, 'none'], 'Only decisions with this verdict; `none`: not reviewed.'),
  ),
  triggered: Type.Optional(
    Type.Boolean({ description: 'True: only decisions that found something. False: only passed checks.' }),
  ),
  created_after: time('Only decisions of this time or later.'),
  created_before: time('Only decisions before this time.'),
})
export type AuditFilter = Static<typeof AuditFilter>
export const AuditQuery = Type.Object({ ...pageQuery, ...AuditFilter.properties })

export const GuardrailReview = Type.Object(
  { verdict, note: Type.Optional(note), reviewer: Type.Optional(reviewer) },
  {
    title: 'GuardrailReview',
    additionalProperties: false,
    description: 'A later review replaces an earlier one. Default `reviewer`: the caller.',
    examples: [{ verdict: 'false_positive', note: 'An order number.' }],
  },
)
export type GuardrailReview = Static<typeof GuardrailReview>
