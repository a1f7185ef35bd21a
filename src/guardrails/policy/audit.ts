/** The audit: decisions of guardrails, and the verdicts of reviewers on them. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Page } from '../../schema/common.js'
import type { AuditFilter, GuardrailDecision, GuardrailReview } from '../../schema/guardrail-audit.js'
import type { DecisionRow, DecisionStore } from '../../store/guardrails/decisions.js'
import { toPageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { toDecision } from './row-mappers.js'
import { toStorable } from './storable-text.js'

/** The subject of a JWT has no length limit, so it is cut. */
const MAX_REVIEWER_LENGTH = 256

interface AuditDeps {
  guardrailDecisions: DecisionStore
  clock: Clock
}

export const makeAudit = ({ guardrailDecisions, clock }: AuditDeps) => {
  const requireRow = async (tenant_id: string, decision_id: string): Promise<DecisionRow> => {
    const row = await guardrailDecisions.get({ tenant_id, decision_id })
    if (row === undefined) throw notFound('Decision', decision_id)
    return row
  }

  return {
    async list(
      tenant_id: string,
      { limit, cursor, ...query }: ListQuery & AuditFilter,
    ): Promise<Page<GuardrailDecision>> {
      const filter = lowerCaseIds(query)
      const list = `audit?${JSON.stringify(Object.entries(filter).sort())}`
      const page = toPageRequest(list, { ...(limit && { limit }), ...(cursor && { cursor }) })
      const rows = await guardrailDecisions.list(tenant_id, filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.decision_id }), toDecision)
    },

    async get(tenant_id: string, decision_id: string): Promise<GuardrailDecision> {
      return toDecision(await requireRow(tenant_id, decision_id))
    },

    async review(
      tenant_id: string,
      decision_id: string,
      { verdict, note, reviewer }: GuardrailReview & { reviewer: string },
    ): Promise<GuardrailDecision> {
      const row = await requireRow(tenant_id, decision_id)
      if (row.action === 'pass')
        throw new AppError(
          'resource_conflict',
          'The guardrail found nothing, so there is no decision to review',
        )
      const reviewed = await guardrailDecisions.review(row, {
        verdict,
        note: note ?? null,
        reviewer: toStorable(reviewer).slice(0, MAX_REVIEWER_LENGTH),
        reviewed_at: clock.now(),
      })
      if (reviewed === undefined) throw notFound('Decision', decision_id)
      return toDecision(reviewed)
    },
  }
}

export type Audit = ReturnType<typeof makeAudit>

const ID_FIELDS = ['run_id', 'thread_id', 'assistant_id'] as const

const lowerCaseIds = (filter: AuditFilter): AuditFilter => ({
  ...filter,
  ...Object.fromEntries(
    ID_FIELDS.flatMap((name) => (filter[name] ? [[name, filter[name].toLowerCase()]] : [])),
  ),
})
