/** The audit: what guardrails decided, and what people say of that. */
import type { Clock } from '../../platform/clock.js'
import { AppError, notFound } from '../../errors.js'
import type { Page } from '../../schema/common.js'
import type { AuditFilter, Decision, Review } from '../../schema/guardrail-audit.js'
import type { DecisionRow, DecisionStore } from '../../store/guardrails/decisions.js'
import { pageRequest, toPage, type ListQuery } from '../../domain/cursor.js'
import { toDecision } from './row-mappers.js'
import { storable } from './storable-text.js'

/** The subject of a token can be as long as its maker likes. */
const LONGEST_NAME = 256

interface Parts {
  decisions: DecisionStore
  clock: Clock
}

export const makeAudit = ({ decisions, clock }: Parts) => {
  const requireRow = async (tenant_id: string, decision_id: string): Promise<DecisionRow> => {
    const row = await decisions.get({ tenant_id, decision_id })
    if (row === undefined) throw notFound('Decision', decision_id)
    return row
  }

  return {
    async list(
      tenant_id: string,
      { limit, cursor, ...sent }: ListQuery & AuditFilter,
    ): Promise<Page<Decision>> {
      const filter = withLowerCaseIds(sent)
      const list = `audit?${JSON.stringify(Object.entries(filter).sort())}`
      const page = pageRequest(list, { ...(limit && { limit }), ...(cursor && { cursor }) })
      const rows = await decisions.list(tenant_id, filter, page)
      return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.decision_id }), toDecision)
    },

    async get(tenant_id: string, decision_id: string): Promise<Decision> {
      return toDecision(await requireRow(tenant_id, decision_id))
    },

    async review(
      tenant_id: string,
      decision_id: string,
      { verdict, note, reviewer }: Review & { reviewer: string },
    ): Promise<Decision> {
      const row = await requireRow(tenant_id, decision_id)
      if (row.action === 'pass')
        throw new AppError('resource_conflict', 'the guardrail found nothing: there is nothing to review')
      const reviewed = await decisions.review(row, {
        verdict,
        note: note ?? null,
        reviewer: storable(reviewer).slice(0, LONGEST_NAME),
        reviewed_at: clock.now(),
      })
      if (reviewed === undefined) throw notFound('Decision', decision_id)
      return toDecision(reviewed)
    },
  }
}

export type Audit = ReturnType<typeof makeAudit>

const IDS = ['run_id', 'thread_id', 'assistant_id'] as const

const withLowerCaseIds = (filter: AuditFilter): AuditFilter => ({
  ...filter,
  ...Object.fromEntries(IDS.flatMap((name) => (filter[name] ? [[name, filter[name].toLowerCase()]] : []))),
})
