/** The audit log: who changed what, when, and with which credential. */
import { notFound } from '../../errors.js'
import type { Clock } from '../../platform/clock.js'
import { newId } from '../../platform/ids.js'
import type { AuditAction, AuditEntry, AuditQuery } from '../../schema/audit.js'
import type { JsonObject, Page } from '../../schema/common.js'
import type { Statement } from '../../store/sql/statement.js'
import type { AuditRow, AuditStore } from '../../store/audit/audit.js'
import { toPage, toPageRequest } from '../cursor.js'
import { parseObject, toIso } from '../row-mappers.js'
import { describeChanges } from './describe-changes.js'

interface Deps {
  audit: AuditStore
  clock: Clock
}

export interface AuditedRequest {
  tenant_id: string
  action: AuditAction
  actor: Pick<AuditRow, 'actor_id' | 'actor_name' | 'key_id'> & { credential: AuditEntry['credential'] }
  request_id: string
  /** The ID or the name in the path. Undefined: the response names the resource. */
  resource_id: string | undefined
  body: unknown
}

export const makeAuditLog = ({ audit, clock }: Deps) => ({
  /** Starts the record of a change. Every statement that it builds inserts the same entry, at most once. */
  begin(request: AuditedRequest) {
    const entry_id = newId()
    let isInBatch = false
    const toRow = (response: unknown): AuditRow => ({
      tenant_id: request.tenant_id,
      entry_id,
      created_at: clock.now(),
      action: request.action,
      ...toResource(request, response),
      ...request.actor,
      request_id: request.request_id,
      changes: JSON.stringify(describeChanges(request.body)),
    })
    return {
      /** For the batch that makes the change. Without a response, the path must name the resource. */
      buildStatements(response?: unknown): Statement[] {
        isInBatch = true
        return [audit.insertStatement(toRow(response))]
      },

      /** Writes the entry after the change, if no batch contained it. */
      async finish(response: unknown): Promise<void> {
        if (!isInBatch) await audit.insert(toRow(response))
      },
    }
  },

  async list(
    tenant_id: string,
    { limit, cursor, from, to, ...query }: AuditQuery,
  ): Promise<Page<AuditEntry>> {
    const filter = {
      ...query,
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { to: Date.parse(to) }),
    }
    const list = `audit?${JSON.stringify(filter)}`
    const page = toPageRequest(list, {
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    })
    const rows = await audit.list(tenant_id, filter, page)
    return toPage(list, page, rows, (row) => ({ at: row.created_at, id: row.entry_id }), toAuditEntry)
  },

  async get(tenant_id: string, entry_id: string): Promise<AuditEntry> {
    const row = await audit.get(tenant_id, entry_id)
    if (row === undefined) throw notFound('Entry', entry_id)
    return toAuditEntry(row)
  },
})

export type AuditLog = ReturnType<typeof makeAuditLog>

const firstText = (...values: unknown[]): string | null =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? null

const MAX_NAME_CHARS = 300

const toResource = ({ action, resource_id, body }: AuditedRequest, response: unknown) => {
  const [resource_type = ''] = action.split('.')
  const fields = (response ?? {}) as JsonObject
  const requested = (body ?? {}) as JsonObject
  const name = firstText(
    fields['name'],
    requested['name'],
    fields['description'],
    fields['url'],
    requested['url'],
  )
  return {
    resource_type,
    resource_id: resource_id ?? firstText(fields[`${resource_type}_id`], fields['id'], fields['name']),
    resource_name: name?.slice(0, MAX_NAME_CHARS).toWellFormed() ?? null,
  }
}

const toAuditEntry = (row: AuditRow): AuditEntry => ({
  id: row.entry_id,
  entry_id: row.entry_id,
  created_at: toIso(row.created_at),
  action: row.action,
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  resource_name: row.resource_name,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  credential: row.credential,
  key_id: row.key_id,
  request_id: row.request_id,
  changes: parseObject(row.changes),
})
