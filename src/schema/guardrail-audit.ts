/** What guardrails decided, as it is kept and reviewed. */
import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Page, pageQuery, Text, Timestamp, Uuid } from './common.js'
import { ACTIONS, GUARDRAIL_TYPES, STAGES } from './guardrail.js'
import { decisionFields } from './guardrail-resource.js'

export const REVIEW_VERDICTS = ['true_positive', 'false_positive'] as const
export type ReviewVerdict = (typeof REVIEW_VERDICTS)[number]

const verdict = OneOf(REVIEW_VERDICTS, 'Whether it was right to act.')
const note = Text({ minLength: 1, maxLength: 4_000, description: 'Why.' })
const reviewer = Text({ minLength: 1, maxLength: 256, description: 'Who says so.' })

export const GuardrailDecision = Type.Object(
  {
    id: Uuid,
    decision_id: Uuid,
    run_id: Uuid,
    thread_id: Uuid,
    assistant_id: Uuid,
    ...decisionFields,
    policy: Nullable(Type.String({ description: 'The policy or risk profile in force.' })),
    set_hash: Type.String({ description: 'The same for decisions under the same guardrails.' }),
    text_hash: Nullable(
      Type.String({ description: "Of the text that was checked, keyed: the tenant's own." }),
    ),
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
  { title: 'GuardrailDecision', description: 'What a guardrail decided about one text of a run.' },
)
export type GuardrailDecision = Static<typeof GuardrailDecision>
export const GuardrailDecisionPage = Page(GuardrailDecision, 'GuardrailDecisionPage')

export const AuditFilter = Type.Object({
  run_id: Type.Optional(Uuid),
  thread_id: Type.Optional(Uuid),
  assistant_id: Type.Optional(Uuid),
  guardrail: Type.Optional(
    Text({ minLength: 1, maxLength: 600, description: 'Of the guardrail of this name.' }),
  ),
  type: Type.Optional(OneOf(GUARDRAIL_TYPES, 'Of guardrails of this type.')),
  stage: Type.Optional(OneOf(STAGES, 'At this stage.')),
  action: Type.Optional(OneOf(ACTIONS, 'With this action.')),
  verdict: Type.Optional(OneOf([...REVIEW_VERDICTS, 'none'], 'Reviewed like this; `none`: not reviewed.')),
})
export type AuditFilter = Static<typeof AuditFilter>
export const AuditQuery = Type.Object({ ...pageQuery, ...AuditFilter.properties })

export const GuardrailReview = Type.Object(
  { verdict, note: Type.Optional(note), reviewer: Type.Optional(reviewer) },
  {
    title: 'GuardrailReview',
    additionalProperties: false,
    description: 'A later review takes the place of an earlier one. `reviewer` is the caller unless given.',
    examples: [{ verdict: 'false_positive', note: 'An order number.' }],
  },
)
export type GuardrailReview = Static<typeof GuardrailReview>
